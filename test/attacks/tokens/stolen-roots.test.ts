// Threat: a thief has read every root secret and the whole table, once. This is the drill of docs/operations.md, "If a
// root secret was stolen": it takes the three steps in their order, then tries what the thief can make or has kept.
import { hkdfSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importJWK } from 'jose';
import { handler as keyRotation } from '../../../functions/key-rotation.ts';
import { handler as secretRotation } from '../../../functions/secret-rotation.ts';
import { PEPPER_SECRET, SEAL_SECRET, SESSION_SECRET } from '../../../infra/tools/local/secrets.ts';
import { verifyPassword } from '../../../lib/crypto/password-hash.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { sealedUnder, unseal } from '../../../lib/crypto/seal.ts';
import { hmac } from '../../../lib/crypto/secrets.ts';
import { userBinding } from '../../../lib/http/csrf.ts';
import { forgetSecrets } from '../../../lib/platform/aws/secrets.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { createUser } from '../../support/admin-users.ts';
import { adminSession, answerOf, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader, type Reply } from '../../support/http.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { complete, enrol, enrolled, loginTrusted, pending, prove, trusting } from '../../support/mfa.ts';
import { everyRow, type Row } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, type Tenant, type User, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf, hs256 } from '../../support/tokens.ts';
import { nextCode } from '../../support/totp.ts';

const service = useService();
const KINDS = { pepper: PEPPER_SECRET, seal: SEAL_SECRET, session: SESSION_SECRET } as const;
type Loot = { pepper: Roots<'pepper'>; seal: Roots<'seal'>; session: Roots<'session'>; rows: Row[] };

const readSecret = (name: string): Roots<never> => {
  const { GetSecretValue } = service.local.secretsManager.operations;
  return JSON.parse(Reflect.get(Object(GetSecretValue?.({ SecretId: name })), 'SecretString'));
};
const refresh = (refreshToken: string): Promise<Reply> => service.post('/auth/refresh-token', { refreshToken });
const me = (accessToken: string): Promise<Reply> => service.get('/auth/me', { headers: bearer(accessToken) });
const users = (cookie: string, cursor?: string): Promise<Reply> =>
  service.get(`/auth/admin/api/users?limit=1${cursor ? `&cursor=${cursor}` : ''}`, { headers: { cookie } });
const secretKey = (root: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, '', `gatehouse/${purpose}`, 32));
/** Every version that the thief has, the pending one included, by number. */
const versions = (roots: Roots): [string, string][] =>
  Object.entries(roots).filter(([name]) => /^\d+$/.test(name)) as never;

let tenant: Tenant;
let owner: User;
let stolen: Loot;
/** What existed at the time of the theft. */
let kept: {
  cursor: string;
  adminCookie: string;
  code: string;
  invitation: { email: string; token: string };
  pendingLogin: User['tokens'];
  person: Awaited<ReturnType<typeof enrolled>>;
  trusting: Awaited<ReturnType<typeof trusting>>;
};

beforeAll(async () => {
  tenant = await service.tenant();
  owner = await service.signup(tenant);
  await service.signup(tenant);
  // A rotation has published a pending version, which is in the secret and was never used.
  for (const SecretId of Object.values(KINDS)) {
    const ClientRequestToken = service.local.secretsManager.beginRotation(SecretId);
    for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
      await secretRotation({ Step, SecretId, ClientRequestToken });
  }
  const person = await enrolled(service, tenant);
  const adminCookie = await service.adminCookie();
  kept = {
    cursor: (await users(adminCookie)).body.meta.nextCursor,
    adminCookie,
    code: await emailCode(owner.tokens),
    invitation: await invitation(),
    pendingLogin: await pending(service, person),
    person,
    trusting: await trusting(service, tenant),
  };
  stolen = {
    pepper: readSecret(KINDS.pepper),
    seal: readSecret(KINDS.seal),
    session: readSecret(KINDS.session),
    rows: await everyRow(),
  };
  advance(60_000);
  await followTheGuide();
});

/** The code of a message to the owner's address. */
async function emailCode(tokens: User['tokens']): Promise<string> {
  const seen = await messagesTo(service, 'svc.email_verification_requested', owner.email, 0);
  await service.post('/auth/send-email-verification', {}, { headers: bearer(tokens) });
  return codeTo(service, 'svc.email_verification_requested', owner.email, seen.length + 1);
}

