// `npm run synth`, into a directory and with settings of one's own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../user-error.ts';

const APP = fileURLToPath(new URL('../../app.ts', import.meta.url));

/** With everything that a deployment may have and that journeys go through. */
export const SETTINGS: Readonly<Record<string, string>> = {
  sender: 'Gatehouse <no-reply@example.com>',
  identityProviders: 'on',
};

/** Writes the assembly to `directory`. Throws `UserError` with what the synthesis said. */
export async function synthesise(
  directory: string,
  context: Readonly<Record<string, string>> = SETTINGS,
): Promise<void> {
  const env = { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const child = spawn(process.execPath, [APP], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  if (code !== 0) throw new UserError(`the stack could not be synthesised: ${said.trim()}`);
}
