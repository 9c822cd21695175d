// Settings of a second region that waits for the loss of the first one (docs/decisions/0094-passive-region.md).
import { UserError } from '../../user-error.ts';
import { literals, reference, type Setting, text } from '../setting.ts';

const ROLES = ['primary', 'standby'] as const;

export const SECOND_REGION = {
  replicaRegion: text(
    'A second region that gets a replica of the table, with restorable backups and deletion protection of its own, and replicas of the root secrets, of `SsoSecret` and of `ProxySecret` ([a second region](operations.md#a-second-region)). Each write costs twice. Needs `region`.',
    'a region such as eu-central-1',
    /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/,
  ),
  replicaKeyArn: reference(
    'The key of the replicas with `profile=hardened`: one of `replicaRegion`, which the stack there names as `kmsKeyArn`. Needs `replicaRegion`.',
    'the ARN of a KMS key',
    /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]{1,256}$/,
  ),
  regionRole: {
    ...text(
      'The part of this deployment among two with one domain and one table. With a hosted zone, its record is the first or the second of a failover pair. `standby` needs `restoredStreamArn`, and `existingSecrets` with `pepper`, `seal` and `session`; its alarms are silent while `maintenance` is `on`.',
      ROLES.join(' or '),
      new RegExp(`^(${ROLES.join('|')})$`),
    ),
    type: literals(ROLES),
  },
  standbyUrl: text(
    'The standby’s own address, its output `ApiUrl`. Route 53 asks it for its health, and leads to the standby while it is open. Needs `regionRole=primary` and a hosted zone.',
    'an https URL such as https://abcdefghij.execute-api.eu-central-1.amazonaws.com/v1',
    /^https:\/\/[a-z0-9.-]{4,253}(\/[a-z0-9-]{1,64})?\/?$/,
  ),
} as const satisfies Record<string, Setting>;

export type RegionRole = (typeof ROLES)[number];
export type SecondRegion = Readonly<{
  /** `keyArn` in the hardened profile only. */
  replica: Readonly<{ region: string; keyArn: string | undefined }> | undefined;
  role: RegionRole | undefined;
  standbyUrl: string | undefined;
}>;

/** `given` returns the value of a setting, if it has one. Throws `UserError` for a key without a replica. */
export function readSecondRegion(given: (name: keyof typeof SECOND_REGION) => string | undefined): SecondRegion {
  const region = given('replicaRegion');
  if (region === undefined && given('replicaKeyArn') !== undefined)
    throw new UserError('replicaKeyArn needs replicaRegion');
  return {
    replica: region === undefined ? undefined : { region, keyArn: given('replicaKeyArn') },
    role: given('regionRole') as RegionRole | undefined,
    standbyUrl: given('standbyUrl'),
  };
}
