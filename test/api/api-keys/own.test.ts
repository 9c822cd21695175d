// Checks how users manage the API keys of their account.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, DAY, giveRoles, HOUR, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { grant, KEYS, keysOfTenant, keyTenant, keyUser, newKey, PROJECTS, use } from '../../support/api-keys.ts';
import { EMAIL_VERIFIED, person } from '../../support/mfa.ts';
import type { Worker } from '../../support/resources.ts';
import { worker } from '../../support/resources.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const owner = prepared(() => keyUser(service));
const stranger = prepared(() => keyUser(service));
const own = (id: string, more = '') => `${KEYS}/${id}${more}`;
/** In a session that began now, for tests that moved the clock. */
const again = async (by: Worker): Promise<Worker> => {
  const { body } = await service.login(by);
  const headers = bearer(body);
  return {
    ...by,
    get: (path) => service.get(path, { headers }),
    post: (path, sent) => service.post(path, sent, { headers }),
  };
};

describe('POST /auth/api-keys: 200', () => {
  test('shows the key once and stores its digest alone', async () => {
    const made = await owner.post(KEYS, {
      name: 'Import',
      scopes: ['projects.read'],
      networks: ['127.0.0.0/8', '::1'],
    });
    expect(made.status).toBe(200);
    const { key, apiKey } = made.body;
    expect(key).toMatch(/^gak_[0-9A-Za-z]{54}_[0-9A-Za-z]{49}$/);
    expect(apiKey).toEqual({
      id: `key_${key.slice(4, 58)}`,
      name: 'Import',
      scopes: ['projects.read'],
      networks: ['127.0.0.0/8', '::1'],
      secrets: [{ hint: key.slice(-4), createdAt: expect.any(String), expiresAt: apiKey.expiresAt }],
      expiresAt: expect.any(String),
      lastUsedAt: null,
      createdAt: expect.any(String),
      updatedAt: apiKey.createdAt,
    });
    expect(Date.parse(apiKey.expiresAt) - Date.parse(apiKey.createdAt)).toBe(90 * DAY);
    const listed = await owner.get(KEYS);
    expect(listed.body).toMatchObject({ isEnabled: true });
    expect(listed.body.apiKeys).toContainEqual(apiKey);
    expect(listed.text).not.toContain(key);
    const stored = JSON.stringify(await everyRow());
    expect(stored).toContain(apiKey.id);
    expect(stored).not.toContain(key.slice(59));
    expect(stored).not.toContain(key.slice(59, 102));
  });

  test('publishes who made it, and no secret', async () => {
    const { id, key } = await newKey(owner);
    const detail = (await publishedAbout(service, 'svc.api_key_created', { keyId: id }))[0]?.detail;
    expect(detail).toMatchObject({ applicationId: null, keyId: id, scopes: ['projects.read', 'projects.create'] });
    expect(JSON.stringify(detail)).not.toContain(key.slice(59));
  });
});

describe('the message about a key', () => {
  test('tells a verified address of each new secret, in the language of the user, and no other address', async () => {
    const { tenant } = owner;
    const quiet = await newKey(owner, { name: 'Unproved' });
    const [published] = await publishedAbout(service, 'svc.api_key_created', { keyId: quiet.id });
    expect(published?.detail).toMatchObject({ email: null, name: 'Unproved' });
    const user = { ...(await person(service, tenant, { ...EMAIL_VERIFIED, locale: 'nl' })), tenant };
    await giveRoles(user, [await grant(service, tenant, ['projects.read'])]);
    const send = (path: string, sent: object) => service.post(path, sent, { headers: bearer(user.tokens) });
    const made = await send(KEYS, { name: 'Nightly import', scopes: ['projects.read'] });
    expect(made.status).toBe(200);
    expect((await send(own(made.body.apiKey.id, '/rotate'), {})).status).toBe(200);
    const messages = () => service.inbox(user.email).filter(({ event }) => event?.startsWith('svc.api_key'));
    await until(() => messages().length > 1, 'two messages about the key');
    expect(
      messages()
        .map(({ event }) => event)
        .sort(),
    ).toEqual(['svc.api_key_created', 'svc.api_key_rotated']);
    for (const { text } of messages()) expect(text).toContain('‘Nightly import’. Geldig tot: ');
  });
});

