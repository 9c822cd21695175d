// Synthesizes what the drill deploys, one after the other.
import { join } from 'node:path';
import { SETTINGS, synthesise } from '../assembly/synthesise.ts';

export const RESTORED = 'gatehouse-restored';
const restoredStreamArn = `arn:aws:dynamodb:eu-west-1:123456789012:table/${RESTORED}/stream/2026-11-21T10:00:00.000`;

/** The settings of each deployment of the runbook (docs/operations.md, "Restore the table"). */
const DEPLOYMENTS = {
  production: {},
  draining: { maintenance: 'drain' },
  closed: { maintenance: 'on' },
  restored: { maintenance: 'on', restoredStreamArn },
  reopened: { restoredStreamArn },
} as const;

/** The directory of each assembly. */
export type Assemblies = Readonly<Record<keyof typeof DEPLOYMENTS, string>>;

/** Throws `UserError` with the output of a failed synthesis. */
export async function synthesiseAll(directory: string): Promise<Assemblies> {
  const paths: [string, string][] = [];
  for (const [name, settings] of Object.entries(DEPLOYMENTS)) {
    const path = join(directory, name);
    await synthesise(path, { ...SETTINGS, ...settings });
    paths.push([name, path]);
  }
  return Object.fromEntries(paths) as Assemblies;
}
