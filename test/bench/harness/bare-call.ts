// Reads an item without the SDK: signs the call by hand and sends it through an agent that keeps connections alive.
import { Agent, request } from 'node:http';
import { createSigner } from '../../../lib/store/dynamo/signer.ts';
import type { Key } from '../../../lib/store/keys.ts';
import { TABLE } from './table.ts';

export type BareCall = { getItem: () => Promise<unknown>; stop: () => void };

/** Returns a call that does nothing but sign, send, receive and parse. */
export function createBareCall(endpoint: string, { pk, sk }: Key): BareCall {
  const { hostname, port, host } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const signer = createSigner(
    async () => credentials,
    async () => 'local',
  );
  const scope = { signingRegion: 'local', signingService: 'dynamodb' };
  const getItem = async (): Promise<unknown> => {
    const body = JSON.stringify({ TableName: TABLE, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true });
    const headers = {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': 'DynamoDB_20120810.GetItem',
    };
    const call = { method: 'POST', protocol: 'http:', hostname, path: '/', headers, body, query: {} };
    const signed = await signer.sign(call, scope);
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method: 'POST', path: '/', headers: signed.headers }, (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part) => {
          text += part;
        });
        reply.on('end', () => resolve(JSON.parse(text)));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  };
  return { getItem, stop: () => agent.destroy() };
}
