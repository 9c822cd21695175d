// Threat: admins delete one another at the same time until no admin is left.
// Every write checks that its author is still an owner, and no owner deletes themselves.
import { expect, test } from '@jest/globals';
import { cookieHeader } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const PATH = '/auth/admin/admins';
const service = useService();

type Admin = { id: string; cookie: string };

async function create(cookie: string): Promise<Admin> {
  const account = { email: newEmail(), password: newPassword() };
  const { body } = await service.post(PATH, account, { headers: { cookie } });
  return { id: body.admin.id, cookie: cookieHeader(await service.post('/auth/admin/login', account)) };
}

const remove = (by: Admin, { id }: Admin) =>
  service.send('DELETE', `${PATH}/${id}`, { headers: { cookie: by.cookie } });
const isLoggedIn = async ({ cookie }: Admin): Promise<boolean> =>
  (await service.get('/auth/admin/me', { headers: { cookie } })).status === 200;
const stillAdmins = async (admins: Admin[]): Promise<Admin[]> => {
  const loggedIn = await Promise.all(admins.map(isLoggedIn));
  return admins.filter((_, index) => loggedIn[index]);
};

test('one admin remains when two, and then twenty, delete each other at the same time', async () => {
  const cookie = await service.adminCookie();
  let last: Admin = { id: (await service.admin('GET', '/auth/admin/me')).body.id, cookie };
  for (let round = 0; round < 10; round++) {
    const duel: Admin[] = [last, await create(last.cookie)];
    const replies = await race(2, (caller) => remove(duel[caller]!, duel[1 - caller]!));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const survivors = await stillAdmins(duel);
    expect(survivors).toHaveLength(1);
    last = survivors[0]!;
  }

  // Twenty admins delete all others at once.
  const all = [last, ...(await race(19, () => create(last.cookie)))];
  const pairs = all.flatMap((by) => all.filter((each) => each !== by).map((each) => [by, each] as const));
  const replies = await race(pairs.length, (caller) => remove(...pairs[caller]!));
  const survivors = await stillAdmins(all);
  expect(survivors).toHaveLength(1);
  expect(outcomes(replies.filter(({ status }) => status === 200))).toEqual({ '200': 19 });
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const { body } = await remove(survivors[0]!, survivors[0]!);
  expect(body.code).toBe('ADMIN_LAST_REMAINING');
});
