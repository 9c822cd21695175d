// Threat: a client that publishes its keys in a document is imitated by one without them, or by one with keys that it has
// withdrawn, or makes this service read its document where no user is present.
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { LIMITS } from '../../../lib/domain/credentials/limit-table.ts';
import { attempt } from '../../../lib/domain/credentials/limits.ts';
import { advance, seconds } from '../../../lib/platform/clock.ts';
import { later, MINUTE } from '../../support/api.ts';
import { type Known, newSigningKey, postForm, proofForm, type Sign } from '../../support/applications.ts';
import { clientAt, exchangeAs, tokenAs, useDocuments } from '../../support/client-documents.ts';
import type { Reply } from '../../support/http.ts';
import type { Jar } from '../../support/jar.ts';
import { ask, codeOf, signedIn } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const documents = useDocuments();
const tenant = prepared(() => service.tenant({ unregisteredClients: { policy: 'any' } }));
const browser = async () => (await signedIn(service, tenant)).jar;
const back = () => ({ redirect_uri: documents.callback });

// All documents have one host, whose budget is that of a minute.
let ahead = 0;
beforeEach(() => {
  ahead += MINUTE;
  advance(MINUTE);
});
afterAll(() => advance(-ahead));

type Key = Awaited<ReturnType<typeof newSigningKey>>;
const signing = (...keys: Key[]) => ({
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: keys.map(({ publicKey }) => publicKey) },
});
const proofOf = async ({ application }: Known, sign: Sign, over = {}, header = {}) =>
  proofForm(await sign(application.id, service.baseUrl, over, header));

/** A client with a key, and the tokens of its user. */
async function signer(key?: Key, user?: Jar) {
  const jar = user ?? (await browser());
  const own = key ?? (await newSigningKey());
  const known = documents.publish(signing(own));
  const code = await codeOf(jar, known, back());
  const reply = await exchangeAs(service, known, code, await proofOf(known, own.sign));
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return { jar, known, key: own, tokens: reply.body };
}
const refresh = (known: Known, tokens: { refresh_token: string }, proof: Record<string, string> = {}) =>
  tokenAs(service, known, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...proof });
const answer = ({ status, body }: Reply) => [status, body.error];
const REFUSED = [401, 'invalid_client'];

