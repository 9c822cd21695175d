// Takes the guide's pictures of the local inbox, in a light and a dark version: `npm run pictures`.
import type { Browser } from 'playwright-core';
import { type Local, startLocal } from '../../infra/tools/local/run.ts';
import { type Account, seed } from '../../infra/tools/local/seed.ts';
import { createClient } from '../../lib/packages/client/node.ts';
import { openBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const DIRECTORY = new URL('../../docs/images/', import.meta.url);
const SIZE = { width: 1040, height: 540 };
const PASSWORD = 'tangerine bicycle 41';

/** Makes the messages that the picture shows: an invitation, a code by SMS, and codes by e-mail. */
async function sendMessages({ baseUrl, adminSecretKey, outbound }: Local): Promise<void> {
  const { admin } = (await seed(baseUrl, adminSecretKey)) as { admin: Account };
  const staff = createClient({ baseUrl });
  await staff.adminConsole.login(admin);
  const { tenant } = await staff.adminTenants.create({ name: 'Globex', slug: 'globex' });
  await staff.adminPermissions.create({ name: 'users.invite' });
  const { role } = await staff.adminRoles.create({ name: 'Owner', tenantId: tenant.id, permissions: ['users.invite'] });
  const people = [
    { email: 'alan@globex.example', roleIds: [role.id], metadata: { name: 'Alan Turing' } },
    { email: 'grace@globex.example', phone: '+4915112345678', metadata: { name: 'Grace Hopper' } },
  ];
  for (const person of people) await staff.adminUsers.create({ tenantId: tenant.id, password: PASSWORD, ...person });

  const alan = createClient({ baseUrl });
  const credentials = { email: 'alan@globex.example', password: PASSWORD };
  await alan.authentication.login({ tenantId: tenant.id, credentials });
  const identifier = '+4915112345678';
  const send = [
    () => alan.authentication.sendEmailVerification(),
    () => alan.authentication.forgotPassword({ tenantId: tenant.id, email: 'grace@globex.example' }),
    () => alan.authentication.sendLoginCode({ tenantId: tenant.id, identifier, channel: 'sms' }),
    () => alan.authentication.invite({ email: 'gil@globex.example', metadata: { name: 'Gil' } }),
  ];
  // One after the other: the inbox shows the newest first.
  for (const [index, message] of send.entries()) {
    await message();
    await until(() => outbound.messages().length > index, `message ${index + 1}`);
  }
}

async function photograph(browser: Browser, baseUrl: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await browser.newPage({ colorScheme, viewport: SIZE, deviceScaleFactor: 1.5 });
  await page.goto(`${baseUrl}/__inbox`);
  await page.getByRole('navigation').getByRole('button').filter({ hasText: 'Reset your password' }).click();
  await page
    .frameLocator('iframe')
    .getByText(/^\d{6}$/)
    .waitFor();
  await page.screenshot({ path: new URL(`inbox-${colorScheme}.png`, DIRECTORY).pathname });
}

process.env.GATEHOUSE_LOG_LEVEL ??= 'error';
const local = await startLocal({ port: Number(process.env.PORT ?? 3000) });
const browser = await openBrowser();
try {
  await sendMessages(local);
  await photograph(browser, local.baseUrl, 'light');
  await photograph(browser, local.baseUrl, 'dark');
} finally {
  await browser.close();
  await local.stop();
}
process.exit(0);
