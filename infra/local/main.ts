// Implements `npm start`. Environment: PORT, HOST, GATEHOUSE_DATA=memory|<directory>, ADMIN_SECRET_KEY,
// GATEHOUSE_SEED=off, GATEHOUSE_ENGINE=java or AWS_ENDPOINT_URL_DYNAMODB for another engine, and every setting of
// lib/platform/config.ts.
import { resolve } from 'node:path';
import { describeError, exitWithError, UserError } from '../user-error.ts';
import { startLocal } from './run.ts';

process.env.GATEHOUSE_LOG_LEVEL ??= 'error';

const DEFAULT_DIRECTORY = '.gatehouse';

function port(): number {
  const text = process.env.PORT ?? '3000';
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new UserError(`PORT must be a number up to 65535, not ${text}`);
}

async function main(): Promise<void> {
  const data = process.env.GATEHOUSE_DATA ?? DEFAULT_DIRECTORY;
  const local = await startLocal({
    port: port(),
    host: process.env.HOST,
    directory: data === 'memory' ? undefined : resolve(data),
    adminSecretKey: process.env.ADMIN_SECRET_KEY,
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    identityProvider: true,
  });
  const stop = () => local.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  if (process.env.GATEHOUSE_SEED !== 'off') {
    const { describeSeed, seed } = await import('./seed.ts');
    const made = await seed(local.baseUrl, local.adminSecretKey);
    if (made) process.stdout.write(`${describeSeed(local.baseUrl, made)}\n`);
  }
  process.stdout.write(`Gatehouse is ready at ${local.baseUrl}\n`);
}

/** Functions with invalid settings respond 503 to everything, also to the seed, so the settings are checked here. */
async function reasonOf(error: unknown): Promise<string> {
  if (error instanceof UserError) return describeError(error);
  const { localProblem } = await import('../settings/settings.ts');
  return localProblem(process.env) ?? describeError(error);
}

main().catch(async (error: unknown) => exitWithError(await reasonOf(error)));
