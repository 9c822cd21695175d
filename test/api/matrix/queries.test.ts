// Tests that lists refuse parameters they do not know: a misspelt filter would return everything.
import { expect, test } from '@jest/globals';
import { answerOf, pathFor, refusal } from '../../support/api.ts';
import { operationsOfContract } from '../../support/ledger.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

const known = operationsOfContract.filter(({ operation }) => operation.input?.knownQuery);
const lists = known.map(({ route }) => route);
const ofUsers = known.filter(({ operation }) => operation.access === 'user').map(({ route }) => route);
const query = async (route: string, text: string) => {
  const path = `${pathFor(route)}?${text}`;
  if (!ofUsers.includes(route as never)) return service.admin('GET', path);
  return service.get(path, { headers: bearer((await service.signup(await service.tenant())).tokens) });
};

test('every list of the admin API is among them', () => {
  const named = operationsOfContract.filter(
    ({ operation: { access, name } }) => access === 'admin' && /^(list|search|categories|guards)/i.test(name),
  );
  expect(named.map(({ route }) => route).filter((route) => !lists.includes(route))).toEqual([]);
});

test.each(lists)('%s refuses an unknown parameter and names it', async (route) => {
  const reply = await query(route, 'mail=ada%40example.com');
  expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  expect(reply.body.message).toBe('mail: is not a parameter of this operation');
});

test.each(['__proto__=x', 'constructor=x', 'hasOwnProperty=x'])('a list refuses the parameter %s', async (text) => {
  expect(answerOf(await query('GET /auth/admin/api/users', text))).toEqual(refusal('INVALID_INPUT'));
});

test('a parameter that is not a name is not repeated', async () => {
  const { body } = await query('GET /auth/admin/api/users', `${encodeURIComponent('<b>x</b>')}=1`);
  expect(body.message).toBe('a parameter: is not a parameter of this operation');
});

test('a stranger is refused before the parameters are read', async () => {
  expect(answerOf(await service.get('/auth/admin/api/users?mail=x'))).toEqual(refusal('NO_AUTH_PROVIDED'));
});
