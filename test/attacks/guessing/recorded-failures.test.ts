// Threat: strangers guess one-time codes, or come back from an identity provider that refused them, and the audit log shows
// nothing of it; or they fill the log with it.
// Each kind of failure is an entry with its source. An account, or a network, has at most five in a window.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { claimsOf, later, MINUTE } from '../../support/api.ts';
import { type Entry, pagesOf, startFeed } from '../../support/audit.ts';
import type { Send } from '../../support/http.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { act, nextCode } from '../../support/mfa.ts';
import { race } from '../../support/race.ts';
import { bearer, newEmail, prepared, type Tenant, useService } from '../../support/service.ts';
import { comeBack, exchange, leave, newToken, stranger, tenantWith } from '../../support/sso.ts';

const service = useService({}, { changeFeed: false });
let tenant: Tenant;
const feed = prepared(() => startFeed(service));
const idp = prepared(() => startIdentityProvider());
const realm = prepared(() => idp.realm());
beforeAll(async () => {
  tenant = await tenantWith(service, realm);
});
afterAll(async () => {
  feed.stop();
  await idp.stop();
});

async function failures(of: string): Promise<Entry[]> {
  await feed.drain();
  const entries = await pagesOf(service, `/auth/admin/api/audit?tenantId=${tenant.id}`);
  return entries.filter(({ outcome, target }) => outcome === 'failure' && target.id === of);
}

describe('a wrong login code', () => {
  const guess = (email: string, more: object = {}) =>
    service.post('/auth/login', {
      tenantId: tenant.id,
      providerName: 'passwordless',
      credentials: { identifier: email, channels: ['email'], code: '000000', ...more },
    });
  const newAccount = async () => {
    const { email, id } = await createUser(service, tenant);
    await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' });
    return { email, id };
  };

  test('is an entry of the account, with its source and the number of attempts', async () => {
    const { email, id } = await newAccount();
    await guess(email);
    expect((await guess(email)).body.code).toBe('VERIFICATION_CODE_INVALID');
    expect(await failures(id)).toMatchObject(
      [2, 1].map((attempts) => ({
        action: 'session.failed',
        actor: { type: 'stranger', id: null },
        target: { type: 'user' },
        operation: 'login',
        source: { ipAddress: expect.any(String) },
        detail: { provider: 'passwordless', attempts },
      })),
    );
  });

  test('of an address without an account is not recorded, and costs as much', async () => {
    const { email } = await newAccount();
    const before = (await pagesOf(service, `/auth/admin/api/audit?tenantId=${tenant.id}`)).length;
    const [known, unknown] = [await guess(email), await guess(newEmail())];
    expect(unknown.body).toEqual(known.body);
    await feed.drain();
    const after = await pagesOf(service, `/auth/admin/api/audit?tenantId=${tenant.id}`);
    expect(after.slice(0, after.length - before).filter(({ action }) => action === 'session.failed')).toHaveLength(1);
  });

  test('is recorded five times in a window, also when twenty callers are wrong at once', async () => {
    const { email, id } = await newAccount();
    await race(20, () => guess(email));
    expect(await failures(id)).toHaveLength(5);
  });

  test('is recorded five times in a window for an account, also when each guess is of another client', async () => {
    const { email, id } = await newAccount();
    await race(20, (at) => guess(email, { codeVerifier: String.fromCharCode(97 + at).repeat(43) }));
    expect(await failures(id)).toHaveLength(5);
    await later(16 * MINUTE, () => guess(email, { codeVerifier: 'z'.repeat(43) }));
    expect(await failures(id)).toHaveLength(6);
  });
});

test('a wrong code of an authenticator at the login is an entry of the account', async () => {
  const user = await service.signup(tenant);
  const { sub: id } = claimsOf(user.tokens.accessToken);
  const { body } = await service.post('/auth/mfa/setup-totp', {}, { headers: bearer(user.tokens) });
  await act(service, user.tokens, 'verify-totp-setup', { otp: nextCode(body.secret), deviceId: body.deviceId });
  const pending = await service.login(user);
  expect((await act(service, pending.body, 'verify', { method: 'totp', otp: '000000' })).status).toBe(400);
  expect(await failures(id)).toMatchObject([{ action: 'second_factor.failed', detail: { attempts: 1 } }]);
});

describe('a login that an identity provider refused', () => {
  const REFUSED = { action: 'session.failed', actor: { type: 'stranger' }, target: { type: 'tenant' } };
  const denied = async (of: Tenant, from: Send = {}) => {
    const trip = await leave(service, of);
    const back = realm.logIn(trip.location, stranger());
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    return comeBack(service, back, trip, from);
  };

  test('is an entry of the tenant when the browser comes back, with the reason', async () => {
    expect((await denied(tenant)).body.code).toBe('SSO_TOKEN_INVALID');
    expect(await failures(tenant.id)).toMatchObject([
      { ...REFUSED, operation: 'callback', detail: { provider: 'acme', reason: 'SSO_TOKEN_INVALID' } },
    ]);
  });

  test('is an entry when an id token, a code or the account is refused', async () => {
    tenant = await tenantWith(service, realm);
    const token = await newToken(service, tenant, realm, stranger());
    await exchange(service, tenant, { token: `${token.slice(0, -4)}AAAA` });
    await exchange(service, tenant, { code: 'x'.repeat(43) });
    const taken = await service.signup(tenant);
    await exchange(service, tenant, {
      token: await newToken(service, tenant, realm, stranger({ email: taken.email })),
    });
    const recorded = await failures(tenant.id);
    expect(recorded.map(({ detail }) => detail.reason)).toEqual([
      'ACCOUNT_LINK_REQUIRED',
      'SSO_TOKEN_INVALID',
      'SSO_TOKEN_INVALID',
    ]);
    expect(recorded.every(({ source }) => source !== null)).toBe(true);
  });

  test('is recorded five times in a window for a network', async () => {
    tenant = await tenantWith(service, realm);
    for (let times = 0; times < 7; times++) await denied(tenant, { ip: '127.3.3.3' });
    expect(await failures(tenant.id)).toHaveLength(5);
    await denied(tenant, { ip: '127.3.3.4' });
    expect(await failures(tenant.id)).toHaveLength(6);
  });

  test('is no entry without a browser that began it', async () => {
    tenant = await tenantWith(service, realm);
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    expect((await comeBack(service, back, { cookie: '' })).body.code).toBe('SSO_STATE_INVALID');
    expect(await failures(tenant.id)).toEqual([]);
  });
});
