// Implements `npm start`. Environment: PORT, HOST, GATEHOUSE_DATA=memory|<directory>, ADMIN_SECRET_KEY,
// GATEHOUSE_SEED=off, GATEHOUSE_APPLICATIONS=<file>, GATEHOUSE_MESSAGE_SENDER=<module>, GATEHOUSE_ENGINE=java or AWS_ENDPOINT_URL_DYNAMODB for another engine, and every setting of
// lib/platform/settings/config.ts. environment.ts refuses what is wrong or unknown. With GATEHOUSE_TRUSTED_PROXY, requests need the secret in PROXY_SECRET, so there is no demo data.
import { resolve } from 'node:path';
import { watchLog } from '../../../lib/platform/log.ts';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { requireEnvironment } from './environment.ts';
import { followNpm } from './follow-npm.ts';
import { isLoopbackHost, LOCAL_ORIGINS, originHints } from './gateway/origins.ts';
import { ignoredHints } from './ignored-fields.ts';
import { loadMessageSender } from './message-sender.ts';
import { refusalHints } from './refusals.ts';
import { startLocal } from './run.ts';

process.env.GATEHOUSE_LOG_LEVEL ??= 'error';

const DEFAULT_DIRECTORY = '.gatehouse';

function port(): number {
  const text = process.env.PORT ?? '3000';
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new UserError(`PORT must be a number up to 65535, not ${text}`);
}

/** Prints a line about what the service does, beside what it logs. */
const print = (line: string): void => void process.stderr.write(`gatehouse: ${line}\n`);

async function main(): Promise<void> {
  requireEnvironment(process.env);
  const host = process.env.HOST;
  // Only for a service that no other machine can reach. A setting replaces it, so that it can be tried out here.
  if (isLoopbackHost(host)) process.env.GATEHOUSE_ALLOWED_ORIGINS ??= LOCAL_ORIGINS;
  const hints = [refusalHints(print), ignoredHints(print)];
  watchLog((line) => {
    for (const hint of hints) hint(line);
  });
  const data = process.env.GATEHOUSE_DATA ?? DEFAULT_DIRECTORY;
  const directory = data === 'memory' ? undefined : resolve(data);
  const local = await startLocal({
    port: port(),
    host,
    directory,
    adminSecretKey: process.env.ADMIN_SECRET_KEY,
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    identityProvider: true,
    hasHome: true,
    messageSender: await loadMessageSender(process.env.GATEHOUSE_MESSAGE_SENDER),
    watch: originHints(print, process.env.GATEHOUSE_ALLOWED_ORIGINS),
  });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    return local.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  followNpm(stop);
  // Ctrl+C reaches the engine as well as this process.
  void local.engine.died?.then((how) => {
    if (!isStopping) exitWithError(`the DynamoDB engine has ended (${how}), so the service ends too`);
  });
  if (process.env.GATEHOUSE_APPLICATIONS) {
    const { keepApplications } = await import('./declared-applications.ts');
    const kept = keepApplications(resolve(process.env.GATEHOUSE_APPLICATIONS));
    process.stdout.write(await kept.catch((error) => local.stop().then(() => Promise.reject(error))));
  }
  if (process.env.GATEHOUSE_SEED !== 'off' && process.env.GATEHOUSE_TRUSTED_PROXY === undefined) {
    const { demo } = await import('./demo.ts');
    const text = await demo(local.baseUrl, local.adminSecretKey, directory);
    if (text !== undefined) process.stdout.write(`${text}\n`);
    if (isLoopbackHost(host)) {
      const { demoApplication } = await import('./application.ts');
      process.stdout.write(`${await demoApplication(local.baseUrl)}\n`);
    }
  } else if (isLoopbackHost(host) && !process.env.ADMIN_SECRET_KEY) {
    const where = directory === undefined ? 'ADMIN_SECRET_KEY, which you set,' : `${directory}/secrets.json`;
    process.stdout.write(`Create the first admin: ${local.baseUrl}/console/set-up, with the key in ${where}\n`);
  }
  process.stdout.write(`Reference of the API: ${local.baseUrl}/__docs\nGatehouse is ready at ${local.baseUrl}\n`);
}

main().catch((error: unknown) => exitWithError(describeError(error)));
