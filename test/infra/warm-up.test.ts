// Checks that functions warm up in their init phase, and leave no trace of it.
import { expect, test } from '@jest/globals';
import { type FunctionName, functionNames, rowOf, WEB } from '../../infra/functions.ts';
import { warmUp } from '../../lib/http/warm-up.ts';
import { Unavailable } from '../../lib/platform/errors.ts';
import { log } from '../../lib/platform/log.ts';
import { count } from '../../lib/platform/metrics.ts';
import { current, inContext, inDryRun } from '../../lib/platform/request-context.ts';
import { create, get } from '../../lib/store/dynamo/table.ts';
import * as signingKeys from '../../lib/store/signing-keys.ts';
import { logged } from '../support/logs.ts';
import { running, startService } from '../support/service.ts';
import { warmed } from '../support/warm-up.ts';

// No change feed: only requests of this file and the warm-up may write.
const service = running(() => startService({}, { changeFeed: false }));

// The functions of this process share the keys.
const warm = functionNames.filter((name) => rowOf(name).warmUp && name !== WEB);
/** For tools and directories: no person waits for them. */
const COLD: readonly FunctionName[] = ['admin-transfers', 'scim'];

test('every function behind the API warms up, and no other', () => {
  const behindApi = functionNames.filter((name) => rowOf(name).trigger.kind === 'api' && !COLD.includes(name));
  expect(functionNames.filter((name) => rowOf(name).warmUp)).toEqual(behindApi);
});

test('the warm-up of a deployment without keys creates none, and the first token does', async () => {
  const { code, calls, lines } = await warmed('authentication');
  expect([code, calls]).toEqual(['NO_AUTH_PROVIDED', { GetItem: 1, GetSecretValue: 3 }]);
  expect([await signingKeys.find(), lines]).toEqual([undefined, []]);
  await service.signup(await service.tenant());
  expect(await signingKeys.find()).toBeDefined();
});

test.each(warm)('%s reads who the caller is, and refuses them', async (name) => {
  const { access, status, code, calls, lines } = await warmed(name);
  // It serves everyone alike. This process has the secret of the keys, and reads them too; the function has not.
  if (name === 'discovery') expect([status, calls]).toEqual([200, { GetItem: 2 }]);
  else {
    expect([status, code]).toEqual([401, access === 'admin' ? 'SESSION_INVALID' : 'SESSION_NOT_FOUND']);
    expect(calls.BatchGetItem).toBeGreaterThan(0);
  }
  expect(Object.keys(calls).filter((call) => !/^(Get|BatchGet|Query)/.test(call))).toEqual([]);
  expect(lines).toEqual([]);
});

test('a warm-up that never ends, or fails, is waited for no longer than a second, and does not fail the load', async () => {
  const [route, operation] = ['GET /auth/verify-session', { access: 'user' }] as const;
  await expect(warmUp(() => new Promise(() => {}), route, operation)).resolves.toBeUndefined();
  await expect(warmUp(() => Promise.reject(new Error('no')), route, operation)).resolves.toBeUndefined();
});

test('a dry run writes no item, no log line and no metric, in the contexts inside of it as well', async () => {
  const key = { pk: 'TENANT#dry', sk: 'DRY' };
  const lines = await logged(() =>
    inDryRun(() =>
      inContext({ requestId: 'r' }, async () => {
        await expect(create({ ...key, type: 'dry' })).rejects.toThrow(Unavailable);
        log.error('fault');
        count('UnexpectedError');
        expect(current()?.counts.size).toBe(0);
      }),
    ),
  );
  expect([lines, await get(key, 'dry')]).toEqual([[], undefined]);
});

test('a read that a dry run has begun is finished for the request that waits for it', async () => {
  let late: Promise<unknown> = Promise.resolve();
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  await inDryRun(() =>
    inContext({}, async () => {
      late = isOver.then(() => get({ pk: 'TENANT#dry', sk: 'DRY' }, 'dry'));
    }),
  );
  resolve();
  await expect(late).resolves.toBeUndefined();
});
