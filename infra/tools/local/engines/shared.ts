// Gives each caller tables of its own on one DynamoDB Local, which stores the tables of each access key apart. A relay
// replaces the access key of every call, so that its clients need to know nothing of it.
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { Engine } from './process.ts';

const KEY = /(Credential=)[^/]+/;
/** No header is longer. Bodies are not looked through: one begins after the headers of its request. */
const HEADERS = 8192;

/** Returns an engine without tables. `stop` deletes those that it has then. */
export async function shareEngine(endpoint: string): Promise<Engine> {
  // Never one that was used before: DynamoDB Local is half as fast where tables were deleted (measured).
  const accessKey = `k${randomBytes(8).toString('hex')}`;
  const port = Number(new URL(endpoint).port);
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const engine = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, engine],
      [engine, client],
    ] as const) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (data) => engine.write(withKey(data as Buffer, accessKey)));
    engine.pipe(client);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return {
    endpoint: own,
    pid: undefined,
    stop: async () => {
      await deleteTables(own);
      relay.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Clients send the headers of a request at once, and a request when the one before has its response. */
function withKey(data: Buffer, accessKey: string): Buffer {
  if (!data.subarray(0, 5).equals(Buffer.from('POST '))) return data;
  const head = data.subarray(0, HEADERS).toString('latin1');
  return Buffer.concat([Buffer.from(head.replace(KEY, `$1${accessKey}`), 'latin1'), data.subarray(HEADERS)]);
}

async function deleteTables(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  await Promise.all(TableNames.map((TableName) => client.send(new DeleteTableCommand({ TableName }))));
  client.destroy();
}
