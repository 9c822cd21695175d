// Imports users with the console in a real browser: a file with errors, its check, its import, both reports and the second
// run; a call that fails meanwhile; the proof that an import needs; and an auditor, who sees none of it.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { newAdmin, settled, signedIn } from '../support/console.ts';
import { IMPORT, importedLine } from '../support/imports.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newEmail, type Tenant } from '../support/service.ts';
import type { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let visitor: Visitor;
expectNoProblems(() => visitor);

/** The desktop in light and a phone in dark: every colour and every layout once. */
const inspect = (name: string) =>
  visitor.inspect(
    name,
    [
      { colorScheme: 'light', width: 1280 },
      { colorScheme: 'dark', width: 320 },
    ],
    1280,
  );

const open = async (tenant: Tenant): Promise<void> => {
  visitor = await signedIn(service, browser, `users?tenantId=${tenant.id}`);
  await visitor.page.getByRole('link', { name: 'Import users' }).click();
  await visitor.page.getByRole('region', { name: 'A file of another service' }).waitFor();
};
const check = async (name: string, lines: readonly unknown[]): Promise<void> => {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
  await visitor.page.getByLabel('File', { exact: true }).setInputFiles(file);
  await visitor.press('Check the file');
};
const report = (title: string) => visitor.page.getByRole('region', { name: title });
/** The counts of a report: new, added, skipped, refused. */
const counts = async (title: string): Promise<number[]> =>
  (await report(title).locator('dl.facts dd').allTextContents()).map(Number);
const saved = async (button: string): Promise<string> => {
  const [download] = await Promise.all([visitor.page.waitForEvent('download'), visitor.press(button)]);
  return readFileSync(await download.path(), 'utf8');
};
const usersOf = async (tenant: Tenant): Promise<string[]> => {
  const { body } = await service.admin('GET', `/auth/admin/api/users?tenantId=${tenant.id}&limit=100`);
  return body.data.map(({ email }: { email: string }) => email);
};

describeInBrowser('the import of users in the console', () => {
  test('checks a file with errors, imports the rest of it, reports each line, and skips it the second time', async () => {
    const tenant = await service.tenant();
    await service.admin('POST', '/auth/admin/api/roles', { tenantId: tenant.id, name: 'Editor' });
    await open(tenant);
    await inspect('console-import');
    await visitor.fill('Names of roles (optional)', 'redactor');
    const lines = [
      importedLine({ isEmailVerified: true, roles: ['redactor'] }),
      'no JSON',
      importedLine({ nickname: 'Ada' }),
      importedLine({ roles: ['missing'] }),
      importedLine({ locale: 'x' }),
      importedLine(),
    ];
    const good = [lines[0], lines[5]].map((line) => (line as { email: string }).email).sort();
    await check('users.ndjson', lines);
    await visitor.wrong('Names of roles (optional)', '“redactor” is not a pair of names.');
    await visitor.fill('Names of roles (optional)', 'redactor = Editor');
    await visitor.press('Check the file');
    const dry = 'Check of users.ndjson';
    await report(dry)
      .getByText('Nothing is written yet. 2 users would be imported.')
      .and(visitor.page.locator(':focus'))
      .waitFor();
    expect(await counts(dry)).toEqual([2, 0, 0, 4]);
    const rows = await report(dry).getByRole('row').allTextContents();
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/^Line 2.*not a JSON object.*NOT_JSON$/),
      expect.stringMatching(/^Line 3.*not known\. \(nickname\).*UNKNOWN_FIELD$/),
      expect.stringMatching(/^Line 4.*no such role.*ROLE_NOT_FOUND$/),
      expect.stringMatching(/^Line 5.*locale.*INVALID_INPUT$/),
    ]);
    expect(await usersOf(tenant)).toEqual([]);
    await inspect('console-import-check');

    await visitor.press('Import 2 users');
    const done = 'Import of users.ndjson';
    await report(done).getByText('2 users are imported.').waitFor();
    expect(await counts(done)).toEqual([2, 0, 0, 4]);
    await inspect('console-import-report');
    const ndjson = (await saved('Report as NDJSON'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(ndjson.map(({ line, outcome }) => [line, outcome])).toEqual([
      [1, 'created'],
      [2, 'refused'],
      [3, 'refused'],
      [4, 'refused'],
      [5, 'refused'],
      [6, 'created'],
    ]);
    const csv = (await saved('Report as CSV')).split('\r\n');
    expect(csv[0]).toBe('\ufeff"Line","Id there","Outcome","Code","Reason","User"');
    expect(csv[4]).toMatch(/^"4","auth0.*","refused","ROLE_NOT_FOUND","The tenant has no such role\.",""$/);
    expect((await usersOf(tenant)).sort()).toEqual(good);

    await visitor.press('Choose another file');
    expect(await visitor.page.getByLabel('Names of roles (optional)').inputValue()).toBe('redactor = Editor');
    await check('users.ndjson', lines);
    await report(dry).getByText('there is nothing to import').waitFor();
    expect(await counts(dry)).toEqual([0, 0, 2, 4]);
    expect(await visitor.page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await visitor.page.getByRole('link', { name: 'Users', exact: true }).first().click();
    await visitor.page.getByRole('link', { name: good[0] as string }).waitFor();
  }, 240_000);

  test('sends a call again that was not served, asks for the proof in place, and goes on after a refusal of it', async () => {
    const tenant = await service.tenant();
    await open(tenant);
    const { page } = visitor;
    const refused = (status: number, code: string) => ({
      status,
      json: { statusCode: status, error: code, message: code, code },
      headers: { 'retry-after': '1' },
    });
    // Replies of a deployment while it is updated, and 15 minutes after the login.
    const replies = [
      refused(503, 'SERVICE_UNAVAILABLE'),
      undefined,
      refused(403, 'REAUTH_REQUIRED'),
      refused(403, 'REAUTH_REQUIRED'),
    ];
    await page.route(`**${IMPORT}`, (route) => {
      const reply = replies.shift();
      return reply ? route.fulfill(reply) : route.continue();
    });
    await check('users.ndjson', [importedLine(), importedLine()]);
    await visitor.press('Import 2 users');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.waitFor();
    await inspect('console-import-proof');
    await proof.getByRole('button', { name: 'Close' }).click();
    await report('Import of users.ndjson').getByText('Stopped. 2 lines are not done.').waitFor();
    await inspect('console-import-stopped');
    await visitor.press('Go on');
    await proof.getByLabel('Password', { exact: true }).fill(service.adminLogin.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await report('Import of users.ndjson').getByText('2 users are imported.').waitFor();
    expect(replies).toEqual([]);
    // The browser itself notes each failure of a server.
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('503')]);
    expect(await usersOf(tenant)).toHaveLength(2);
  }, 240_000);

  test('shows how far it is, stops when it is closed, and goes on where it stopped', async () => {
    const tenant = await service.tenant();
    await open(tenant);
    const { page } = visitor;
    await check(
      'many.ndjson',
      Array.from({ length: 600 }, () => importedLine()),
    );
    await report('Check of many.ndjson').waitFor();
    // The first call is alone. The next four are under way when it is stopped, and the last is not sent.
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    await page.route(`**${IMPORT}`, async (route) => {
      if (++calls > 1) await held;
      await route.continue();
    });
    await visitor.press('Import 600 users');
    const dialog = page.getByRole('dialog', { name: 'Importing many.ndjson' });
    await dialog.getByRole('status').getByText('100 of 600 lines').waitFor();
    await inspect('console-import-progress');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('status').getByText('Stopping…').waitFor();
    release();
    const stopped = report('Import of many.ndjson');
    await stopped.getByText('Stopped. 100 lines are not done.').waitFor();
    expect([calls, await counts('Import of many.ndjson')]).toEqual([5, [500, 0, 0, 0]]);
    await visitor.press('Go on');
    await stopped.getByText('600 users are imported.').waitFor();
    expect(calls).toBe(6);
  }, 240_000);

  test('reads an export of Firebase with its hash parameters', async () => {
    const tenant = await service.tenant();
    await open(tenant);
    const email = newEmail();
    await visitor.page.getByLabel('Written by').selectOption({ label: 'Firebase' });
    const users = [{ localId: 'a', email, emailVerified: true, passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }];
    await visitor.fill('Hash parameters', 'hash_config { rounds: 8 }');
    await check('firebase.json', [{ users }]);
    await visitor.wrong('Hash parameters', 'base64_signer_key is missing');
    await inspect('console-import-firebase');
    await visitor.fill(
      'Hash parameters',
      'hash_config { algorithm: SCRYPT, base64_signer_key: c2lnbmVy, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }',
    );
    await visitor.press('Check the file');
    await report('Check of firebase.json').waitFor();
    expect((await counts('Check of firebase.json')).reduce((all, each) => all + each)).toBe(1);
  }, 240_000);

  test('is not offered to an auditor', async () => {
    const tenant = await service.tenant();
    const auditor = await newAdmin(service, { role: 'auditor' });
    visitor = await signedIn(service, browser, `users?tenantId=${tenant.id}`, auditor);
    expect(await visitor.page.getByRole('link', { name: 'Import users' }).count()).toBe(0);
    await visitor.goto(`/console/tenants/${tenant.id}`);
    await settled(visitor);
    expect(await visitor.page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    await visitor.goto(`/console/tenants/${tenant.id}/import`);
    await visitor.heading('No such tenant');
    expect(await visitor.page.locator('main form').count()).toBe(0);
  }, 240_000);
});