describe('a client with keys in its document', () => {
  test.each(['ES256', 'RS256', 'EdDSA'])('gets, refreshes and revokes tokens with %s', async (alg) => {
    const { known, key, tokens } = await signer(await newSigningKey(alg));
    const renewed = await refresh(known, tokens, await proofOf(known, key.sign));
    expect(answer(renewed)).toEqual([200, undefined]);
    const revoke = async (proof: Record<string, string>) =>
      postForm(service, '/oauth2/revoke', {
        client_id: known.application.id,
        token: renewed.body.refresh_token,
        ...proof,
      });
    expect(answer(await revoke({}))).toEqual(REFUSED);
    expect((await revoke(await proofOf(known, key.sign))).status).toBe(200);
    expect(answer(await refresh(known, renewed.body, await proofOf(known, key.sign)))).toEqual([400, 'invalid_grant']);
  });

  test.each<[string, (known: Known, key: Key) => Promise<Record<string, string>>]>([
    ['without a proof', async () => ({})],
    ['with a secret', async () => ({ client_secret: 'x' })],
    ['with the key of another', async (known) => proofOf(known, (await newSigningKey()).sign)],
    ['with the name of another key', (known, { sign }) => proofOf(known, sign, {}, { kid: 'two' })],
    ['for another audience', (known, { sign }) => proofOf(known, sign, { aud: 'https://other.example.com' })],
    ['for two audiences', (known, { sign }) => proofOf(known, sign, { aud: [service.baseUrl, 'https://x.example'] })],
    ['that is over', (known, { sign }) => proofOf(known, sign, { exp: seconds() - 60 })],
    ['of another client', (known, { sign }) => proofOf(known, sign, { iss: documents.callback })],
    ['without an id', (known, { sign }) => proofOf(known, sign, { jti: undefined })],
    [
      'that nothing has signed',
      async ({ application: { id } }) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const claims = { iss: id, sub: id, aud: service.baseUrl, exp: seconds() + 60, jti: randomSecret() };
        return proofForm(`${part({ alg: 'none' })}.${part(claims)}.`);
      },
    ],
    [
      'whose secret is the public key',
      async ({ application: { id } }, { publicKey }) => {
        const claims = { iss: id, sub: id, aud: service.baseUrl, exp: seconds() + 60, jti: randomSecret() };
        const secret = Buffer.from(JSON.stringify(publicKey));
        return proofForm(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret));
      },
    ],
  ])('is refused with a code and a refresh token %s, which work afterwards', async (_, make) => {
    const { jar, known, key, tokens } = await signer();
    const code = await codeOf(jar, known, back());
    expect(answer(await exchangeAs(service, known, code, await make(known, key)))).toEqual(REFUSED);
    expect(answer(await refresh(known, tokens, await make(known, key)))).toEqual(REFUSED);
    expect((await refresh(known, tokens, await proofOf(known, key.sign))).status).toBe(200);
    expect((await exchangeAs(service, known, code, await proofOf(known, key.sign))).status).toBe(200);
  });

  test('uses each assertion once; of twenty callers one succeeds', async () => {
    const { known, key, tokens } = await signer();
    const proof = await proofOf(known, key.sign);
    const replies = await race(20, () => refresh(known, tokens, proof));
    expect(outcomes(replies)).toEqual({ 200: 1, '401 INVALID_CLIENT': 19 });
    const won = replies.find(({ status }) => status === 200) as Reply;
    expect(answer(await refresh(known, won.body, proof))).toEqual(REFUSED);
  });

  test('opens nothing that is for registered applications', async () => {
    const { known, key } = await signer();
    const form = async (more: Record<string, string>) => ({ ...more, ...(await proofOf(known, key.sign)) });
    const asked = await postForm(service, '/oauth2/introspect', await form({ token: 'x' }));
    expect(answer(asked)).toEqual([400, 'unauthorized_client']);
    const pushed = await postForm(service, '/oauth2/par', await form(back()));
    expect(answer(pushed)).toEqual([400, 'unauthorized_client']);
    const machine = await tokenAs(service, known, await form({ grant_type: 'client_credentials' }));
    expect(answer(machine)).toEqual([400, 'unauthorized_client']);
    const { client_assertion: clientAssertion } = await form({});
    const verified = await service.post('/auth/api-keys/verify', { key: `gak_${'x'.repeat(43)}`, clientAssertion });
    expect([verified.status, verified.body.code]).toEqual([401, 'INVALID_CLIENT']);
  });
});

describe('a document with keys is refused', () => {
  const asked = async (fields: Record<string, unknown>) =>
    (await ask(await browser(), documents.publish(fields), back())).query.cause ?? 'shown';

  test.each<[string, (key: Key) => Record<string, unknown>]>([
    ['that are private', ({ publicKey }) => ({ jwks: { keys: [{ ...publicKey, d: 'x' }] } })],
    ['that are secrets', () => ({ jwks: { keys: [{ kty: 'oct', k: 'x', kid: 'one' }] } })],
    ['of no known kind', () => ({ jwks: { keys: [{ kty: 'EC', crv: 'P-521', x: 'x', y: 'y' }] } })],
    ['that are none', () => ({ jwks: { keys: [] } })],
    ['that are no set', ({ publicKey }) => ({ jwks: [publicKey] })],
    ['of one name', ({ publicKey }) => ({ jwks: { keys: [publicKey, publicKey] } })],
    [
      'and an address of keys',
      ({ publicKey }) => ({
        jwks: { keys: [publicKey] },
        jwks_uri: documents.publishKeys([publicKey]),
      }),
    ],
    ['at another host', () => ({ jwks_uri: 'https://evil.example/keys.json' })],
    ['at another port', () => ({ jwks_uri: 'https://localhost:1/keys.json' })],
    ['at an address without https', () => ({ jwks_uri: `http://${documents.host}/keys.json` })],
    ['at an address with a user', () => ({ jwks_uri: `https://a:b@${documents.host}/keys.json` })],
    ['at an address of a blob', () => ({ jwks_uri: `blob:https://${documents.host}/keys` })],
    ['at an address that is private', () => ({ jwks_uri: 'https://169.254.169.254/keys.json' })],
    [
      'at an address with a private key',
      ({ publicKey }) => ({
        jwks_uri: documents.publishKeys([{ ...publicKey, d: 'x' }]),
      }),
    ],
    [
      'at an address without JSON',
      ({ publicKey }) => ({
        jwks_uri: documents.publishKeys([publicKey], { body: '{' }),
      }),
    ],
  ])('%s', async (_, make) => {
    const fields = make(await newSigningKey());
    expect(await asked({ token_endpoint_auth_method: 'private_key_jwt', ...fields })).toBe('client_document_invalid');
  });

  test('at an address that redirects', async () => {
    const jwks_uri = documents.publishKeys([], { status: 302, headers: { location: '/other.json' } });
    expect(await asked({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri })).toBe('client_document_failed');
  });

  test('and is taken without its keys, usable or not, if it does not sign', async () => {
    const { publicKey } = await newSigningKey();
    for (const keys of [[publicKey], [{ ...publicKey, use: 'enc' }], Array(5).fill(publicKey)])
      expect(await asked({ jwks: { keys } })).toBe('shown');
    expect(await asked({ jwks: null, jwks_uri: null })).toBe('shown');
  });
});

