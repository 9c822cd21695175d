// Tests GET /auth/session.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, cookieSession, disable, later, MINUTE, refusal } from '../../support/api.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { cookieHeader } from '../../support/http.ts';
import { bearer, type User, useService } from '../../support/service.ts';

const service = useService();

const ask = (headers: Record<string, string | string[]>) => service.get('/auth/session', { headers });
const STRANGER = { status: 200, body: { session: null } };

const expectedOf = ({ email, tenant, tokens }: User, sid = claimsOf(tokens.accessToken).sid) => ({
  id: sid,
  expiresAt: expect.stringMatching(/Z$/),
  user: {
    id: claimsOf(tokens.accessToken).sub,
    email,
    phone: null,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    name: null,
    locale: null,
    isMfaEnabled: false,
    mustChangePassword: false,
    metadata: {},
  },
  tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name },
  roles: [],
  permissions: [],
});

describe('GET /auth/session 200', () => {
  test('returns user, tenant and end of the session of an access token', async () => {
    const user = await service.signup(await service.tenant());
    const { status, body } = await ask(bearer(user.tokens));
    expect([status, body.session]).toEqual([200, expectedOf(user)]);
    const { expiresAt } = (await service.get('/auth/verify-session', { headers: bearer(user.tokens) })).body;
    expect(body.session.expiresAt).toBe(expiresAt);
  });

  test('returns the current roles and permissions', async () => {
    const { name } = await newPermission(service);
    const { user, role } = await holder(service, [name]);
    const { body } = await ask(bearer(user.tokens));
    expect(body.session.permissions).toEqual([name]);
    expect(body.session.roles).toEqual([{ id: role.id, name: role.name, guard: 'web' }]);
  });

  test('returns the session of the cookie', async () => {
    const user = await service.signup(await service.tenant());
    const cookie = cookieHeader(await cookieSession(service, user));
    const { body } = await ask({ ...COOKIES, cookie });
    expect(body.session).toEqual(expectedOf(user, body.session.id));
    expect(body.session.id).not.toBe(claimsOf(user.tokens.accessToken).sid);
  });

  test('returns null to strangers and to other tokens than access tokens', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const headers = [{}, bearer('garbage'), { authorization: 'Basic eDp5' }, bearer(tokens.refreshToken)];
    for (const each of headers) expect(await ask(each)).toMatchObject(STRANGER);
    expect(await ask({ ...COOKIES, cookie: 'svc_access=garbage' })).toMatchObject(STRANGER);
  });

  test('returns null for an expired token, after a logout, and for a disabled account', async () => {
    const [expired, left, disabled] = await Promise.all(
      [1, 2, 3].map(async () => service.signup(await service.tenant())),
    );
    expect(await later(16 * MINUTE, () => ask(bearer(expired!.tokens)))).toMatchObject(STRANGER);
    await service.post('/auth/logout', {}, { headers: bearer(left!.tokens) });
    await disable(disabled!);
    for (const { tokens } of [left!, disabled!]) expect(await ask(bearer(tokens))).toMatchObject(STRANGER);
  });

  test('returns null while the second factor is outstanding', async () => {
    const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    expect(await ask(bearer(tokens))).toMatchObject(STRANGER);
  });
});

describe('GET /auth/session 400', () => {
  test('rejects two bearer tokens', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const { authorization } = bearer(tokens);
    const reply = await ask({ authorization: [authorization as string, authorization as string] });
    expect(answerOf(reply)).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  });
});
