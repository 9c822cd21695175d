// Measures the CPU time of one call of the table: signed by hand, through the SDK as it comes, and as the service makes
// it. The difference of two rows is what a setting gives. Ratios within a round are stable where times are not.
import { DynamoDBClient, type DynamoDBClientConfig, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { TIMEOUTS } from '../../../lib/platform/aws/aws.ts';
import { newTenantId, newUserId } from '../../../lib/platform/ids.ts';
import { fromAttributes, toAttributes } from '../../../lib/store/dynamo/attributes.ts';
import { close } from '../../../lib/store/dynamo/client.ts';
import { PlainJson } from '../../../lib/store/dynamo/protocol.ts';
import { createSigner } from '../../../lib/store/dynamo/signer.ts';
import { get } from '../../../lib/store/dynamo/table.ts';
import { sessionSlot } from '../../../lib/store/keys.ts';
import { createBareCall } from '../harness/bare-call.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { median } from '../harness/stats.ts';
import { startTable, TABLE } from '../harness/table.ts';

const ROUNDS = 7;
/** Rounds until V8 has compiled what is called. */
const WARM_UPS = 3;
const COUNT = 1200;
const CONCURRENCY = 16;
/** The goal of the service's own read, in bare ones. Asserted for the quietest round: other work on the machine adds to it. */
const MAX = 2.5;
const OURS = 'the service reads an item';
const BARE = 'signed by hand';
/** Steps for logs and telemetry, as in lib/store/dynamo/client.ts. */
const IDLE = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The attributes of a session, which is what most calls read. */
const TEXTS = Object.fromEntries(['id', 'secret', 'client', 'ip', 'userAgent'].map((name) => [name, name.repeat(8)]));
const NUMBERS = Object.fromEntries(
  ['gen', 'rotatedAt', 'epoch', 'authAt', 'idleMs', 'idleExpiresAt', 'expiresAt', 'createdAt', 'ttl'].map((name) => [
    name,
    1_790_000_000_000,
  ]),
);

type Read = () => Promise<unknown>;

export const calls = (): Promise<Section> =>
  scoped(async (own) => {
    const { endpoint } = own(await startTable({ stream: false }));
    const tenant = newTenantId();
    const key = sessionSlot(tenant, newUserId(tenant), 0);
    const document = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
    own({ stop: () => document.destroy() });
    const item = { ...key, type: 'session', ...TEXTS, ...NUMBERS, pending: false, amr: ['pwd'], channel: null };
    await document.send(new PutCommand({ TableName: TABLE, Item: item }));

    const through = (config: DynamoDBClientConfig): Read => {
      const client = new DynamoDBClient({ endpoint, maxAttempts: 3, requestHandler: TIMEOUTS, ...config });
      for (const step of IDLE) client.middlewareStack.remove(step);
      own({ stop: () => client.destroy() });
      const input = () => ({ TableName: TABLE, Key: toAttributes(key), ConsistentRead: true });
      return async () => fromAttributes((await client.send(new GetItemCommand(input()))).Item ?? {});
    };
    const cached = { cacheMiddleware: true };
    const signed = {
      ...cached,
      signer: createSigner(
        async () => credentials,
        async () => 'local',
      ),
    };
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      GATEHOUSE_TABLE: TABLE,
      GATEHOUSE_BASE_URL: 'http://localhost:1',
    });
    own({ stop: close });
    const reads: Record<string, Read> = {
      [BARE]: own(createBareCall(endpoint, key)).getItem,
      'SDK as it comes, document client': () =>
        document.send(new GetCommand({ TableName: TABLE, Key: key, ConsistentRead: true })),
      'own attributes, idle steps removed': through({}),
      '+ steps put together once': through(cached),
      '+ own signer': through(signed),
      '+ plain JSON': through({ ...signed, protocol: PlainJson }),
      [OURS]: () => get(key, 'session'),
    };
    const rounds = await measure(reads);
    const ratios = (name: string) => rounds.map((round) => (round[name] as number) / (round[BARE] as number));
    const rows = Object.keys(reads).map((name) => ({
      call: name,
      'CPU us': median(rounds.map((round) => round[name] as number)),
      'x bare': median(ratios(name)),
      lowest: Math.min(...ratios(name)),
      highest: Math.max(...ratios(name)),
      ...(name === OURS && atMost(median(ratios(name)), MAX)),
    }));
    const measured = Math.min(...ratios(OURS));
    const notes = [
      `${ROUNDS} rounds of ${COUNT} calls, ${CONCURRENCY} at a time; the lowest ratio of the last row is asserted`,
    ];
    const exceeded = measured > MAX ? [`a read takes ${measured.toFixed(2)} times the CPU time of a bare one`] : [];
    return { tables: [{ title: 'One GetItem (CPU time of the caller)', rows, notes }], exceeded };
  });

/** Returns the CPU time of a call in microseconds, for each round. The first rounds warm up. */
async function measure(reads: Record<string, Read>): Promise<Record<string, number>[]> {
  const rounds: Record<string, number>[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const times: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) {
      const before = process.cpuUsage();
      let left = COUNT;
      const worker = async () => {
        while (left-- > 0) await read();
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      const { user, system } = process.cpuUsage(before);
      times[name] = (user + system) / COUNT;
    }
    if (round >= 0) rounds.push(times);
  }
  return rounds;
}
