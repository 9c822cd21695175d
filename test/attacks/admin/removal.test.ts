// Threat: admins delete one another at the same time until nobody is left.
// The number of admins is guarded by the transaction that deletes, and every write checks that its author is an admin still.
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
const isAlive = async ({ cookie }: Admin): Promise<boolean> =>
  (await service.get('/auth/admin/me', { headers: { cookie } })).status === 200;
const alive = async (admins: Admin[]): Promise<Admin[]> => {
  const living = await Promise.all(admins.map(isAlive));
  return admins.filter((_, at) => living[at]);
};

test('two delete each other, ten times: one remains each time, and goes on', async () => {
  const cookie = await service.adminCookie();
  let last: Admin = { id: (await service.admin('GET', '/auth/admin/me')).body.id, cookie };
  for (let round = 0; round < 10; round++) {
    const duel: Admin[] = [last, await create(last.cookie)];
    const replies = await race(2, (caller) => remove(duel[caller]!, duel[1 - caller]!));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const survivors = await alive(duel);
    expect(survivors).toHaveLength(1);
    last = survivors[0]!;
  }

  // Twenty delete everybody else.
  const all = [last, ...(await race(19, () => create(last.cookie)))];
  const pairs = all.flatMap((by) => all.filter((each) => each !== by).map((each) => [by, each] as const));
  const replies = await race(pairs.length, (caller) => remove(...pairs[caller]!));
  const survivors = await alive(all);
  expect(survivors).toHaveLength(1);
  expect(outcomes(replies.filter(({ status }) => status === 200))).toEqual({ '200': 19 });
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const { body } = await remove(survivors[0]!, survivors[0]!);
  expect(body.code).toBe('ADMIN_LAST_REMAINING');
});
