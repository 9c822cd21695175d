// Checks that a deployment may set one link of invitations for all tenants that have none.
import { expect, test } from '@jest/globals';
import type { TenantSettings } from '../../../lib/contract/fields/settings.ts';
import { running } from '../../support/prepared.ts';
import { invoke, newInvitation, newTenantUser, record, startWorld } from './support.ts';

const world = running(() => startWorld({ GATEHOUSE_INVITE_LINK: 'https://all.example.com/welcome?token={token}' }));

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
