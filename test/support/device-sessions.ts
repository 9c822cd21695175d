// Plays the part of a browser in Device Bound Session Credentials: it makes a key after a login and signs challenges.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Reply } from './http.ts';
import type { Jar } from './jar.ts';

export const BIND = '/auth/device-sessions';
export const PROVE = '/auth/device-sessions/proof';
export const ADMIN_BIND = '/auth/admin/device-sessions';
export const ADMIN_PROVE = '/auth/admin/device-sessions/proof';

type Header = Record<string, unknown>;
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
type Key = ReturnType<typeof newKey>;

/** A signed text of the protocol. `header` and `payload` replace parts of a good one. */
export function signed(key: KeyObject, challenge: string, header: Header = {}, payload: Header = {}): string {
  const content = `${encoded({ alg: 'ES256', typ: 'dbsc+jwt', ...header })}.${encoded({ jti: challenge, ...payload })}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

/** The text of a registration, which names the key. */
export const registrationOf = ({ privateKey, publicKey }: Key, challenge: string, header: Header = {}): string =>
  signed(privateKey, challenge, { jwk: publicKey.export({ format: 'jwk' }), ...header });

/** The challenge of the offer that came with a login; `undefined` without an offer. */
export const offerIn = (reply: Reply): string | undefined =>
  /^\(ES256\);path="\/auth\/(?:admin\/)?device-sessions";challenge="([^"]+)"$/.exec(
    String(reply.headers['secure-session-registration']),
  )?.[1];

/** The challenge of a reply, and the binding that it is for. */
export function challengeIn(reply: Reply): { challenge: string; id: string } {
  const [, challenge, id] = /^"([^"]+)";id="([^"]+)"$/.exec(String(reply.headers['secure-session-challenge'])) ?? [];
  if (challenge === undefined || id === undefined) throw new Error('the reply has no challenge');
  return { challenge, id };
}

export const bind = (jar: Jar, response: string): Promise<Reply> =>
  jar.send('POST', BIND, { headers: { 'secure-session-response': response } });

/** Calls the operation for proofs, with a signed text or without one. */
export const prove = (jar: Jar, id: string, response?: string): Promise<Reply> =>
  jar.send('POST', PROVE, {
    headers: { 'sec-secure-session-id': id, ...(response !== undefined && { 'secure-session-response': response }) },
  });

/** Asks for a challenge and proves the key for it, as a browser without a cached challenge does. */
export async function proved(jar: Jar, id: string, key: Key): Promise<Reply> {
  const asked = await prove(jar, id);
  return prove(jar, id, signed(key.privateKey, challengeIn(asked).challenge));
}

/** A browser whose login has just been bound. */
export type BoundBrowser = { jar: Jar; key: Key; id: string };

/** Binds the session of the login that the reply is of. */
export async function bound(jar: Jar, login: Reply): Promise<BoundBrowser> {
  const key = newKey();
  const offered = offerIn(login);
  if (offered === undefined) throw new Error('the login offers no binding');
  const reply = await bind(jar, registrationOf(key, offered));
  if (reply.status !== 200) throw new Error(`not bound: ${JSON.stringify(reply.body)}`);
  return { jar, key, id: reply.body.session_identifier };
}
