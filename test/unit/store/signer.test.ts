// The signer against that of the SDK, which is known to be right.
import { createServer } from 'node:http';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test } from '@jest/globals';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { close, db } from '../../../lib/store/dynamo/client.ts';
import { createSigner } from '../../../lib/store/dynamo/signer.ts';

const REGION = 'eu-central-1';
const SERVICE = 'dynamodb';
const region = async () => REGION;
const SIGNED = ['content-type', 'host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target'];

const secret = fc.string({ minLength: 1, maxLength: 60 });
const name = fc.stringMatching(/^[A-Za-z0-9]{1,30}$/);
const calls = fc.record({
  credentials: fc.record({
    accessKeyId: name,
    secretAccessKey: secret,
    sessionToken: fc.option(fc.base64String({ minLength: 4 }), { nil: undefined }),
  }),
  signingDate: fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  body: fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()),
  operation: name,
  host: fc.stringMatching(/^[a-z0-9.-]{1,40}(:[0-9]{2,5})?$/),
});

const requestOf = ({ body, operation, host }: { body: string | Uint8Array; operation: string; host: string }) =>
  new HttpRequest({
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      host,
    },
    body,
  });

test('signs every request as the signer of the SDK does', async () => {
  let credentials = { accessKeyId: '', secretAccessKey: '', sessionToken: undefined as string | undefined };
  // One signer for all: a change of credentials counts with the next request.
  const ours = createSigner(async () => credentials, region);
  await fc.assert(
    fc.asyncProperty(calls, async ({ signingDate, ...call }) => {
      credentials = call.credentials;
      const theirs = new SignatureV4({
        credentials,
        region: REGION,
        service: SERVICE,
        sha256: Sha256,
        applyChecksum: false,
      });
      const options = { signingDate, signingRegion: REGION, signingService: SERVICE };
      const expected = await theirs.sign(requestOf(call), options);
      const signed = await ours.sign(requestOf(call), options);
      for (const header of [...SIGNED, 'authorization']) expect(signed.headers[header]).toBe(expected.headers[header]);
    }),
  );
});

test('signs a repeated attempt anew, with its own time', async () => {
  const signer = createSigner(async () => ({ accessKeyId: 'A', secretAccessKey: 'B', sessionToken: 'C' }), region);
  const request = requestOf({ body: '{}', operation: 'GetItem', host: 'localhost' });
  const at = (signingDate: string) =>
    signer.sign(request, { signingDate: new Date(signingDate), signingRegion: REGION, signingService: SERVICE });
  const first = { ...(await at('2026-01-01T00:00:00Z')).headers };
  const second = { ...(await at('2026-01-02T00:00:00Z')).headers };
  const again = { ...(await at('2026-01-01T00:00:00Z')).headers };
  expect(second.authorization).not.toBe(first.authorization);
  expect(again).toEqual(first);
});

afterEach(close);

test('the client of the service signs for DynamoDB in the region of the function', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.headers.authorization}`);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'A',
    AWS_SECRET_ACCESS_KEY: 'B',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
  });
  await db().send(new GetItemCommand({ TableName: 'any', Key: { pk: { S: 'any' } } }));
  process.env = before;
  server.close();
  // The rules of DynamoDB's endpoints name neither for a region of AWS.
  expect(seen).toEqual([
    expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=A\/\d{8}\/eu-central-1\/dynamodb\/aws4_request,/),
  ]);
});
