// Packs the testing package as `npm run packages` does, and tests an application with it: in node:test, vitest and jest,
// with the machine's versions of Node.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApplication } from '../support/application.ts';
import { until } from '../support/until.ts';

/** Both stop a test after five seconds, in which a busy machine starts no two services. */
const PATIENT = '--testTimeout=60000';
const published = ['vitest@5.1.1', 'jest@30.5.2'];
const { folder, run, write, compile, installed } = useApplication(
  ['testing', 'client'],
  ['@dynoxide/linux-x64'],
  [],
  published,
);

/** A login with both factors, a code from the inbox, a clock that moves, an event. `before` declares `test`. */
const tests = (before: string): string => `${before}
test('an application logs in, resets a password and outlives a session', async () => {
  const gatehouse = await startGatehouse({ tenants: [{ slug: 'acme' }, { slug: 'other' }] });
  await gatehouse.createRole({ name: 'editor', permissions: ['reports.write'] });
  const ada = await gatehouse.createPerson({ email: 'ada@example.com', roles: ['editor'], mfa: true });
  const client = await ada.login();
  assert.deepEqual((await client.authentication.me()).permissions, ['reports.write']);

  await client.authentication.forgotPassword({ tenantId: ada.tenant.id, email: ada.email });
  assert.match(await gatehouse.inbox.code(ada.email), /^[0-9]{6}$/);

  const created = await gatehouse.events.waitFor('svc.user_created', ({ detail }) => detail.userId === ada.id);
  assert.equal(created.detail.email, ada.email);

  await gatehouse.clock.advance(365 * 24 * 3600_000);
  await assert.rejects(client.authentication.me());
  assert.equal((await (await ada.login()).authentication.me()).email, ada.email);
  assert.deepEqual(gatehouse.tenants.map(({ slug }) => slug), ['acme', 'other']);
  await gatehouse.stop();
  await assert.rejects(gatehouse.inbox.messages(), /stopped/);
});

test('a person signs in to an application with a passkey', async () => {
  const gatehouse = await startGatehouse();
  const ada = await gatehouse.createPerson();
  const authenticator = softwareAuthenticator({ origin: gatehouse.url });
  const { options } = await ada.client.passkeys.options();
  const { name } = await ada.client.passkeys.add({ credential: authenticator.create(options), name: 'Laptop' });
  assert.equal(name, 'Laptop');

  const { client, tenant: { id: tenantId } } = ada;
  await client.authentication.logout();
  const { options: asked } = await client.passkeys.loginOptions({ tenantId });
  const credential = authenticator.get(asked);
  assert.equal((await client.passkeys.login({ tenantId, credential })).nextStep, null);
  assert.equal((await client.authentication.me()).email, ada.email);
  // Each challenge works once, and for the client that asked.
  await assert.rejects(client.passkeys.login({ tenantId, credential }), { code: 'PASSKEY_INVALID' });
  const foreign = softwareAuthenticator({ origin: 'http://127.0.0.1:1' });
  assert.throws(() => foreign.get(asked), /NotAllowedError/);
  await gatehouse.stop();
});

test('two services at once share nothing, and one ends with its scope', async () => {
  const [one, other] = await Promise.all([startGatehouse(), startGatehouse()]);
  await one.createPerson({ email: 'ada@example.com' });
  await other.createPerson({ email: 'ada@example.com' });
  await other.clock.advance(3600_000);
  assert.ok((await other.clock.now()) - (await one.clock.now()) > 3500_000);
  await other[Symbol.asyncDispose]();
  await assert.rejects(fetch(other.url));
  assert.equal((await one.inbox.messages()).length, 0);
  // The other one ends with this process.
});
`;

const NODE_TEST = tests(`
import assert from 'node:assert/strict';
import { test as nodeTest } from 'node:test';
import { softwareAuthenticator, startGatehouse } from '@gatehouse-auth/testing';
const test = (title, run) => nodeTest(title, run);
`);
const VITEST = tests(`
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { softwareAuthenticator, startGatehouse } from '@gatehouse-auth/testing';
`);
const JEST = tests(`
const assert = require('node:assert/strict');
const { softwareAuthenticator, startGatehouse } = require('@gatehouse-auth/testing');
`);