async function invitation(): Promise<{ email: string; token: string }> {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const role = { name: 'Owner', permissions: ['users.invite'], isSystem: true };
  const { body } = await service.admin('POST', '/auth/admin/api/roles', role);
  const inviter = await createUser(service, tenant, { roleIds: [body.role.id] });
  const headers = bearer((await service.login(inviter)).body);
  const email = newEmail();
  await service.post('/auth/invite', { email, tenantId: tenant.id }, { headers });
  const [event] = await messagesTo(service, 'svc.user_invited', email);
  return { email, token: event.token };
}

/** The steps of docs/operations.md. A deployment with another setting starts every function anew. */
async function followTheGuide(): Promise<void> {
  await secretRotation({ stolen: ['session', 'seal', 'pepper'] });
  await keyRotation({ stolen: true });
  Object.assign(config(), { sessionsSince: now() });
  forgetSecrets();
}

let fresh: { tokens: User['tokens']; cookies: string; session: string };
beforeAll(async () => {
  advance(60_000);
  const cookies = cookieHeader(await cookieSession(service, owner));
  const { body: tokens } = await service.login(owner);
  fresh = { tokens, cookies, session: claimsOf(/svc_access=([^;]+)/.exec(cookies)?.[1] ?? '').sid };
});
afterAll(() => void Object.assign(config(), { sessionsSince: 0 }));

describe('after the drill, the owner', () => {
  test('logs in with the password of before, which is hashed anew, and refreshes', async () => {
    expect((await me(fresh.tokens.accessToken)).status).toBe(200);
    const renewed = await refresh(fresh.tokens.refreshToken);
    expect(renewed.status).toBe(200);
    fresh.tokens = renewed.body;
  });

  test('logs in with the authenticator of before', async () => {
    const done = await complete(service, kept.person);
    expect((await me(done.accessToken)).status).toBe(200);
  });

  test('finds the keys of new tokens in the key set, and none of the stolen ones', async () => {
    const { keys } = (await service.get('/.well-known/jwks.json')).body;
    const kids = keys.map(({ kid }: { kid: string }) => kid);
    expect(kids).toContain(headerOf(fresh.tokens.accessToken).kid);
    for (const { kid } of ringOf(stolen.rows)) expect(kids).not.toContain(kid);
  });
});

type Ring = { kid: string; sealedPrivateJwk: string }[];
const ringOf = (rows: Row[]): Ring =>
  (rows.find(({ type }) => type === 'key-ring') as unknown as { ring: { keys: Ring } }).ring.keys;

