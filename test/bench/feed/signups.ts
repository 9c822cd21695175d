// Makes the items and stream records of sign-ups with the functions of the product, and compares them with those of a real
// sign-up.
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { passesFeed } from '../../../infra/stack/functions/feed-filter.ts';
import { startPoller } from '../../../infra/tools/local/stream.ts';
import { newAccount } from '../../../lib/domain/account/signup.ts';
import { inContext } from '../../../lib/platform/request-context.ts';
import { type Attributes, toAttributes } from '../../../lib/store/dynamo/attributes.ts';
import type { OutboxItem } from '../../../lib/store/outbox.ts';
import { creation } from '../../../lib/store/people/users.ts';
import type { Tenant } from '../../../lib/store/tenants/tenants.ts';
import { createCaller } from '../harness/caller.ts';
import { itemsOf } from '../harness/population.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { startTable, TABLE } from '../harness/table.ts';
import { createWorld, emailOf, signup } from '../harness/world.ts';

/** As long as those of a browser. */
const CLIENT = { ip: '192.0.2.17', userAgent: 'Mozilla/5.0 '.repeat(8), trustTokens: [], sessionTokens: [] };
const HASH = `gh1$1$argon2id$m=19456,t=2,p=1$${'0'.repeat(22)}$${'0'.repeat(43)}`;

/** `images`: its items, as the table stores them. `events`: the ids of its events. `records`: those for the change feed. */
export type Signup = { images: Attributes[]; events: string[]; records: DynamoDBRecord[] };

let sequence = 0;

/** Returns a sign-up. Nothing is written. */
export const newSignup = (tenant: Tenant, index: number): Promise<Signup> =>
  inContext(
    { requestId: '0'.repeat(36), operation: 'signup', ip: CLIENT.ip, userAgent: CLIENT.userAgent },
    async () => {
      const contact = { email: emailOf(index), phone: null, passwordHash: HASH };
      const { user, session, events } = newAccount(tenant, contact, true, CLIENT);
      const items = itemsOf(creation(user, session, events), new Map());
      const outbox = items.find(({ type }) => type === 'outbox') as OutboxItem;
      const ids = outbox.events.map(({ detail }) => detail.id);
      const images = items.map(toAttributes);
      return { images, events: ids, records: images.map(recordOf).filter(passesFeed) };
    },
  );

function recordOf(item: Attributes): DynamoDBRecord {
  const image = item as Record<string, AttributeValue>;
  const { pk, sk } = image as Record<'pk' | 'sk', AttributeValue>;
  sequence++;
  const dynamodb = { Keys: { pk, sk }, NewImage: image, SequenceNumber: String(sequence).padStart(21, '0') };
  const ApproximateCreationDateTime = Math.floor(Date.now() / 1000);
  return { eventName: 'INSERT', dynamodb: { ...dynamodb, ApproximateCreationDateTime } };
}

/** Returns the records that the change feed receives of a sign-up in a local run. */
const recordSignup = (): Promise<DynamoDBRecord[]> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: true }));
    const service = own(await startService({ ...FAST, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    const { tenantId } = await createWorld(caller, service);
    await signup(caller, tenantId, 0);
    const found: DynamoDBRecord[] = [];
    const done = Promise.withResolvers<void>();
    const load = async () => async (event: { Records: DynamoDBRecord[] }) => {
      found.push(...event.Records.filter(({ eventName, dynamodb }) => eventName === 'INSERT' && isOfSignup(dynamodb)));
      if (found.length >= 3) done.resolve();
      return { batchItemFailures: [] };
    };
    const poller = startPoller(engine.endpoint, TABLE, undefined, load);
    await done.promise;
    await poller.stop();
    return found;
  });

const isOfSignup = (change: DynamoDBRecord['dynamodb']): boolean => {
  const { type, events } = change?.NewImage ?? {};
  return ['user', 'session'].includes(type?.S ?? '') || JSON.stringify(events ?? '').includes('svc.registered');
};

/** Returns how the records that are made differ from those of a real sign-up. */
export async function differences(tenant: Tenant): Promise<string[]> {
  const shapes = (records: readonly DynamoDBRecord[]): string[] =>
    records.map(({ dynamodb }) => JSON.stringify(shapeOf({ M: dynamodb?.NewImage as Attributes }))).sort();
  const [real, made] = [shapes(await recordSignup()), shapes((await newSignup(tenant, 0)).records)];
  return JSON.stringify(real) === JSON.stringify(made) ? [] : [`a real sign-up: ${real}; made: ${made}`];
}

/** Returns the names of all attributes with their types. */
function shapeOf(value: { M?: object | undefined; L?: readonly object[] }): unknown {
  if (value.L) return value.L.map(shapeOf);
  if (!value.M) return Object.keys(value)[0];
  const entries = Object.entries(value.M).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, shapeOf(each as object)]));
}
