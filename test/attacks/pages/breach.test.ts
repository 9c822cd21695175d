// Threat: BREACH (CVE-2013-3587). An attacker makes a browser send requests with guesses, sees how long the compressed
// replies are, and so learns a secret in them. It takes a reply that is compressed, holds a secret that stays the same,
// and repeats input. The replies with secrets repeat nothing, are shorter than what is compressed, or change each time.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MIN_COMPRESSED } from '../../../infra/routes.ts';
import { createJar } from '../../support/jar.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));
const browser = prepared(() => createJar(service));
beforeAll(() => browser.post('/auth/login', { tenantId: user.tenant.id, credentials: user }));

const MARK = 'zqmarkzq';
/** What a page of another site can choose: the query. Headers too, for clients other than browsers. */
const QUERY = `?${['q', 'tenantId', 'redirectUri', 'resume', MARK].map((name) => `${name}=${MARK}`).join('&')}`;
const HEADERS = {
  'user-agent': MARK,
  'accept-language': MARK,
  referer: `https://${MARK}.example`,
  'x-request-id': MARK,
};

/** Requests whose replies hold a secret, and whether a browser sends its cookies with them. */
const SECRETS: [string, (more: { headers: Record<string, string> }) => Promise<{ status: number; text: string }>][] = [
  ['GET /auth/csrf', ({ headers }) => browser.get(`/auth/csrf${QUERY}`, { headers })],
  [
    'POST /auth/refresh-token',
    async ({ headers }) => {
      const { body } = await service.login(user);
      return service.post(`/auth/refresh-token${QUERY}`, { refreshToken: body.refreshToken }, { headers });
    },
  ],
  [
    'POST /auth/login',
    ({ headers }) =>
      service.post(
        `/auth/login${QUERY}`,
        { tenantId: user.tenant.id, credentials: { email: user.email, password: user.password } },
        { headers },
      ),
  ],
  [
    'POST /auth/mfa/setup-totp',
    ({ headers }) =>
      service.post(`/auth/mfa/setup-totp${QUERY}`, {}, { headers: { ...headers, ...bearer(user.tokens) } }),
  ],
  [
    'GET /auth/me',
    ({ headers }) => service.get(`/auth/me${QUERY}`, { headers: { ...headers, ...bearer(user.tokens) } }),
  ],
];

test.each(SECRETS)('the reply of %s repeats nothing of the query or the headers', async (_, ask) => {
  const { status, text } = await ask({ headers: HEADERS });
  expect([200, 201]).toContain(status);
  expect(text).not.toContain(MARK);
});

test('the CSRF token of a session is another one each time, so that guesses at it do not add up', async () => {
  const tokens = await Promise.all([1, 2, 3].map(async () => (await browser.get('/auth/csrf')).body.csrfToken));
  expect(new Set(tokens).size).toBe(3);
});

describe('a reply with a CSRF token', () => {
  test('is too short to be compressed', async () => {
    const { text, status } = await browser.get('/auth/csrf');
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(MIN_COMPRESSED);
  });
});

test('a page has no secret: it is the same for everyone, signed in or not', async () => {
  const anonymous = await service.get('/login');
  const { text } = await browser.get('/login');
  expect(text).toBe(anonymous.text);
});

test('the tokens of a login are others each time, because their reply is long enough to be compressed', async () => {
  const [one, other] = [await service.login(user), await service.login(user)];
  for (const name of ['accessToken', 'refreshToken']) expect(one.body[name]).not.toBe(other.body[name]);
});

test('the key of an authenticator is another one each time', async () => {
  const newUser = await service.signup(user.tenant);
  const setUp = () => service.post('/auth/mfa/setup-totp', {}, { headers: bearer(newUser.tokens) });
  const [one, other] = [await setUp(), await setUp()];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body.secret).not.toBe(other.body.secret);
});
