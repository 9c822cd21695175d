// Synthesizes the two deployments of a failover: the primary, and the standby with what the primary's outputs say.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../user-error.ts';
import { type Resources, resolveIn } from '../assembly/intrinsics.ts';
import { SETTINGS, synthesise } from '../assembly/synthesise.ts';

/** The replica has the name of the table; here both are on one engine. */
export const REPLICA = 'gatehouse-replica';
const REGIONS = { primary: 'eu-west-1', standby: 'eu-central-1' } as const;

const COMMON = {
  ...SETTINGS,
  domainName: 'auth.example.com',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'example.com',
};
const PRIMARY = {
  ...COMMON,
  region: REGIONS.primary,
  replicaRegion: REGIONS.standby,
  regionRole: 'primary',
  standbyUrl: `https://abcdefghij.execute-api.${REGIONS.standby}.amazonaws.com/v1`,
};
/** The replica is in the account of its secrets. */
const standbyOf = (existingSecrets: string) => ({
  ...COMMON,
  region: REGIONS.standby,
  regionRole: 'standby',
  existingSecrets,
  restoredStreamArn: `arn:aws:dynamodb:${REGIONS.standby}:${existingSecrets.split(':')[4]}:table/${REPLICA}/stream/2026-11-21T10:00:00.000`,
});

const NAMES = ['primary', 'standby', 'standbyDraining', 'standbyOpen'] as const;
/** The directory of each assembly. */
export type FailoverAssemblies = Readonly<Record<(typeof NAMES)[number], string>>;

/** Throws `UserError` with the output of a failed synthesis. */
export async function synthesiseFailover(directory: string): Promise<FailoverAssemblies> {
  const paths = Object.fromEntries(NAMES.map((name) => [name, join(directory, name)])) as FailoverAssemblies;
  await synthesise(paths.primary, PRIMARY);
  const standby = standbyOf(standbySecretsIn(paths.primary));
  await synthesise(paths.standby, { ...standby, maintenance: 'on' });
  await synthesise(paths.standbyDraining, { ...standby, maintenance: 'drain' });
  await synthesise(paths.standbyOpen, standby);
  return paths;
}

/** The output `StandbySecrets`, which the runbook copies. */
function standbySecretsIn(directory: string): string {
  const file = readdirSync(directory).find((each) => each.endsWith('.template.json')) as string;
  const { Resources, Outputs } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
    Resources: Resources;
    Outputs: Record<string, { Value: unknown }>;
  };
  const output = Outputs.StandbySecrets;
  if (!output) throw new UserError('the primary has no output StandbySecrets');
  return resolveIn(Resources, {}).resolve(output.Value) as string;
}
