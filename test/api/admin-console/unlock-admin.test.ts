// Tests POST /auth/admin/admins/{id}/unlock.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, fillRow, nextStep, UNKNOWN_ADMIN_IDS } from '../../support/admins.ts';
import { answerOf, audited, refusal } from '../../support/api.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const listed = async (id: string) =>
  (await call.list()).body.data.find((each: { id: string }) => each.id === id) as { isLocked: boolean };

describe('POST /auth/admin/admins/{id}/unlock 201', () => {
  test('lets the right password in from a new network, with an audit entry', async () => {
    const own = await call.account();
    expect((await listed(own.id)).isLocked).toBe(false);
    await fillRow(service, own.email);
    expect((await listed(own.id)).isLocked).toBe(true);
    const reply = await call.unlock(own.id);
    expect([reply.status, reply.body]).toEqual([201, { message: 'The admin is unlocked.' }]);
    expect((await listed(own.id)).isLocked).toBe(false);
    expect((await call.login(own)).status).toBe(201);
    const entries = await audited(service, own.id, (found) => found.length === 2);
    expect(entries.map(({ action }) => action).sort()).toEqual(['admin.created', 'admin.unlocked']);
  });

  test('forgets wrong codes of the authenticator', async () => {
    const { secret, ...own } = await call.secured();
    nextStep();
    for (let round = 0; round < 10; round++) await call.login({ ...own, otp: totp(secret, -5) });
    expect(answerOf(await call.login({ ...own, otp: totp(secret) }))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await listed(own.id)).isLocked).toBe(true);
    await call.unlock(own.id);
    expect((await call.login({ ...own, otp: totp(secret) })).status).toBe(201);
  });
});

describe('POST /auth/admin/admins/{id}/unlock 403', () => {
  test("rejects the admin's own account", async () => {
    const { id } = (await service.admin('GET', '/auth/admin/me')).body;
    expect(answerOf(await call.unlock(id))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('POST /auth/admin/admins/{id}/unlock 404', () => {
  test.each(UNKNOWN_ADMIN_IDS)('rejects the id %j', async (id) => {
    expect(answerOf(await call.unlock(id))).toEqual(refusal('ADMIN_USER_NOT_FOUND'));
  });
});

describe('POST /auth/admin/admins/{id}/unlock 429', () => {
  test('allows ten unlocks a day among twenty parallel calls', async () => {
    const { id } = await call.account();
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => call.unlock(id)))).map(({ status }) => status);
    expect(statuses.filter((each) => each === 429)).toHaveLength(10);
    expect(answerOf(await call.unlock(id))).toEqual(refusal('RATE_LIMITED'));
  });
});
