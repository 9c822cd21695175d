// A stranger guesses at admins: each failure is an event, but no number of guesses makes more than a few of them.
import { expect, test } from '@jest/globals';
import { auditEvents, events } from '../../../lib/contract/events.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, feedAtRest, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { race, tally } from '../../support/race.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();
const call = callers(service);
const WRONG = refusal('INVALID_CREDENTIALS');
const NAME = 'svc.admin_login_failed';

test('a wrong password, a wrong code and an unknown address are events', async () => {
  const { secret: _, ...admin } = await call.secured();
  expect(answerOf(await call.login({ ...admin, password: newPassword() }))).toEqual(WRONG);
  expect(answerOf(await call.login({ ...admin, otp: '000000' }))).toEqual(refusal('MFA_CODE_INVALID'));
  expect(answerOf(await call.login({ email: newEmail(), password: newPassword() }))).toEqual(WRONG);
  await feedAtRest(service);
  const ofAdmin = await publishedAbout(service, NAME, { adminId: admin.id });
  expect(ofAdmin.map(({ detail }) => [detail.reason, detail.ipAddress])).toEqual([
    ['code', expect.stringMatching(/^127\./)],
    ['credentials', expect.stringMatching(/^127\./)],
  ]);
  const ofUnknown = await publishedAbout(service, NAME, { adminId: null });
  expect(ofUnknown.map(({ detail }) => detail.reason)).toEqual(['credentials']);
  expect(JSON.stringify([ofAdmin, ofUnknown])).not.toContain('@');
});

test('at most twenty failures an hour are published for all unknown addresses, and they use up nothing of an admin', async () => {
  const admin = await call.account();
  // The limit of the client's address allows fifty attempts in a quarter of an hour.
  for (let quarter = 0; quarter < 2; quarter++) {
    await later(quarter * 16 * MINUTE, () =>
      Promise.all(Array.from({ length: 30 }, () => call.login({ email: newEmail(), password: newPassword() }))),
    );
  }
  await call.login({ ...admin, password: newPassword() });
  await feedAtRest(service);
  const ofUnknown = await publishedAbout(service, NAME, { adminId: null });
  expect(ofUnknown.length).toBeLessThanOrEqual(20);
  expect(await publishedAbout(service, NAME, { adminId: admin.id })).toHaveLength(1);
});

test('wrong passwords of strangers do not hide a wrong code of a caller who has the password', async () => {
  const { secret: _, ...admin } = await call.secured();
  for (let network = 0; network < 3; network++) {
    const ip = freshIp();
    await race(10, () => call.login({ ...admin, password: newPassword() }, { ip }));
  }
  expect(answerOf(await call.login({ ...admin, otp: '000000' }))).toEqual(refusal('MFA_CODE_INVALID'));
  await feedAtRest(service);
  const published = await publishedAbout(service, NAME, { adminId: admin.id });
  expect(tally(published.map(({ detail }) => String(detail.reason)))).toEqual({ credentials: 20, code: 1 });
});

test('the events that the stack keeps carry neither codes nor tokens', () => {
  for (const name of auditEvents) {
    const fields = Object.keys(events[name].shape);
    expect([name, fields.filter((field) => /token|sealed|secret|code$/i.test(field))]).toEqual([name, []]);
  }
});
