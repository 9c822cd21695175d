// Runs `npm run synth` into a given directory with given settings.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../user-error.ts';

const APP = fileURLToPath(new URL('../../../app.ts', import.meta.url));

/** Enables every optional part that journeys use. */
export const SETTINGS: Readonly<Record<string, string>> = {
  sender: 'Gatehouse <no-reply@example.com>',
  identityProviders: 'on',
  resources: 'on',
  auditArchiveDays: '400',
};

/** Writes the assembly to `directory`. Throws `UserError` with the output of a failed synthesis. */
export async function synthesise(
  directory: string,
  context: Readonly<Record<string, string>> = SETTINGS,
): Promise<void> {
  const bundles = await mkdtemp(join(tmpdir(), 'gatehouse-bundles-'));
  const own = { CDK_OUTDIR: directory, CDK_CONTEXT_JSON: JSON.stringify(context), GATEHOUSE_BUNDLES: bundles };
  try {
    await run({ ...process.env, ...own });
  } finally {
    await rm(bundles, { recursive: true });
  }
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [APP], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  if (code !== 0) throw new UserError(`the stack could not be synthesized: ${output.trim()}`);
}
