// Tests GET /auth/sso/{provider}: the browser leaves for an identity provider.
import { describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { HOME, leave, startPath, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

describe('GET /auth/sso/{provider} 302', () => {
  test('redirects to the provider with PKCE, state, nonce and the fixed callback address', async () => {
    const reply = await service.get(startPath(tenant));
    expectWellFormed(reply);
    expect([reply.status, reply.text]).toEqual([302, '']);
    const url = new URL(reply.headers.location as string);
    expect(url.origin + url.pathname).toBe(`${realm.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: realm.clientId,
      redirect_uri: `${service.baseUrl}/auth/callback/acme`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^ten_\w{22}\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('sets an HttpOnly SameSite=Lax cookie for ten minutes', async () => {
    const { setCookies } = await service.get(startPath(tenant));
    expect(setCookies).toEqual([
      expect.stringMatching(/^svc_sso=ten_\w{22}\.[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=600$/),
    ]);
  });

  test('creates new secrets for every login and ignores a cookie of the request', async () => {
    const forged = { headers: { cookie: `svc_sso=${'a'.repeat(43)}` } };
    const [one, two] = [await service.get(startPath(tenant), forged), await service.get(startPath(tenant))];
    expect(one.setCookies[0]).not.toContain('a'.repeat(43));
    expect(one.setCookies[0]).not.toBe(two.setCookies[0]);
    const secrets = ({ headers }: typeof one) => {
      const { searchParams } = new URL(headers.location as string);
      return ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name));
    };
    expect(new Set([...secrets(one), ...secrets(two)]).size).toBe(6);
  });

  test("requests the tenant's scopes and always openid", async () => {
    const other = await tenantWith(service, realm, { ssoProviders: [realm.settings('acme', { scopes: ['groups'] })] });
    expect(new URL((await leave(service, other)).location).searchParams.get('scope')).toBe('openid groups');
  });
});

/** Our page, which every tenant may send people back to. */
const own = (): string => `${service.baseUrl}/login/back`;

describe('GET /auth/sso/{provider} with our own page', () => {
  test('redirects in cookie mode although no setting of the tenant lists the page', async () => {
    const reply = await service.get(startPath(tenant, { redirectUri: own(), mode: 'cookie', codeChallenge: '' }));
    expect(reply.status).toBe(302);
  });

  test('rejects it in header mode: the page has no use for a code', async () => {
    const reply = await service.get(startPath(tenant, { redirectUri: own(), mode: 'header' }));
    expect(answerOf(reply)).toEqual(refusal('REDIRECT_NOT_ALLOWED'));
  });

  test.each([
    ['a query', (uri: string) => `${uri}?resume=x`],
    ['a fragment', (uri: string) => `${uri}#x`],
    ['a path below it', (uri: string) => `${uri}/x`],
    ['a slash at the end', (uri: string) => `${uri}/`],
    ['another case', (uri: string) => uri.replace('/login', '/Login')],
    ['an encoded letter', (uri: string) => uri.replace('back', '%62ack')],
    ['steps up and down', (uri: string) => uri.replace('/login', '/x/../login')],
    ['a user', (uri: string) => uri.replace('://', '://user@')],
    ['another port', (uri: string) => uri.replace(/:\d+/, ':1')],
    ['another host', (uri: string) => uri.replace('localhost', 'localhost.evil.example')],
    ['the host of the provider', (uri: string) => uri.replace('localhost', '127.0.0.1')],
    ['another page', (uri: string) => uri.replace('/login/back', '/account')],
  ])('rejects an address that differs from it by %s', async (_, changed) => {
    const reply = await service.get(startPath(tenant, { redirectUri: changed(own()), mode: 'cookie' }));
    expect(answerOf(reply)).toEqual(refusal('REDIRECT_NOT_ALLOWED'));
  });
});

describe('GET /auth/sso/{provider} 400', () => {
  test('rejects a missing redirectUri, an unknown mode and a short code challenge', async () => {
    for (const query of [{ redirectUri: '' }, { mode: 'body' }, { codeChallenge: 'short' }] as Record<string, string>[])
      expect(answerOf(await service.get(startPath(tenant, query)))).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects a start without a code challenge, names the field, and needs none in cookie mode', async () => {
    const reply = await service.get(startPath(tenant, { codeChallenge: '' }));
    expect([...answerOf(reply), reply.body.message]).toEqual([
      ...refusal('INVALID_INPUT'),
      'codeChallenge: is required (S256, RFC 7636), except in cookie mode',
    ]);
    expect(reply.setCookies).toEqual([]);
    expect((await service.get(startPath(tenant, { codeChallenge: '', mode: 'cookie' }))).status).toBe(302);
  });

  test('accepts a start without a code challenge if the tenant makes it optional', async () => {
    const lenient = await tenantWith(service, realm, { binding: { redirects: 'optional' } });
    expect((await service.get(startPath(lenient, { codeChallenge: '' }))).status).toBe(302);
    const strict = await tenantWith(service, realm, { binding: { codes: 'optional' } });
    const reply = await service.get(startPath(strict, { codeChallenge: '' }));
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects a missing tenant', async () => {
    const reply = await service.get(startPath({ id: '' }));
    expect(answerOf(reply)).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test.each([
    '//app.example.com/signed-in?from=sso',
    'https:app.example.com/signed-in?from=sso',
    'https:/\\app.example.com/signed-in?from=sso',
    'https://app.example.com@evil.example/signed-in?from=sso',
    'https://app.example.com.evil.example/signed-in?from=sso',
    'https://app.example.com/signed-in?from=sso#',
    'https://app.example.com/signed-in?from=sso&',
    'https://app.example.com/signed-in',
    'https://app.example.com/signed-in%3Ffrom=sso',
    'https://app.example.com/./signed-in?from=sso',
    'https://APP.example.com/signed-in?from=sso',
    'http://app.example.com/signed-in?from=sso',
    'javascript:alert(1)',
    `${HOME} `,
  ])('rejects the redirectUri %s', async (redirectUri) => {
    const reply = await service.get(startPath(tenant, { redirectUri }));
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('REDIRECT_NOT_ALLOWED'));
    expect(reply.setCookies).toEqual([]);
  });

  test('rejects any redirectUri when the tenant allows none', async () => {
    const strict = await service.tenant({ ssoProviders: [realm.settings('acme')] });
    expect(answerOf(await service.get(startPath(strict)))).toEqual(refusal('REDIRECT_NOT_ALLOWED'));
  });
});

describe('GET /auth/sso/{provider} 404 PROVIDER_NOT_FOUND', () => {
  test.each(['nobody', 'Acme', 'ACME', '__proto__', 'constructor', 'acme%20', 'acme%00', 'toString', 'x'.repeat(40)])(
    'rejects the provider name %s',
    async (name) => {
      const reply = await service.get(startPath(tenant, {}, name));
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('PROVIDER_NOT_FOUND'));
    },
  );

  test('rejects a tenant that is unknown, inactive, deleted or without the provider', async () => {
    const [inactive, deleted, other] = [
      await tenantWith(service, realm),
      await tenantWith(service, realm),
      await service.tenant({ redirectUris: [HOME] }),
    ];
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    for (const id of [inactive.id, deleted.id, other.id, `ten_${'0'.repeat(22)}`, 'ten_nonsense'])
      expect(answerOf(await service.get(startPath({ id })))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  });
});

test('GET /auth/sso/{provider} 429 allows one IP address 300 logins in a quarter of an hour', async () => {
  const ip = freshIp();
  const replies = [];
  for (let round = 0; round < 5; round++)
    replies.push(...(await Promise.all(Array.from({ length: 61 }, () => service.get(startPath(tenant), { ip })))));
  expect(replies.filter(({ status }) => status === 302)).toHaveLength(300);
  const refused = replies.find(({ status }) => status === 429)!;
  expect(answerOf(refused)).toEqual(refusal('RATE_LIMITED'));
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
