// Tests PATCH /auth/me: the name and the language that people choose for themselves.
import { describe, expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, publishedAbout, refusal } from '../../support/api.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

async function person() {
  const user = await service.signup(tenant);
  const headers = bearer(user.tokens);
  return {
    ...user,
    id: claimsOf(user.tokens.accessToken).sub as string,
    patch: (body: unknown) => service.send('PATCH', '/auth/me', { body, headers }),
    me: async () => (await service.get('/auth/me', { headers })).body,
  };
}

describe('200', () => {
  test('changes what is sent and leaves the rest', async () => {
    const user = await person();
    expect(await user.me()).toMatchObject({ name: null, locale: null });
    expect((await user.patch({ name: 'Ada Lovelace', locale: 'de' })).body).toEqual({
      name: 'Ada Lovelace',
      locale: 'de',
    });
    expect((await user.patch({ name: null })).body).toEqual({ name: null, locale: 'de' });
    expect(await user.me()).toMatchObject({ name: null, locale: 'de' });
    const { body } = await service.admin('GET', `${USERS}/${user.id}`);
    expect(body.user).toMatchObject({ name: null, locale: 'de' });
  });

  test('publishes the names of the fields that changed, and nothing for none', async () => {
    const user = await person();
    await user.patch({ locale: 'fr' });
    await user.patch({ locale: 'fr' });
    await user.patch({ name: 'Bo' });
    const find = () => publishedAbout(service, 'svc.user_updated', { userId: user.id });
    await until(async () => (await find()).length === 2, 'two events');
    expect((await find()).map(({ detail }) => detail.updatedFields).sort()).toEqual([['locale'], ['name']]);
  });

  test('sends messages in the chosen language', async () => {
    const user = await person();
    await user.patch({ locale: 'de' });
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    await service.code(user.email);
    expect(service.inbox(user.email)[0]?.text).toContain('Passwort');
  });

  test('refuses fields that a user may not change, and ends no session', async () => {
    const user = await person();
    const before = await user.me();
    for (const more of [{ email: 'x@example.com' }, { roleIds: ['rol_x'] }, { isMfaEnabled: true }, { metadata: {} }])
      expect((await user.patch({ name: 'Cy', ...more })).status).toBe(400);
    expect(await user.me()).toEqual(before);
  });

  test('twenty changes at once all succeed', async () => {
    const user = await person();
    const replies = await race(20, (at) => user.patch({ name: `Name ${at}` }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 20 });
  });
});

test.each([{ name: '' }, { name: ' ' }, { name: 'a\u202eb' }, { name: 'x'.repeat(121) }, { locale: 'german!' }])(
  '400 for %j',
  async (body) => {
    expect(answerOf(await (await person()).patch(body))).toEqual(refusal('INVALID_INPUT'));
  },
);