describe('the keys of a client', () => {
  test('may be at an address beside its document, which is read with it', async () => {
    const [one, two] = [await newSigningKey('RS256', 'one'), await newSigningKey('RS256', 'two')];
    const jwks_uri = documents.publishKeys([one.publicKey]);
    const keys = clientAt(jwks_uri);
    const known = documents.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri });
    const code = await codeOf(await browser(), known, back());
    const { body: tokens } = await exchangeAs(service, known, code, await proofOf(known, one.sign));
    documents.change(keys, { keys: [two.publicKey] });
    expect(answer(await refresh(known, tokens, await proofOf(known, two.sign)))).toEqual(REFUSED);
    expect([documents.fetches(known), documents.fetches(keys)]).toEqual([1, 1]);
    await later(6 * MINUTE, async () => {
      expect(answer(await refresh(known, tokens, await proofOf(known, one.sign)))).toEqual(REFUSED);
      expect((await refresh(known, tokens, await proofOf(known, two.sign))).status).toBe(200);
      expect([documents.fetches(known), documents.fetches(keys)]).toEqual([2, 2]);
    });
  });

  test('count no longer than the document is fresh after they were withdrawn', async () => {
    const { known, key, tokens } = await signer();
    const next = await newSigningKey('ES256', 'two');
    documents.change(known, signing(next));
    const { body: renewed } = await refresh(known, tokens, await proofOf(known, key.sign));
    await later(6 * MINUTE, async () => {
      expect(answer(await refresh(known, renewed, await proofOf(known, key.sign)))).toEqual(REFUSED);
      expect((await refresh(known, renewed, await proofOf(known, next.sign))).status).toBe(200);
      expect(documents.fetches(known)).toBe(2);
    });
  });

  test('do not count while the document is over and cannot be read', async () => {
    const { known, key, tokens } = await signer();
    documents.change(known, {}, { status: 500 });
    await later(6 * MINUTE, async () => {
      expect(answer(await refresh(known, tokens, await proofOf(known, key.sign)))).toEqual(REFUSED);
      documents.change(known, {}, {});
      expect((await refresh(known, tokens, await proofOf(known, key.sign))).status).toBe(200);
    });
  });

  test('are read within the budget of their host, and a client hears when to come again', async () => {
    const { known, key, tokens } = await signer();
    await later(20 * MINUTE, async () => {
      const { max } = LIMITS['client-document-host'];
      for (let round = 0; round < max; round++) await attempt('client-document-host', 'localhost');
      const reply = await refresh(known, tokens, await proofOf(known, key.sign));
      expect([reply.status, reply.body.code, reply.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
      expect(documents.fetches(known)).toBe(1);
    });
    await later(22 * MINUTE, async () =>
      expect((await refresh(known, tokens, await proofOf(known, key.sign))).status).toBe(200),
    );
  });

  test('make a public client one that signs, and its refresh tokens go on with a proof alone', async () => {
    const known = documents.publish();
    const { body: tokens } = await exchangeAs(service, known, await codeOf(await browser(), known, back()));
    const key = await newSigningKey();
    documents.change(known, signing(key));
    await later(6 * MINUTE, async () => {
      // Without a proof, what was read last counts.
      const renewed = await refresh(known, tokens);
      expect([renewed.status, documents.fetches(known)]).toEqual([200, 1]);
      const proved = await refresh(known, renewed.body, await proofOf(known, key.sign));
      expect([proved.status, documents.fetches(known)]).toEqual([200, 2]);
      expect(answer(await refresh(known, proved.body))).toEqual(REFUSED);
      expect((await refresh(known, proved.body, await proofOf(known, key.sign))).status).toBe(200);
    });
  });

  test('count from the next login of any user on', async () => {
    const known = documents.publish();
    const { body: tokens } = await exchangeAs(service, known, await codeOf(await browser(), known, back()));
    const key = await newSigningKey();
    documents.change(known, signing(key));
    await later(6 * MINUTE, async () => {
      await ask((await signedIn(service, tenant)).jar, known, back());
      expect(answer(await refresh(known, tokens))).toEqual(REFUSED);
      expect((await refresh(known, tokens, await proofOf(known, key.sign))).status).toBe(200);
    });
  });

  test('can be given up: the client is public after its document was read again', async () => {
    const { known, key, tokens } = await signer();
    documents.change(known, { token_endpoint_auth_method: 'none', jwks: undefined });
    expect(answer(await refresh(known, tokens))).toEqual(REFUSED);
    await later(6 * MINUTE, async () => {
      expect(answer(await refresh(known, tokens, await proofOf(known, key.sign)))).toEqual(REFUSED);
      expect((await refresh(known, tokens)).status).toBe(200);
    });
  });
});

