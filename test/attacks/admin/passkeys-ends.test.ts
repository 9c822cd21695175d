// Threat: a passkey of an admin stays behind, or the last one goes, along another way than the one that guards it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { changeEventsWrite } from '../../../lib/domain/admins/accounts.ts';
import { type AdminId, adminId } from '../../../lib/platform/ids.ts';
import type { Admin } from '../../../lib/store/admins/admins.ts';
import * as admins from '../../../lib/store/admins/admins.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import * as storeKeys from '../../../lib/store/keys.ts';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, audited, refusal } from '../../support/api.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));

const rowsOf = async (id: string) =>
  (await everyRow()).filter(
    ({ pk, type, adminId }) =>
      (type === 'admin-passkey' && pk.includes(id)) || (type === 'admin-passkey-claim' && adminId === id),
  );

test('an owner removes no passkeys of their own by the operation that helps other admins', async () => {
  const { id, cookie } = await keys.keyed({ role: 'owner' });
  expect(answerOf(await keys.reset(id, cookie))).toEqual(refusal('FORBIDDEN'));
  expect((await keys.list(cookie)).body.passkeys).toHaveLength(1);
});

test('an admin who is deleted while they add passkeys leaves none behind', async () => {
  const who = await call.account();
  const cookie = await call.session(who);
  const options = await Promise.all(Array.from({ length: 12 }, () => keys.optionsFor(cookie, '/options')));
  const credentials = options.map((each) => authenticatorFor(service, { alg: -8 }).create(each));
  await race(13, (caller) => (caller === 6 ? call.remove(who.id) : keys.sendNew(cookie, credentials[caller % 12])));
  if ((await service.admin('GET', '/auth/admin/admins')).text.includes(who.id)) await call.remove(who.id);
  expect(await rowsOf(who.id)).toEqual([]);
});

test('the write that deletes an admin is refused if they have other passkeys than it removes', async () => {
  const [owner, who] = [await call.account({ role: 'owner' }), await call.account()];
  const [by, before] = await Promise.all([owner, who].map(({ id }) => admins.find(adminId(id) as AdminId)));
  await keys.add(await call.session(who), authenticatorFor(service));
  const events = changeEventsWrite({ admin: by as Admin }, 'deleted', before);
  const result = await admins.remove(by as Admin, before as Admin, events, []);
  expect(result).toBe('changed');
  expect(await rowsOf(who.id)).toHaveLength(2);
  expect((await call.remove(who.id)).status).toBe(200);
  expect(await rowsOf(who.id)).toEqual([]);
});

describe('after a change of the domain', () => {
  test('a new passkey takes the place of those of before, which is audited', async () => {
    const { id, cookie, passkey } = await keys.keyed();
    for (const { pk, sk } of await table.query(storeKeys.adminPasskeys(adminId(id) as AdminId), 'admin-passkey'))
      await table.update({ pk, sk }, { set: { rpId: 'old.example.com' } });
    expect((await keys.optionsFor(cookie, '/options')).excludeCredentials).toEqual([]);
    const fresh = await keys.add(cookie, authenticatorFor(service));
    expect((await keys.list(cookie)).body.passkeys).toMatchObject([{ id: fresh.id }]);
    expect(await rowsOf(id)).toHaveLength(2);
    const entries = await audited(service, id, (found) =>
      found.some(({ action }) => action === 'admin.passkey_removed'),
    );
    const removed = entries.find(({ action }) => action === 'admin.passkey_removed');
    expect(removed).toMatchObject({ adminId: id, before: { passkeyId: passkey.id } });
  });
});
