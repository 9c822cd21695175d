// Tests the claims that scopes open, and the parameter `claims` (OpenID Connect Core 5.4, 5.5).
import { beforeAll, describe, expect, test } from '@jest/globals';
import { opened, PROFILE_CLAIMS } from '../../../lib/contract/groups/oauth-browser.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import { ask, exchange, newServer, signedIn } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
let sub: string;
const METADATA = Object.fromEntries(PROFILE_CLAIMS.map((name) => [name, `the ${name}`]));
const browser = prepared(async () => signedIn(service, await service.tenant()));
const known = prepared(() => newServer());
beforeAll(async () => {
  sub = claimsOf(browser.user.tokens.accessToken).sub as string;
  await service.admin('PATCH', `/auth/admin/api/users/${sub}`, { metadata: METADATA });
});

/** Logs in with these parameters. Returns the claims of userinfo and of the id token. */
async function given(more: Record<string, string | undefined>) {
  const { query, verifier } = await ask(browser.jar, known, more);
  if (query.code === undefined) throw new Error(`no code: ${JSON.stringify(query)}`);
  const { body } = await exchange(service, known, { code: query.code, verifier });
  const { body: userinfo } = await service.get('/oauth2/userinfo', {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  return { userinfo, idToken: claimsOf(body.id_token) as Record<string, unknown>, tokens: body };
}

const errorOf = async (claims: unknown) =>
  (await ask(browser.jar, known, { claims: typeof claims === 'string' ? claims : JSON.stringify(claims) })).query.error;
const standard = (claims: Record<string, unknown>) => opened.filter((name) => claims[name] !== undefined);

describe('the scope profile', () => {
  test('opens every claim that discovery names', async () => {
    const { userinfo, idToken } = await given({ scope: 'openid profile email phone' });
    const { body } = await service.get('/.well-known/openid-configuration');
    expect(userinfo).toMatchObject(METADATA);
    // This user has no phone number; acr and nonce are absent if a request does not ask for them.
    const absent = ['phone_number', 'phone_number_verified', 'nonce', 'acr'];
    expect(
      body.claims_supported.filter((name: string) => !absent.includes(name) && idToken[name] === undefined),
    ).toEqual([]);
  });

  test('opens the name and the language that the user has set', async () => {
    const own = await signedIn(service, await service.tenant());
    await own.jar.send('PATCH', '/auth/me', { body: { name: 'Ada Lovelace', locale: 'de' } });
    const { query, verifier } = await ask(own.jar, known, { scope: 'openid profile' });
    const { body } = await exchange(service, known, { code: query.code as string, verifier });
    const { body: userinfo } = await service.get('/oauth2/userinfo', {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    for (const claims of [userinfo, claimsOf(body.id_token)])
      expect(claims).toMatchObject({ name: 'Ada Lovelace', locale: 'de' });
  });
});

describe('the parameter claims', () => {
  test('opens single claims, each where it was asked for, also after a refresh', async () => {
    const claims = { userinfo: { name: { essential: true }, gender: null }, id_token: { email: null } };
    const { userinfo, idToken, tokens } = await given({
      scope: 'openid offline_access',
      claims: JSON.stringify(claims),
    });
    expect([standard(userinfo), standard(idToken)]).toEqual([['name', 'gender'], ['email']]);
    const again = await exchangeRefresh(tokens.refresh_token);
    expect(
      standard(
        (await service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${again.access_token}` } })).body,
      ),
    ).toEqual(['name', 'gender']);
  });

  test('opens nothing that is not a claim of a scope, and nothing without being asked', async () => {
    const names = [
      'tenant',
      'roles',
      'metadata',
      'passwordHash',
      'sub',
      'constructor',
      '__proto__',
      'name#de',
      'address',
    ];
    const text = `{"userinfo":{${names.map((name) => `"${name}":null`).join(',')}},"other":{"email":null}}`;
    const { userinfo, idToken } = await given({ scope: 'openid', claims: text });
    expect([standard(userinfo), standard(idToken)]).toEqual([[], []]);
    expect(Object.keys(userinfo).sort()).toEqual(['sub', 'tid']);
  });

  test('is bound to the user whom it names', async () => {
    const stranger = await service.signup(await service.tenant());
    const other = claimsOf(stranger.tokens.accessToken).sub;
    expect((await given({ claims: JSON.stringify({ id_token: { sub: { value: sub } } }) })).idToken.sub).toBe(sub);
    const asked = await ask(browser.jar, known, {
      prompt: 'none',
      claims: JSON.stringify({ id_token: { sub: { value: other } } }),
    });
    expect(asked.query.error).toBe('login_required');
    expect(await errorOf({ id_token: { sub: { value: sub } }, userinfo: { sub: { value: other } } })).toBe(
      'invalid_request',
    );
    expect(await errorOf({ userinfo: { sub: { value: 7 } } })).toBe('invalid_request');
  });

  test('fails for an essential acr that the login has not, and ignores a voluntary one', async () => {
    const mfa = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
    for (const value of [mfa, 'urn:unknown'])
      expect(await errorOf({ id_token: { acr: { essential: true, values: [value] } } })).toBe(
        'unmet_authentication_requirements',
      );
    expect((await given({ claims: JSON.stringify({ id_token: { acr: { values: [mfa] } } }) })).idToken.acr).toBe(
      undefined,
    );
  });

  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['an array', []],
    ['a text', '"name"'],
    ['a member that is a text', { userinfo: 'name' }],
    ['a claim that is true', { userinfo: { name: true } }],
    ['values that are no list', { id_token: { acr: { values: 'x' } } }],
    ['more than 2048 characters', JSON.stringify({ userinfo: { ['x'.repeat(2050)]: null } })],
    ['deep nesting', `{"userinfo":${'['.repeat(1000)}${']'.repeat(1000)}}`],
  ])('is refused with %s', async (_, claims) => {
    expect(await errorOf(claims)).toBe('invalid_request');
  });
});

async function exchangeRefresh(refresh_token: string) {
  const { body } = await postForm(
    service,
    '/oauth2/token',
    { grant_type: 'refresh_token', refresh_token },
    { headers: basicOf(known) },
  );
  return body;
}
