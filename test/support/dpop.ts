// Keys of clients that prove who uses a token (RFC 9449), and their proofs.
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { seconds } from '../../lib/platform/clock.ts';
import { basicOf, type Known, postForm } from './applications.ts';
import type { Reply } from './http.ts';
import type { Service } from './service.ts';

type Members = Record<string, unknown>;
/** Signs a proof about a request; `over` and `header` replace members, and `undefined` leaves one out. */
export type Prove = (method: string, url: string, over?: Members, header?: Members) => Promise<string>;
export type ProofKey = { jkt: string; jwk: JWK; privateJwk: JWK; prove: Prove };

export async function newProofKey(alg = 'ES256'): Promise<ProofKey> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const prove: Prove = (htm, htu, over, header) =>
    new SignJWT({ htm, htu, iat: seconds(), jti: randomSecret(), ...over })
      .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header })
      .sign(pair.privateKey);
  return { jkt: await calculateJwkThumbprint(jwk), jwk, privateJwk: await exportJWK(pair.privateKey), prove };
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Sends a form to the token endpoint with a proof: a valid one, or the given one. */
export async function tokenWith(
  service: Pick<Service, 'send' | 'baseUrl'>,
  known: Known,
  key: ProofKey | string,
  form: Record<string, string>,
): Promise<Reply> {
  const proof = typeof key === 'string' ? key : await key.prove('POST', `${service.baseUrl}/oauth2/token`);
  const isPublic = ['browser', 'native'].includes(known.application.kind);
  const fields = isPublic ? { client_id: known.application.id, ...form } : form;
  return postForm(service, '/oauth2/token', fields, { headers: { ...(isPublic ? {} : basicOf(known)), dpop: proof } });
}

/** Calls an operation with a bound token and a proof: a valid one, or one that `over` alters. */
export async function callWith(
  service: Pick<Service, 'send' | 'baseUrl'>,
  key: ProofKey,
  token: string,
  path: string,
  over: Members = {},
  method = 'GET',
): Promise<Reply> {
  const dpop = await key.prove(method, `${service.baseUrl}${path}`, { ath: hashOf(token), ...over });
  return service.send(method, path, { headers: { authorization: `DPoP ${token}`, dpop } });
}