describe('after the drill, the thief', () => {
  test('cannot use a session of before, nor its refresh token', async () => {
    expect(answerOf(await me(owner.tokens.accessToken))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await refresh(owner.tokens.refreshToken))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
  });

  test('cannot forge a refresh token of a session that began later, with any version or name of one', async () => {
    const claims = claimsOf(fresh.tokens.refreshToken);
    const header = headerOf(fresh.tokens.refreshToken);
    const names = versions(readSecret(KINDS.session)).map(([name]) => name);
    expect(names.length).toBeGreaterThan(versions(stolen.session).length);
    for (const kid of names) {
      for (const [, root] of versions(stolen.session)) {
        const token = forge({ ...header, kid }, claims, hs256(secretKey(root, 'refresh-token')));
        expect([kid, ...answerOf(await refresh(token))]).toEqual([kid, ...refusal('REFRESH_TOKEN_INVALID')]);
      }
    }
    expect((await me(fresh.tokens.accessToken)).status).toBe(200);
  });

  test('cannot sign an access token with a signing key of before, for a session of now', async () => {
    for (const { kid, sealedPrivateJwk } of ringOf(stolen.rows)) {
      const jwk = JSON.parse(unseal(stolen.seal, `signing-key|${kid}`, sealedPrivateJwk));
      const key = (await importJWK(jwk, 'RS256')) as CryptoKey;
      const [header, claims] = [{ ...headerOf(fresh.tokens.accessToken), kid }, claimsOf(fresh.tokens.accessToken)];
      const input = forge(header, claims, () => Buffer.alloc(0)).slice(0, -1);
      const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, Buffer.from(input));
      const token = `${input}.${Buffer.from(signature).toString('base64url')}`;
      expect(answerOf(await me(token))).toEqual(refusal('INVALID_TOKEN'));
    }
  });

  test('cannot open a signing key or an authenticator of now', async () => {
    const another = await service.signup(tenant);
    await enrol(service, another);
    const sealedIn = (rows: Row[]) => JSON.stringify(rows).match(/\bv\d+\.[\w-]{40,}/g) ?? [];
    const known = new Set(sealedIn(stolen.rows));
    const later = sealedIn(await everyRow()).filter((text) => !known.has(text));
    expect(later.length).toBeGreaterThanOrEqual(3);
    const readable = versions(stolen.seal).map(([name]) => name);
    expect(later.filter((text) => readable.includes(sealedUnder(text)))).toEqual([]);
  });

  test('cannot make a CSRF token for a session of now', async () => {
    const change = (token: string) =>
      service.post(
        '/auth/logout-all',
        {},
        {
          headers: { cookie: fresh.cookies, origin: 'https://evil.example', 'x-csrf-token': token },
        },
      );
    for (const [, root] of versions(stolen.session)) {
      const token = `random.${hmac(secretKey(root, 'csrf'), 'random', userBinding(fresh.session))}`;
      expect(answerOf(await change(token))).toEqual(refusal('CSRF_ORIGIN_REJECTED'));
    }
    const { body } = await service.get('/auth/csrf', { headers: { cookie: fresh.cookies } });
    expect((await change(body.csrfToken)).status).toBe(200);
  });

  test('cannot use a cursor of before, nor the session of an admin', async () => {
    expect(answerOf(await users(kept.adminCookie))).toEqual(refusal('SESSION_INVALID'));
    const cookie = await adminSession(service);
    expect(answerOf(await users(cookie, kept.cursor))).toEqual(refusal('CURSOR_INVALID'));
    const { body } = await users(cookie);
    expect((await users(cookie, body.meta.nextCursor)).status).toBe(200);
  });

  test('cannot use a code of before, nor find one of now by its hash', async () => {
    const { body: tokens } = await service.login(owner);
    const verify = (code: string) => service.post('/auth/verify-email', { code }, { headers: bearer(tokens) });
    expect(answerOf(await verify(kept.code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    const code = await emailCode(tokens);
    const rows = await everyRow();
    const isOwners = (row: Row) => row.type === 'one-time-code' && row.to === owner.email;
    const { hash, purpose, to, id } = rows.find(isOwners) as unknown as Record<string, string>;
    const parts = [claimsOf(tokens.accessToken).sub, purpose, to, id, code] as string[];
    for (const [, root] of versions(stolen.session))
      expect(hmac(secretKey(root, 'one-time-code'), ...parts)).not.toBe(hash);
    expect((await verify(code)).status).toBe(200);
  });

  test('cannot complete a login of before, with the right code of the authenticator', async () => {
    const reply = await prove(service, kept.pendingLogin, nextCode(kept.person.secret));
    expect(reply.status).toBe(401);
  });

  test('cannot use the token of a trusted device', async () => {
    const reply = await loginTrusted(service, kept.trusting, kept.trusting.trustToken);
    expect(reply.body.isRequiresMfa).toBe(true);
  });

  test('cannot use the token of an invitation, which a new invitation replaces', async () => {
    const redeem = (token: string) => service.post('/auth/reset-password', { token, newPassword: newPassword() });
    expect(answerOf(await redeem(kept.invitation.token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
  });

  test('cannot try passwords on a hash that was stored later', async () => {
    const row = (await everyRow()).find(({ type, email }) => type === 'user' && email === owner.email);
    const stored = String(row?.passwordHash);
    expect(await verifyPassword(readSecret(KINDS.pepper), stored, owner.password)).toBe(true);
    expect(await verifyPassword(stolen.pepper, stored, owner.password)).toBe(false);
  });
});

// What nothing takes back. The guide says what to do about it.
test('the thief keeps what was readable then: authenticators, and hashes to try passwords on', async () => {
  const sub = claimsOf(kept.person.tokens.accessToken).sub;
  const device = stolen.rows.find(({ pk, sk }) => pk.endsWith(sub) && sk.startsWith('DEV#'));
  const context = `totp|${tenant.id}|${sub}|${kept.person.deviceId}`;
  expect(unseal(stolen.seal, context, String(device?.secret))).toBe(kept.person.secret);
  const user = stolen.rows.find(({ type, email }) => type === 'user' && email === owner.email);
  expect(await verifyPassword(stolen.pepper, String(user?.passwordHash), owner.password)).toBe(true);
});
