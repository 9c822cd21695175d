// Checks that a deployment may set one link of invitations for all tenants that have none.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TenantSettings } from '../../../lib/contract/fields/settings.ts';
import { invoke, newInvitation, newTenantUser, record, startWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ GATEHOUSE_INVITE_LINK: 'https://all.example.com/welcome?token={token}' });
});
afterAll(() => world.stop());

test.each<[string, TenantSettings, string]>([
  ['the deployment', {}, 'https://all.example.com/welcome?token='],
  [
    'the tenant before that of the deployment',
    { links: { acceptInvite: 'https://own.example/{token}' } },
    'https://own.example/',
  ],
])('an invitation holds the link of %s', async (_, settings, link) => {
  const user = await newTenantUser(settings);
  const event = await newInvitation(user);
  expect(await invoke([record(event)])).toEqual([]);
  const mail = world.mails.find(({ to }) => to === user.email);
  expect(mail?.text).toContain(`\n${link}${event.detail.token}\n`);
});
