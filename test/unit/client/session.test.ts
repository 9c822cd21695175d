// Runs the SDK against the service: typed calls, errors by code, and one refresh for any number of concurrent calls.
import { describe, expect, test } from '@jest/globals';
import { createClient, GatehouseError, type Tokens } from '../../../lib/packages/client/node.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

/** Returns a client, the paths of its requests and the tokens it passed to `onTokens`. */
function recordedClient(options: { tokens?: Tokens; delivery?: 'cookie' } = {}) {
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

describe('the SDK', () => {
  test('holds a session from sign-up until logout', async () => {
    const { client, kept } = recordedClient();
    await signup(client);
    expect(await client.authentication.verifySession()).toMatchObject({ valid: true });
    await client.authentication.logout();
    expect(client.tokens()).toBeUndefined();
    expect(kept).toEqual([expect.objectContaining({ accessToken: expect.any(String) }), undefined]);
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'NO_AUTH_PROVIDED', statusCode: 401 });
  });

  test('refreshes an expired access token once for twenty concurrent calls', async () => {
    const { client, paths } = recordedClient();
    await signup(client);
    advance(16 * 60_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => client.authentication.me()));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(paths.filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
  });

  test('tells who is logged in, also after the access token has expired', async () => {
    const { client } = recordedClient();
    expect(await client.authentication.session()).toEqual({ session: null });
    await signup(client);
    const { session } = await client.authentication.session();
    expect(session).toMatchObject({ id: expect.stringMatching(/^ses_/) });
    advance(16 * 60_000);
    expect(await client.authentication.session()).toMatchObject({ session: { id: session?.id } });
    await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logout();
    expect(await client.authentication.session()).toEqual({ session: null });
    expect(client.tokens()).toBeUndefined();
  });

  test('continues a session with the tokens of another client', async () => {
    const { client } = recordedClient();
    await signup(client);
    const again = recordedClient({ tokens: client.tokens() });
    expect((await again.client.authentication.user()).id).toBe((await client.authentication.user()).id);
  });

  test('does not refresh a session that the service has ended', async () => {
    const { client, paths } = recordedClient();
    await signup(client);
    await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logoutAll();
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(paths.filter((path) => path === '/auth/refresh-token')).toHaveLength(0);
  });

  test('keeps the session in cookies that scripts cannot read', async () => {
    const { client, kept, paths } = recordedClient({ delivery: 'cookie' });
    expect(await signup(client)).not.toHaveProperty('accessToken');
    expect(await client.authentication.me()).toMatchObject({ id: expect.any(String) });
    advance(16 * 60_000);
    await Promise.all(Array.from({ length: 20 }, () => client.authentication.me()));
    expect(paths.filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
    expect(kept).toEqual([]);
  });

  test('discards the tokens of a session that cannot be refreshed', async () => {
    const { client, kept } = recordedClient();
    await signup(client);
    await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logout();
    advance(16 * 60_000);
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(kept.at(-1)).toBeUndefined();
    await expect(client.authentication.me()).rejects.toMatchObject({ code: 'NO_AUTH_PROVIDED' });
  });
});

describe('GatehouseError', () => {
  test('holds the code, the status and the seconds to wait', async () => {
    const { client } = recordedClient();
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