describe('POST /auth/api-keys: refusals', () => {
  const body = { name: 'A key', scopes: ['projects.read'] };

  test('refuses a scope that the user does not have', async () => {
    for (const scopes of [['projects.read', 'tasks.read'], ['no.such']])
      expect(answerOf(await owner.post(KEYS, { ...body, scopes }))).toEqual(refusal('INVALID_SCOPE'));
  });

  test('refuses a body without scopes, with odd networks or too long a life', async () => {
    const odd = [
      { scopes: [] },
      { networks: ['203.0.113.0/33'] },
      { networks: ['example.com'] },
      { networks: ['::ffff:1.2.3.4'] },
      { expiresInDays: 366 },
      { expiresInDays: 0 },
      { name: ' ' },
      { owner: 'usr_1' },
    ];
    for (const each of odd)
      expect(answerOf(await owner.post(KEYS, { ...body, ...each }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('refuses users of a tenant that does not allow it, which is the default', async () => {
    const user = await worker(service, PROJECTS, await service.tenant());
    expect((await user.get(KEYS)).body).toEqual({ apiKeys: [], isEnabled: false });
    expect(answerOf(await user.post(KEYS, body))).toEqual(refusal('FORBIDDEN'));
  });

  test('refuses a login that is not recent, as changes of networks and a new secret do', async () => {
    const user = await keyUser(service);
    const { id } = await newKey(user);
    expect(answerOf(await later(16 * MINUTE, async () => user.post(KEYS, body)))).toEqual(refusal('INVALID_TOKEN'));
    const { body: tokens } = await service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken });
    await later(14.5 * MINUTE, async () => {
      const renewed = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
      const headers = bearer(renewed.body);
      const send = (method: string, path: string, sent: object) => service.send(method, path, { body: sent, headers });
      await later(MINUTE, async () => {
        for (const reply of [
          await send('POST', KEYS, body),
          await send('POST', own(id, '/rotate'), {}),
          await send('PATCH', own(id), { networks: ['127.0.0.0/8'] }),
        ])
          expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
      });
    });
  });

  test('refuses an eleventh key, and lets an expired one make room', async () => {
    const user = await keyUser(service);
    await newKey(user, { expiresInDays: 1 });
    for (let made = 1; made < 10; made++) await newKey(user);
    expect(answerOf(await user.post(KEYS, body))).toEqual(refusal('API_KEY_LIMIT_REACHED'));
    await later(DAY + MINUTE, async () => {
      const { post } = await again(user);
      expect((await post(KEYS, body)).status).toBe(200);
      expect(answerOf(await post(KEYS, body))).toEqual(refusal('API_KEY_LIMIT_REACHED'));
    });
  });
});

describe('PATCH /auth/api-keys/{id}', () => {
  test('renames the key, and changes where it may be used from its next use on', async () => {
    const { id, key } = await newKey(owner);
    expect((await use(service, key)).status).toBe(200);
    const patched = await service.send('PATCH', own(id), {
      body: { name: 'Renamed', networks: ['127.0.9.0/24'] },
      headers: bearer(owner.tokens),
    });
    expect(patched.body.apiKey).toMatchObject({ id, name: 'Renamed', networks: ['127.0.9.0/24'] });
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    expect((await use(service, key, { ip: '127.0.9.7' })).status).toBe(200);
    const detail = (await publishedAbout(service, 'svc.api_key_updated', { keyId: id }))[0]?.detail;
    expect(detail).toMatchObject({ updatedFields: ['name', 'networks'] });
  });
});

describe('POST /auth/api-keys/{id}/rotate', () => {
  test('both secrets work until the older one ends by itself', async () => {
    const { id, key } = await newKey(owner);
    const rotated = await owner.post(own(id, '/rotate'), {});
    expect(rotated.status).toBe(200);
    expect(rotated.body.apiKey).toMatchObject({ id, secrets: [{}, { hint: key.slice(-4) }] });
    const next: string = rotated.body.key;
    expect([next.slice(0, 58), next === key]).toEqual([key.slice(0, 58), false]);
    for (const each of [key, next]) expect((await use(service, each)).status).toBe(200);
    await later(24 * HOUR + MINUTE, async () => {
      expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
      expect((await use(service, next)).status).toBe(200);
    });
    const detail = (await publishedAbout(service, 'svc.api_key_rotated', { keyId: id }))[0]?.detail;
    expect(detail).toMatchObject({ expiresAt: rotated.body.apiKey.expiresAt });
  });

  test('refuses a third secret, and at no overlap replaces all', async () => {
    const { id, key } = await newKey(owner);
    const second = (await owner.post(own(id, '/rotate'), { overlapHours: 168 })).body.key;
    expect(answerOf(await owner.post(own(id, '/rotate'), {}))).toEqual(refusal('API_KEY_ROTATED'));
    const third = (await owner.post(own(id, '/rotate'), { overlapHours: 0 })).body.key;
    for (const each of [key, second]) expect(answerOf(await use(service, each))).toEqual(refusal('INVALID_TOKEN'));
    expect((await use(service, third)).status).toBe(200);
  });

  test('an older secret lives no longer than it would have', async () => {
    const { id } = await newKey(owner, { expiresInDays: 1 });
    const { apiKey } = (await owner.post(own(id, '/rotate'), { overlapHours: 168 })).body;
    const [newer, older] = apiKey.secrets.map(({ expiresAt }: { expiresAt: string }) => Date.parse(expiresAt));
    expect(older).toBeLessThanOrEqual(newer);
  });

  test('is refused while the tenant does not allow keys', async () => {
    const tenant = await keyTenant(service);
    const user = await keyUser(service, tenant);
    const { id } = await newKey(user);
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { apiKeys: { users: false } } });
    expect(answerOf(await user.post(own(id, '/rotate'), {}))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('DELETE /auth/api-keys/{id}', () => {
  test('the next use is refused, and a key made later in its place is another one', async () => {
    const user = await keyUser(service);
    const { id, key } = await newKey(user);
    expect((await user.delete(own(id))).body).toEqual({ message: 'API key revoked.' });
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    const next = await newKey(user);
    expect(next.id).not.toBe(id);
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await user.delete(own(id)))).toEqual(refusal('API_KEY_NOT_FOUND'));
    const detail = (await publishedAbout(service, 'svc.api_key_revoked', { keyId: id }))[0]?.detail;
    expect(detail).toMatchObject({ keyId: id });
  });
});

describe('keys of others', () => {
  test('are not found, also those of the same tenant', async () => {
    const { id } = await newKey(owner);
    const neighbour = await keyUser(service, owner.tenant);
    for (const other of [stranger, neighbour]) {
      const patched = await service.send('PATCH', own(id), { body: { name: 'Mine' }, headers: bearer(other.tokens) });
      const calls = [patched, await other.post(own(id, '/rotate'), {}), await other.delete(own(id))];
      for (const each of calls) expect(answerOf(each)).toEqual(refusal('API_KEY_NOT_FOUND'));
      expect((await other.get(KEYS)).body.apiKeys).toEqual([]);
    }
    expect(answerOf(await owner.delete(own('key_1')))).toEqual(refusal('API_KEY_NOT_FOUND'));
  });
});

describe('what a key may do', () => {
  test('is what its owner may do now, within its scopes', async () => {
    const user = await keyUser(service);
    const { key } = await newKey(user, { scopes: ['projects.read'] });
    const create = () => service.post('/projects', { name: 'P', slug: `p-${Math.random()}` }, { headers: bearer(key) });
    expect((await use(service, key)).status).toBe(200);
    expect(answerOf(await create())).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    await giveRoles(user, [await grant(service, user.tenant, ['projects.create'])]);
    expect(answerOf(await use(service, key))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    expect(answerOf(await create())).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });

  test('a change by a key is one by its owner', async () => {
    const { key } = await newKey(owner);
    const made = await service.post('/projects', { name: 'P', slug: `p-${Math.random()}` }, { headers: bearer(key) });
    expect(made.status).toBe(201);
    const detail = (await publishedAbout(service, 'svc.row_created', { rowId: made.body.id }))[0]?.detail;
    expect(detail).toMatchObject({ tenantId: owner.tenant.id });
  });

  test('its last use is shown to the day', async () => {
    const user = await keyUser(service);
    const { key } = await newKey(user);
    await use(service, key);
    const used = async () => (await user.get(KEYS)).body.apiKeys[0].lastUsedAt;
    const first = await used();
    expect(first).toEqual(expect.any(String));
    await later(MINUTE, async () => {
      await use(service, key);
      expect(await used()).toBe(first);
    });
  });
});

test('the routes of keys that are not admitted name the reason', async () => {
  const { key } = await newKey(owner);
  const reply = await service.get('/auth/me', { headers: bearer(key) });
  expect([answerOf(reply), reply.body.message]).toEqual([
    refusal('INVALID_TOKEN'),
    'This operation admits no API key.',
  ]);
  expect(answerOf(await service.post(KEYS, {}, { headers: bearer(key) }))).toEqual(refusal('INVALID_TOKEN'));
  expect(answerOf(await service.get(keysOfTenant(owner.tenant), { headers: bearer(key) }))).toEqual(
    refusal('INVALID_TOKEN'),
  );
});
