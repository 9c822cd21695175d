// Settings of the life of a deployment: how versions replace each other, maintenance, backups.
import { UserError } from '../../user-error.ts';
import { choice, reference, type Setting, whole } from '../setting.ts';

export const LIFE = {
  maintenance: choice(
    '`drain`: every request gets 503 with `Retry-After`, and events and messages that wait are still processed. `on`: the workers stop, too, and nothing is written to the table.',
    'off',
    'drain',
    'on',
  ),
  rollout: choice(
    '`canary` sends a tenth of the requests to a new version for 15 minutes, and goes back if the alarm `ServerErrors` is raised.',
    'all-at-once',
    'canary',
  ),
  provisionedConcurrency: whole(
    'Instances of `authentication` that are always warm. They cost money when idle, see [costs](costs.md).',
    '',
    1,
    1000,
  ),
  backupDays: whole(
    'Days that a daily backup of the table in a vault of AWS Backup is kept, besides the 35 days of point-in-time recovery. Without it there is no vault.',
    '',
    1,
    3650,
  ),
  backupCopyVaultArn: reference(
    'A vault in another region or account that receives a copy of each daily backup. The root secrets are replicated to its region (1.20 USD per month), because a table without them opens nothing. Needs `backupDays`.',
    'the ARN of a backup vault',
    /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[A-Za-z0-9_-]{2,50}$/,
  ),
} as const satisfies Record<string, Setting>;

export type Maintenance = 'off' | 'drain' | 'on';
export type Backup = Readonly<{ days: number; copyVaultArn: string | undefined }>;
export type Life = Readonly<{
  maintenance: Maintenance;
  isCanary: boolean;
  provisionedConcurrency: number | undefined;
  /** `undefined` without backups besides point-in-time recovery. */
  backup: Backup | undefined;
}>;

/** Throws `UserError` for settings that do not go together. */
export function readLife(chosen: (name: keyof typeof LIFE) => string, reservedConcurrency: string | undefined): Life {
  const optional = (name: keyof typeof LIFE): string | undefined => chosen(name) || undefined;
  const [days, copyVaultArn] = [optional('backupDays'), optional('backupCopyVaultArn')];
  const warm = optional('provisionedConcurrency');
  if (copyVaultArn !== undefined && days === undefined) throw new UserError('backupCopyVaultArn needs backupDays');
  // Lambda refuses more (AWS Lambda developer guide, "Configuring provisioned concurrency").
  if (warm !== undefined && reservedConcurrency !== undefined && Number(warm) > Number(reservedConcurrency))
    throw new UserError('provisionedConcurrency must not exceed reservedConcurrency');
  return {
    maintenance: chosen('maintenance') as Maintenance,
    isCanary: chosen('rollout') === 'canary',
    provisionedConcurrency: warm === undefined ? undefined : Number(warm),
    backup: days === undefined ? undefined : { days: Number(days), copyVaultArn },
  };
}
