// Executes the code of docs/guides/let-customers-manage-themselves.md against a running service.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { executableBlocks } from '../../journeys/code-blocks.ts';
import { managerWith } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: true });
const GUIDE = join(import.meta.dirname, '../../../docs/guides/let-customers-manage-themselves.md');

test('the guide prints what it says', async () => {
  const page = await readFile(GUIDE, 'utf8');
  const script = executableBlocks(page).map(({ code }) => code);
  const tenant = await service.tenant();
  const user = await managerWith(service, tenant, []);
  const given = { base: service.baseUrl, jar: await service.adminCookie(), tenant: tenant.id };
  const env = { ...process.env, ...given, user: user.id, access: user.tokens.accessToken };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script.join('\n')], { env });
  const expected = [...page.matchAll(/^#> (.*)$/gm)].map(([, line]) => line);
  expect(stdout.trim().split('\n')).toEqual(expected);
});
