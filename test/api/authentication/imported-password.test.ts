// Signs users in whose password hashes were made by another system, and replaces each hash at the first login.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { normaliseHash, VERIFYING_LIMITS } from '../../../lib/crypto/import-hash.ts';
import { rootSecret } from '../../../lib/platform/aws/secrets.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import * as users from '../../../lib/store/people/users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { prepared, type User, useService } from '../../support/service.ts';
import { idOf, setField } from '../../support/stored-users.ts';

type Specimen = { name: string; password: string; hash: string };
const FILE = join(import.meta.dirname, '../../unit/crypto/imported-hashes.json');
const specimens: Specimen[] = JSON.parse(readFileSync(FILE, 'utf8'));

const service = useService({}, { changeFeed: false });
const tenant = prepared(() => service.tenant());
let user: User;
beforeEach(async () => {
  user = await service.signup(tenant);
});

const storedHash = async (): Promise<string | null | undefined> =>
  (await users.find(tenant.id as TenantId, idOf(user)))?.passwordHash;

async function plant(hash: string, limits = VERIFYING_LIMITS): Promise<void> {
  const result = await normaliseHash(hash, limits, await rootSecret('pepper'));
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  await setField(user, 'passwordHash', result.hash);
}

test.each(specimens)('a user with a hash of $name signs in, and once more with the replaced hash', async (specimen) => {
  const { hash, password } = specimen;
  await plant(hash);
  expect(answerOf(await service.login({ ...user, password: `${password}!` }))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect(await storedHash()).toMatch(/^im1\$/);
  expect((await service.login({ ...user, password })).status).toBe(200);
  expect(await storedHash()).toMatch(/^gh1\$/);
  expect((await service.login({ ...user, password })).status).toBe(200);
  expect(answerOf(await service.login({ ...user, password: `${password}!` }))).toEqual(refusal('INVALID_CREDENTIALS'));
});

describe('a stored hash that this function cannot compute', () => {
  const huge = `$argon2id$v=19$m=1048576,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

  test.each([
    ['exceeds its memory', () => plant(huge, { memoryMiB: 2048, milliseconds: 60_000 })],
    ['has no form that it knows', () => setField(user, 'passwordHash', '$2b$10$abc')],
  ])('is 503 when it %s, with the cause in the log and without the hash', async (_, store) => {
    await store();
    const replies: unknown[] = [];
    const lines = await logged(async () => {
      // More attempts than an account has: none is counted, because nothing was guessed.
      for (let round = 0; round < 12; round += 1) replies.push(answerOf(await service.login(user)));
    });
    expect(new Set(replies.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(refusal('SERVICE_UNAVAILABLE'))]),
    );
    const events = ofEvent(lines, 'password_hash_unverifiable');
    expect(events).toHaveLength(12);
    expect(events[0]).toMatchObject({ level: 'error', reason: expect.stringMatching(/^the stored hash /) });
    expect(ofEvent(lines, 'login_failed')).toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/AAAA|\$2b\$/);
  });
});
