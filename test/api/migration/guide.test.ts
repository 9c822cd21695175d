// Executes docs/guides/move-at-first-login.md: its calls against a token endpoint, and its hook against a running service.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { codeOf, scratch } from '../../support/guide.ts';
import { logIn, migratingTenant, resident, useMigration } from '../../support/migration.ts';
import { bearer, newEmail } from '../../support/service.ts';

const migration = useMigration();
const { service } = migration;
const GUIDE = 'move-at-first-login.md';
const folder = scratch();
afterAll(() => folder.remove());

test('the guide moves a person at their first login, and counts them', async () => {
  const realm = migration.earlier.realm('oauth');
  const tenant = await service.tenant();
  const email = newEmail();
  const claims = { sub: 'x', email, email_verified: true, plan: 'gold' };
  const ada = resident(realm, { claims }, email);
  const given = { base: service.baseUrl, jar: await service.adminCookie(), tenant: tenant.id, ...ada };
  const earlier = { earlier: realm.url, client: realm.clientId, secret: realm.clientSecret };
  const script = ['set -o pipefail', ...codeOf(GUIDE, 'sh').map((code) => code.replace(/^login$/gm, 'login; echo'))];
  const env = { ...process.env, ...given, ...earlier };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script.join('\n')], { env });
  const [first, second, figures] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([first.message, second.message, figures.stats.migratedUsers]).toEqual(['Logged in.', 'Logged in.', 1]);
  expect(realm.requests.length).toBe(1);
  const me = await service.get('/auth/me', { headers: bearer(first) });
  expect(me.body).toMatchObject({ email, metadata: { plan: 'gold' } });
});

const PEOPLE = `
const people = {
  'ada@example.com': { id: '1', email: 'ada@example.com', isVerified: true, name: 'Ada', password: 'a password of before' },
  'bob@example.com': { id: '2', email: 'bob@example.com', password: 'a password of before', mustChangePassword: true },
};
export const findPerson = async (email) => people[email];
export const isRight = async (person, password) => person.password === password;
`;

test("the guide's hook moves the people of an own database, and accepts only signed requests", async () => {
  const [code = ''] = codeOf(GUIDE, 'js');
  writeFileSync(join(folder.path, 'people.mjs'), PEOPLE);
  writeFileSync(join(folder.path, 'index.mjs'), code);
  const { realm, tenant } = await migratingTenant(migration, 'hook');
  process.env.HOOK_KEY = realm.clientSecret;
  const { handler } = await import(pathToFileURL(join(folder.path, 'index.mjs')).href);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { statusCode, headers, body: text } = await handler({ headers: request.headers, body });
    response.writeHead(statusCode, headers).end(text);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}/`;
  try {
    const settings = { migration: realm.settings({ url }) };
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
    const password = 'a password of before';
    const replyTo = (email: string, typed = password) => logIn(service, tenant, { email, password: typed });
    expect(answerOf(await replyTo('ada@example.com', 'another password'))).toEqual(refusal('INVALID_CREDENTIALS'));
    const { status, body } = await replyTo('ada@example.com');
    expect(status).toBe(200);
    expect((await service.get('/auth/me', { headers: bearer(body) })).body.name).toBe('Ada');
    expect(answerOf(await replyTo('bob@example.com'))).toEqual(refusal('MIGRATION_STEP_REQUIRED'));
    const credentials = JSON.stringify({ email: 'ada@example.com', password });
    const unsigned = await fetch(url, { method: 'POST', body: credentials });
    expect(unsigned.status).toBe(400);
  } finally {
    server.closeAllConnections();
    await close(server);
  }
});
