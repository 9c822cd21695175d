// Checks that the mailer leaves no secrets in the log or in the table.
// Threat: a person who reads the mailer's log, or the table, learns codes, tokens or addresses.
import { expect, test } from '@jest/globals';
import { parse } from '../../../lib/platform/settings/config.ts';
import { partition } from '../../../lib/store/dynamo/table.ts';
import { messageClaim } from '../../../lib/store/keys.ts';
import { logged } from '../../support/logs.ts';
import { running } from '../../support/prepared.ts';
import { rootSettings } from '../../support/roots.ts';
import { invoke, newCode, newInvitation, newTenantUser, notice, record, startWorld } from './support.ts';

const world = running(() => startWorld());

test('the log of sent, dropped, refused, delayed and malformed messages names the event and nothing of the content', async () => {
  const name = 'Canary Tenant';
  const users = [
    await newTenantUser({}, name),
    await newTenantUser({}, name),
    await newTenantUser({}, name),
    await newTenantUser({}, name),
  ];
  const [sent, rejected, throttled, dead] = users as [
    (typeof users)[0],
    (typeof users)[0],
    (typeof users)[0],
    (typeof users)[0],
  ];
  world.refuse((to) => {
    if (to === rejected.email) return { status: 400, code: 'MessageRejected' };
    return to === throttled.email ? { status: 400, code: 'Throttling' } : undefined;
  });
  const replaced = await newCode(dead, 'reset', '777001');
  await newCode(dead, 'reset', '777002');
  const invitation = await newInvitation(sent);
  const events = [
    await newCode(sent, 'login-email', '777003'),
    await newCode(rejected, 'login-email', '777004'),
    await newCode(throttled, 'login-email', '777005'),
    replaced,
    invitation,
    notice('svc.password_changed', sent),
  ];
  const records = [...events.map((event) => record(event)), record(`{"email":"${sent.email}`)];
  const log = JSON.stringify(await logged(() => invoke(records)));
  for (const { detail } of events) expect(log).toContain(detail.id);
  for (const reason of ['MessageRejected', 'not live', 'malformed event', 'message_delayed', 'message_sent']) {
    expect(log).toContain(reason);
  }
  expect(log).not.toMatch(/7770\d\d|@|Canary|Log in|sealed|v1\./);
  expect(log).not.toContain(invitation.detail.token as string);
  const claims = await Promise.all(events.map(({ detail }) => partition(messageClaim(detail.id))));
  const attributes = claims.flat().map((item) => Object.keys(item).sort().join());
  expect(new Set(attributes)).toEqual(new Set(['leaseUntil,owner,pk,sk,state,ttl,type']));
  world.refuse(() => undefined);
});

test('parse refuses a malformed sender, SMS sender id or configuration set, so no message is sent with one', () => {
  const valid = {
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: 'table',
    ...rootSettings('root'),
  };
  expect(parse(valid).sender).toBeUndefined();
  expect(() => parse({ ...valid, GATEHOUSE_SENDER: 'no address' })).toThrow('GATEHOUSE_SENDER');
  expect(() => parse({ ...valid, GATEHOUSE_SMS_SENDER_ID: 'too long to be one' })).toThrow('GATEHOUSE_SMS_SENDER_ID');
  expect(() => parse({ ...valid, GATEHOUSE_SES_CONFIGURATION_SET: 'a b' })).toThrow('GATEHOUSE_SES_CONFIGURATION_SET');
});
