// Threat: a person becomes an admin by an invitation that is not theirs, was used, or is void by now.
import { beforeAll, expect, test } from '@jest/globals';
import { callers, INVITATIONS } from '../../support/admins.ts';
import { answerOf, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { adminTokenTo } from '../../support/messages.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

const INVALID = refusal('ADMIN_INVITATION_INVALID');

test('an invitation makes one admin when twenty callers accept it at once, with the password of one of them', async () => {
  const { email, token } = await call.invited();
  const passwords = Array.from({ length: 20 }, newPassword);
  const replies = await race(20, (caller) => call.accept({ token, password: passwords[caller] }));
  expect(outcomes(replies)).toEqual({ 201: 1, '400 ADMIN_INVITATION_INVALID': 19 });
  const winner = replies.findIndex(({ status }) => status === 201);
  expect((await call.login({ email, password: passwords[winner] as string })).status).toBe(201);
  const loser = passwords[(winner + 1) % 20] as string;
  expect(answerOf(await call.login({ email, password: loser }))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect((await call.list()).body.data.filter((each: { email: string }) => each.email === email)).toHaveLength(1);
});

test('an invitation that was used, revoked, sent again or has expired makes no admin', async () => {
  const used = await call.invited();
  expect((await call.accept(used)).status).toBe(201);
  const revoked = await call.invited();
  await call.revoke(revoked.id);
  const resent = await call.invited();
  await later(MINUTE, () => service.admin('POST', `${INVITATIONS}/${resent.id}/resend`));
  for (const { token } of [used, revoked, resent]) expect(answerOf(await call.accept({ token }))).toEqual(INVALID);
  const expired = await call.invited();
  expect(answerOf(await later(7 * DAY, () => call.accept(expired)))).toEqual(INVALID);
});

test('either the acceptance or the revocation of an invitation succeeds when they race', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, token } = await call.invited();
    const [accepted, revoked] = await Promise.all([call.accept({ token }), call.revoke(id)]);
    expect([
      [201, 404],
      [400, 200],
    ]).toContainEqual([accepted.status, revoked.status]);
  }
});

test('the invitations of an owner are void when they are deleted or demoted, also in a race', async () => {
  for (const end of [(id: string) => call.remove(id), (id: string) => call.update(id, { role: 'operator' })]) {
    const sender = await call.account();
    const cookie = await call.session(sender);
    const [first, second] = [await call.invited({ role: 'owner' }, cookie), await call.invited({}, cookie)];
    const [accepted, ended] = await Promise.all([call.accept(first), end(sender.id)]);
    expect([200, ended.status]).toContain(ended.status);
    expect([201, 400]).toContain(accepted.status);
    expect(answerOf(await call.accept(second))).toEqual(INVALID);
    expect(answerOf(await call.preview(second.token))).toEqual(INVALID);
  }
});

test('a deleted admin does not come back by an invitation from before their account', async () => {
  const { email, token } = await call.invited();
  const created = await call.create({ email });
  expect(created.status).toBe(201);
  expect(answerOf(await call.accept({ token }))).toEqual(INVALID);
  expect((await call.remove(created.body.admin.id)).status).toBe(200);
  expect(answerOf(await call.accept({ token }))).toEqual(INVALID);
});

test('the secret of one invitation does not open another', async () => {
  const [one, other] = [await call.invited(), await call.invited({ role: 'owner' })];
  const mixed = `${other.id}.${one.token.split('.')[1]}`;
  expect(answerOf(await call.accept({ token: mixed }))).toEqual(INVALID);
});

test('the table holds no secret of an invitation', async () => {
  const { email, token } = await call.invited();
  expect(await adminTokenTo(service, email)).toBe(token);
  const text = JSON.stringify(await everyRow());
  expect([text.includes(token.split('.')[1] as string), text.includes(email)]).toEqual([false, true]);
});