beforeAll(() => {
  write('node.test.mjs', NODE_TEST);
  write('vitest.test.mjs', VITEST);
  write('jest.test.cjs', JEST);
  write('forever.mjs', FOREVER);
  write('consumer.ts', CONSUMER);
});

const FOREVER = `
import { startGatehouse } from '@gatehouse-auth/testing';
const { url } = await startGatehouse();
console.log(url);
setInterval(() => {}, 1000);
`;

const CONSUMER = `
import type { UserClient } from '@gatehouse-auth/client';
import { type Person, startGatehouse } from '@gatehouse-auth/testing';
const gatehouse = await startGatehouse({ settings: { GATEHOUSE_LIMITS: 'on' } });
const person: Person = await gatehouse.createPerson();
export const client: UserClient = person.client;
export const provider: string = (await gatehouse.events.waitFor('svc.registered')).detail.provider;
// @ts-expect-error an event that does not exist
gatehouse.events.waitFor('svc.registred');
// @ts-expect-error a setting of something else
startGatehouse({ settings: { PORT: '3000' } });
`;

const ENVIRONMENT = {
  NODE_OPTIONS: '',
  GATEHOUSE_LOG_LEVEL: 'nonsense',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
};

describe('the tarball of the testing package', () => {
  test('depends on the client, and on an engine where there is one', () => {
    const manifest = JSON.parse(installed('testing', 'package.json'));
    expect(Object.keys(manifest.dependencies)).toEqual(['@gatehouse-auth/client']);
    expect(manifest.optionalDependencies).toEqual({ '@dynoxide/linux-x64': '1.2.1' });
    expect(installed('testing', 'README.md').split('\n').length).toBeLessThan(60);
    expect(installed('testing', 'index.js')).not.toContain('class GatehouseError');
  });

  test.each([
    ['nodenext', { module: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('compiles in an application with %s', async (_, options) => {
    expect(await compile('consumer.ts', { ...options, lib: ['es2022', 'dom', 'esnext.disposable'] })).toBe('');
  });

  test.each([
    ['node:test with the Node of the machine', 'node', ['--test', 'node.test.mjs']],
    ['node:test with the Node of the tests', process.execPath, ['--test', 'node.test.mjs']],
    ['vitest', process.execPath, ['node_modules/vitest/vitest.mjs', 'run', PATIENT, 'vitest.test.mjs']],
    [
      'vitest in threads',
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', PATIENT, '--pool=threads', 'vitest.test'],
    ],
    ['jest', process.execPath, ['node_modules/jest/bin/jest.js', PATIENT, '--testMatch', '**/jest.test.cjs']],
    [
      'jest with the Node of the machine',
      'node',
      ['node_modules/jest/bin/jest.js', PATIENT, '--testMatch', '**/jest.test.cjs'],
    ],
  ])('runs the service in %s', async (_, program, args) => {
    await run(program, args, ENVIRONMENT);
  });

  test('ends the service with a process that is killed', async () => {
    const program = spawn('node', ['forever.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const { value: url = '' } = await createInterface({ input: program.stdout })[Symbol.asyncIterator]().next();
    expect((await fetch(url)).status).toBe(404);
    program.kill('SIGKILL');
    await until(
      () =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      'the end of the service',
    );
  });

  test('says in one line why it cannot start', async () => {
    write(
      'wrong.mjs',
      `import { startGatehouse } from '@gatehouse-auth/testing';
      await startGatehouse({ settings: { GATEHOUSE_LIMITZ: 'on' } }).catch(({ message }) => console.log(message));`,
    );
    expect(await run('node', ['wrong.mjs'])).toBe(
      'Gatehouse did not start: GATEHOUSE_LIMITZ is not a setting. Did you mean GATEHOUSE_LIMITS?\n',
    );
  });
});
