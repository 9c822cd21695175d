// Sends a burst of codes and notices through both queues of the mailer.
import { handler } from '../../functions/mailer.ts';
import { ACCOUNT } from '../../infra/tools/local/aws/account.ts';
import { type Queue, startQueue } from '../../infra/tools/local/aws/queue.ts';
import type { Aws } from '../../infra/tools/local/aws/server.ts';
import { mapConcurrently } from '../../lib/platform/concurrency.ts';
import { RECEIVES } from '../../lib/workers/message-retries.ts';
import { until } from '../support/until.ts';
import { ROOTS } from '../unit/mailer/providers.ts';
import { type Event, newCode, newTenant, newUser, notice, record } from '../unit/mailer/support.ts';

/** The root secrets that messages are sealed with. */
export const secrets = { seal: JSON.stringify(ROOTS) };

/** The settings of a mailer that reads both queues. */
export const settingsFor = ({ endpoint }: Aws): Record<string, string> => ({
  AWS_ENDPOINT_URL_SQS: endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
  GATEHOUSE_SEAL_SECRET: 'seal',
  GATEHOUSE_LOG_LEVEL: 'none',
  GATEHOUSE_CODE_QUEUE: `${endpoint}/${ACCOUNT}/codes`,
  GATEHOUSE_NOTICE_QUEUE: `${endpoint}/${ACCOUNT}/notices`,
});

/** Puts codes and notices to as many users into the queues at the same time, and waits until both are empty. */
export async function sendBurst(
  aws: Aws,
  queues: Queue[],
  { codes, notices, patienceMs }: { codes: number; notices: number; patienceMs: number },
): Promise<void> {
  const { id: tenant } = await newTenant();
  // A few at a time: hundreds of new connections at once take seconds on a busy machine.
  const people = <T>(count: number, make: () => Promise<T>) => mapConcurrently([...Array(count).keys()], 8, make);
  const urgent = await people(codes, async () => newCode(await newUser(tenant), 'login-email'));
  const others = await people(notices, async () => notice('svc.password_changed', await newUser(tenant)));

  // Both begin when everything is in its queue.
  const gate = Promise.withResolvers<void>();
  const load = () => gate.promise.then(() => handler as never);
  const drain = () => gate.promise.then(() => handler({}));
  const shared = { directory: undefined, maxReceives: RECEIVES, visibilitySeconds: 120 };
  const codeQueue = await startQueue({ ...shared, name: 'codes', load, concurrency: 2 });
  const noticeQueue = await startQueue({ ...shared, name: 'notices', drain });
  queues.push(codeQueue, noticeQueue);
  for (const queue of queues) aws.addQueue(queue);
  const put = (queue: Queue) => (event: Event) => queue.send(record(event).body);
  await Promise.all([...others.map(put(noticeQueue)), ...urgent.map(put(codeQueue))]);
  gate.resolve();
  await until(() => queues.every((queue) => queue.waiting().length === 0), 'empty queues', patienceMs);
}
