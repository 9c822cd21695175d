// The SDK against the service: typed calls, errors by code, and one refresh however many calls need it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, GatehouseError, type Tokens } from '../../../lib/client/index.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

/** A client whose requests are counted by path. */
function counted(options: { tokens?: Tokens; delivery?: 'cookie' } = {}) {
  const paths: string[] = [];
  const kept: (Tokens | undefined)[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    ...options,
    onTokens: (tokens) => kept.push(tokens),
    fetch: (input, init) => {
      paths.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  });
  return { client, paths, kept };
}

const signup = (client: ReturnType<typeof createClient>) =>
  client.authentication.signup({ tenantId: tenant.id, email: newEmail(), password: newPassword() });

describe('a session', () => {
  test('begins with sign-up and ends with logout', async () => {
    const { client, kept } = counted();
    await signup(client);
    expect(await client.authentication.verifySession()).toMatchObject({ valid: true });
    await client.authentication.logout();
    expect(client.tokens()).toBeUndefined();
    expect(kept).toEqual([expect.objectContaining({ accessToken: expect.any(String) }), undefined]);
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'NO_AUTH_PROVIDED', statusCode: 401 });
  });

  test('goes on when the access token has expired: twenty calls, one refresh', async () => {
    const { client, paths } = counted();
    await signup(client);
    advance(16 * 60_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => client.authentication.me()));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(paths.filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
  });

  test('can be taken up again by another client', async () => {
    const { client } = counted();
    await signup(client);
    const again = counted({ tokens: client.tokens() });
    expect((await again.client.authentication.user()).id).toBe((await client.authentication.user()).id);
  });

  test('that is dead is not refreshed over and over', async () => {
    const { client, paths } = counted();
    await signup(client);
    await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logoutAll();
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(paths.filter((path) => path === '/auth/refresh-token')).toHaveLength(0);
  });

  test('can live in cookies that script never sees', async () => {
    const { client, kept, paths } = counted({ delivery: 'cookie' });
    expect(await signup(client)).not.toHaveProperty('accessToken');
    expect(await client.authentication.me()).toMatchObject({ id: expect.any(String) });
    advance(16 * 60_000);
    await Promise.all(Array.from({ length: 20 }, () => client.authentication.me()));
    expect(paths.filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
    expect(kept).toEqual([]);
  });

  test('that can not be refreshed is let go of', async () => {
    const { client, kept } = counted();
    await signup(client);
    await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logout();
    advance(16 * 60_000);
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(kept.at(-1)).toBeUndefined();
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'NO_AUTH_PROVIDED' });
  });
});

describe('errors', () => {
  test('carry the code and the seconds to wait', async () => {
    const { client } = counted();
    const attempt = () =>
      client.authentication.login({
        tenantId: tenant.id,
        credentials: { email: 'nobody@example.com', password: 'wrong' },
      });
    for (let count = 0; count < 10; count++) await expect(attempt()).rejects.toBeInstanceOf(GatehouseError);
    await expect(attempt()).rejects.toMatchObject({
      code: 'ACCOUNT_LOCKED',
      statusCode: 429,
      retryAfter: expect.any(Number),
    });
  });
});
