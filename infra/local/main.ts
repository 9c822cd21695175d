// `npm start`. Environment: PORT, HOST, GATEHOUSE_DATA=memory|<directory>, ADMIN_SECRET_KEY, GATEHOUSE_SEED=off,
// AWS_ENDPOINT_URL_DYNAMODB for an engine of one's own, and every setting of lib/platform/config.ts.
import { resolve } from 'node:path';
import { startLocal } from './run.ts';
import { Problem } from './user-error.ts';

process.env.GATEHOUSE_LOG_LEVEL ??= 'error';

const DEFAULT_DIRECTORY = '.gatehouse';

function port(): number {
  const text = process.env.PORT ?? '3000';
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new Problem(`PORT must be a number up to 65535, not ${text}`);
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

/** In one line what the person who started this can mend. Functions that are configured wrongly answer 503, also to us. */
async function toldOf(error: unknown): Promise<unknown> {
  if (error instanceof Problem) return error.message;
  const { localProblem } = await import('../settings/settings.ts');
  return localProblem(process.env) ?? (error instanceof Error ? error.stack : error);
}

main().catch(async (error: unknown) => {
  process.stderr.write(`gatehouse: ${await toldOf(error)}\n`);
  process.exit(1);
});
