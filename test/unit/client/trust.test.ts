// Checks how the SDK handles the token of a trusted device: it sends it with logins only, and replaces it each time.
import { expect, test } from '@jest/globals';
import { createClient } from '../../../lib/packages/client/node.ts';
import { enrolled, nextCode } from '../../support/mfa.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** Returns a client, the trust tokens it stored, and the requests that carried one. */
function recordedClient(trustToken?: string) {
  const kept: string[] = [];
  const carried: [path: string, token: string][] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    ...(trustToken !== undefined && { trustToken }),
    onTrustToken: (token) => kept.push(token),
    fetch: (input, init) => {
      const token = new Headers(init?.headers).get('x-svc-device-trust');
      if (token !== null) carried.push([new URL(String(input)).pathname, token]);
      return fetch(input, init);
    },
  });
  return { client, kept, carried };
}

test('the SDK asks who is logged in during a login whose second factor is outstanding, and the login goes on', async () => {
  const user = await enrolled(service);
  const { client } = recordedClient();
  await client.authentication.login({
    tenantId: user.tenant.id,
    credentials: { email: user.email, password: user.password },
  });
  expect(await client.authentication.session()).toEqual({ session: null });
  await client.mfa.verify({ method: 'totp', otp: nextCode(user.secret) });
  expect(await client.authentication.session()).toMatchObject({ session: { user: { email: user.email } } });
});

test('the SDK stores a trust token, sends it with the next login and replaces it, and another client can use it', async () => {
  const user = await enrolled(service);
  const login = { tenantId: user.tenant.id, credentials: { email: user.email, password: user.password } };
  const { client, kept, carried } = recordedClient();
  expect(await client.authentication.login(login)).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
  await client.mfa.verify({ method: 'totp', otp: nextCode(user.secret), trustDevice: true });
  expect(await client.authentication.me()).toMatchObject({ email: user.email });
  expect([kept.length, carried]).toEqual([1, []]);
  await client.authentication.logout();

  expect(await client.authentication.login(login)).toMatchObject({ isRequiresMfa: false });
  await client.authentication.me();
  expect([kept.length, carried]).toEqual([2, [['/auth/login', kept[0]]]]);

  const another = recordedClient(kept[1]);
  expect(await another.client.authentication.login(login)).toMatchObject({ isRequiresMfa: false });
  expect([another.carried, another.kept]).toEqual([[['/auth/login', kept[1]]], [expect.not.stringMatching(kept[1]!)]]);
});
