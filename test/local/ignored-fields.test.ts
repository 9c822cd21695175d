// Checks the line by which the terminal of the local run names fields of a body that an operation has ignored.
import { expect, test } from '@jest/globals';
import { ignoredHints } from '../../infra/tools/local/ignored-fields.ts';
import { watchLog } from '../../lib/platform/log.ts';
import { newEmail, newPassword, useService } from '../support/service.ts';

const service = useService();

test('the terminal names each ignored field once with its operation, and at most twenty of them', async () => {
  const printed: string[] = [];
  watchLog(ignoredHints((line) => printed.push(line)));
  const tenant = await service.tenant();
  const signUp = (more: object) =>
    service.post('/auth/signup', { tenantId: tenant.id, email: newEmail(), password: newPassword(), ...more });
  const replies = [
    await signUp({}),
    await signUp({ firstName: 'Ada', '\u001b[31m': 1 }),
    await signUp({ firstName: 'Bob', '\u001b[31m': 2 }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(printed).toEqual(['signup ignored fields that it does not have: firstName a field']);
  // Refused bodies are looked at, too.
  for (let at = 0; at < 25; at++) await service.post('/auth/login', { [`field${at}`]: 1 });
  watchLog(() => {});
  expect(printed).toHaveLength(20);
});