describe('where no user is present, a document that is over is not read', () => {
  test.each<[string, (jar: Jar, known: Known, tokens: { refresh_token: string }) => Promise<Record<string, string>>]>([
    ['without a refresh token', async () => ({ grant_type: 'authorization_code', code: 'x', code_verifier: 'x' })],
    ['for a refresh token that is none', async () => ({ grant_type: 'refresh_token', refresh_token: 'x' })],
    [
      'for a refresh token of another client',
      async () => ({ grant_type: 'refresh_token', refresh_token: (await signer()).tokens.refresh_token }),
    ],
    [
      'for the refresh token of a session that has ended',
      async (jar, known, { refresh_token }) => {
        const { grants } = (await jar.get('/auth/grants')).body;
        const own = grants.find(
          ({ application }: { application: { id: string } }) => application.id === known.application.id,
        );
        await jar.send('DELETE', `/auth/grants/${own.id}`);
        return { grant_type: 'refresh_token', refresh_token };
      },
    ],
  ])('%s', async (_, make) => {
    const { jar, known, key, tokens } = await signer();
    const form = await make(jar, known, tokens);
    await later(6 * MINUTE, async () => {
      for (const proof of [{}, await proofOf(known, key.sign), await proofOf(known, (await newSigningKey()).sign)])
        expect((await tokenAs(service, known, { ...form, ...proof })).status).toBeGreaterThanOrEqual(400);
      expect(documents.fetches(known)).toBe(1);
    });
  });

  test('in a tenant that has shut it out', async () => {
    const own = await service.tenant({ unregisteredClients: { policy: 'any' } });
    const { known, key, tokens } = await signer(undefined, (await signedIn(service, own)).jar);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, {
      settings: { unregisteredClients: { policy: 'off' } },
    });
    await later(6 * MINUTE, async () => {
      const reply = await refresh(known, tokens, await proofOf(known, key.sign));
      expect([answer(reply), documents.fetches(known)]).toEqual([[400, 'invalid_grant'], 1]);
    });
  });
});
