// Threat: a member of the support desk, or a thief of their session, uses what helps users to get into their accounts.
import { expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { race } from '../../support/race.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, useService } from '../../support/service.ts';

const API = '/auth/admin/api';
const service = useService();

test('ten unlocks of an account a day, in parallel too, end the guessing that each of them allows', async () => {
  const tenant = await service.tenant();
  const [user, other] = [await createUser(service, tenant), await createUser(service, tenant)];
  const support = await scopedAdmin(service, 'support', [tenant.id]);
  const unlock = (id = user.id) => support.send('POST', `${API}/users/${id}/unlock`);
  const replies = await race(20, () => unlock());
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answerOf(await unlock())).toEqual(refusal('RATE_LIMITED'));
  for (let guess = 0; guess < 10; guess++) await service.login({ ...user, password: 'Wrong 7$q' });
  expect(answerOf(await unlock())).toEqual(refusal('RATE_LIMITED'));
  expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
  expect((await unlock(other.id)).status).toBe(201);
});

test('support opens no invitation again that was revoked, and an operator does', async () => {
  const tenant = await service.tenant();
  const [support, operator] = [
    await scopedAdmin(service, 'support', [tenant.id]),
    await scopedAdmin(service, 'operator', [tenant.id]),
  ];
  const { id } = (await operator.send('POST', `${API}/invitations`, { email: newEmail() })).body.invitation;
  const resend = (who = support) => who.send('POST', `${API}/invitations/${id}/resend`);
  expect((await resend()).status).toBe(201);
  expect((await operator.send('DELETE', `${API}/invitations/${id}`)).status).toBe(200);
  expect(answerOf(await resend())).toEqual(refusal('FORBIDDEN'));
  advance(61_000);
  expect((await resend(operator)).body.invitation).toMatchObject({ status: 'pending' });
});
