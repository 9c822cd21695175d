// Signs requests of DynamoDB with Signature Version 4, in place of the SDK's signer, which is made anew for each call,
// sorts and cleans every header, and hashes in four steps that wait for one another. A test compares both.
// (AWS IAM user guide, "Create a signed AWS API request".)
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { AwsCredentialIdentity, HttpRequest, RequestSigner, RequestSigningArguments } from '@smithy/types';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 'dynamodb';

const sha256 = (data: string | Uint8Array): string => hash('sha256', data);
const hmac = (key: string | Buffer | KeyObject, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();

/**
 * Returns a signer for the client's calls: POST to the root of the endpoint, without a query. `credentials` is asked
 * before each attempt, because those of a function change while it lives. The SDK names region and service with an attempt
 * only where the rules of the endpoint do, which is in no region of AWS.
 */
export function createSigner(
  credentials: () => Promise<AwsCredentialIdentity>,
  region: () => Promise<string>,
): RequestSigner {
  const keyOf = cachedKey();
  const sign = async (request: HttpRequest, options: RequestSigningArguments = {}): Promise<HttpRequest> => {
    const { signingDate = new Date(), signingRegion = await region(), signingService = SERVICE } = options;
    const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
    const time = new Date(signingDate).toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = time.slice(0, 8);
    const { headers } = request;
    headers['x-amz-date'] = time;
    if (sessionToken) headers['x-amz-security-token'] = sessionToken;
    // Host and content type must be signed, and those of AWS. The order is that of their names.
    const signed = ['content-type', 'host', 'x-amz-date', ...(sessionToken ? ['x-amz-security-token'] : [])];
    if (headers['x-amz-target']) signed.push('x-amz-target');
    const names = signed.join(';');
    const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('');
    const canonical = `${request.method}\n${request.path}\n\n${lines}\n${names}\n${sha256(request.body)}`;
    const scope = `${day}/${signingRegion}/${signingService}/aws4_request`;
    const key = keyOf(secretAccessKey, scope);
    const signature = hmac(key, `${ALGORITHM}\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex');
    headers.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return request;
  };
  return { sign } as RequestSigner;
}

/** Derives the key of a day, and keeps the last one. */
function cachedKey() {
  let last: { secret: string; scope: string; key: KeyObject } | undefined;
  return (secret: string, scope: string): KeyObject => {
    if (last?.secret !== secret || last.scope !== scope) {
      const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
      // A key object takes a third of the time that bytes do.
      last = { secret, scope, key: createSecretKey(key) };
    }
    return last.key;
  };
}
