// Threat: the runtime lacks the scheme of stored passwords, and the service calls right passwords wrong, locks people out,
// or shows who has an account.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { hashPassword } from '../../../lib/crypto/password-hash.ts';
import { rootSecret } from '../../../lib/platform/aws/secrets.ts';
import type { AdminId, TenantId, UserId } from '../../../lib/platform/ids.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { update } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';
import { withoutArgon2 } from '../../support/without-argon2.ts';

const service = useService({}, { changeFeed: false });
const UNAVAILABLE = refusal('SERVICE_UNAVAILABLE');
let user: User;

const giveArgon2Hash = async (key: keys.Key, password: string): Promise<void> => {
  const passwordHash = await hashPassword(await rootSecret('pepper'), 'argon2id', password);
  await update(key, { set: { passwordHash } });
};
const keyOf = ({ tokens }: User): keys.Key =>
  keys.user(tenant.id as TenantId, claimsOf(tokens.accessToken).sub as UserId);

const tenant = prepared(() => service.tenant());
beforeEach(async () => {
  user = await service.signup(tenant);
  await giveArgon2Hash(keyOf(user), user.password);
});

/** The attempts that are counted, by scope. */
const counted = async (scope: string): Promise<number> => {
  const rows = await everyRow();
  return rows.filter(({ pk }) => pk.startsWith(`L#${scope}#`)).reduce((sum, { count }) => sum + Number(count), 0);
};

describe('a login at an account whose scheme the runtime lacks', () => {
  test('is 503 for the right password and for wrong ones, and uses up no attempts', async () => {
    const before = await counted('login-account');
    await withoutArgon2(async () => {
      expect(answerOf(await service.login(user))).toEqual(UNAVAILABLE);
      const replies = await race(20, () => service.login({ ...user, password: newPassword() }));
      const codes = new Set(replies.map(({ body }) => body.code));
      // All twenty at once may fill the bucket for a moment; no attempt is called wrong.
      expect([...codes].filter((code) => code !== 'ACCOUNT_LOCKED')).toEqual(['SERVICE_UNAVAILABLE']);
    });
    expect(await counted('login-account')).toBe(before);
    expect((await service.login(user)).status).toBe(200);
  });

  test('is reported by an error line and a metric, without the hash', async () => {
    Object.assign(process.env, { POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse', POWERTOOLS_SERVICE_NAME: 'Stack' });
    const lines = await logged(() => withoutArgon2(() => service.login(user)));
    expect(ofEvent(lines, 'password_scheme_missing')).toMatchObject([{ level: 'error', scheme: 'argon2id' }]);
    expect(lines.flatMap(({ RepairNeeded }: Line) => RepairNeeded ?? [])).toEqual([1]);
    expect(ofEvent(lines, 'login_failed')).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain('gh1$');
  });

  test('cannot be told from a login at an unknown account where argon2id is set', async () => {
    const known = config().passwordHash;
    Object.assign(config(), { passwordHash: 'argon2id' });
    try {
      await withoutArgon2(async () => {
        const unknown = { ...user, email: newEmail() };
        for (const who of [user, unknown, { ...user, password: newPassword() }]) {
          for (let round = 0; round < 12; round++) expect(answerOf(await service.login(who))).toEqual(UNAVAILABLE);
        }
      });
    } finally {
      Object.assign(config(), { passwordHash: known });
    }
  });
});

test('a change of the password is 503 and uses up no attempts', async () => {
  const body = { currentPassword: user.password, newPassword: newPassword() };
  const change = () => service.post('/auth/change-password', body, { headers: bearer(user.tokens) });
  await withoutArgon2(async () => {
    for (let round = 0; round < 12; round++) expect(answerOf(await change())).toEqual(UNAVAILABLE);
  });
  expect((await change()).status).toBe(200);
});

test('a login of an admin is 503 and uses up no attempts', async () => {
  const { body } = await service.admin('GET', '/auth/admin/me');
  await giveArgon2Hash(keys.admin(body.id as AdminId), service.adminLogin.password);
  const login = () => service.post('/auth/admin/login', service.adminLogin);
  await withoutArgon2(async () => {
    for (let round = 0; round < 12; round++) expect(answerOf(await login())).toEqual(UNAVAILABLE);
  });
  expect((await login()).status).toBe(201);
});

test('the right password of another scheme logs in where argon2id is set and missing', async () => {
  const other = await service.signup(tenant);
  const known = config().passwordHash;
  Object.assign(config(), { passwordHash: 'argon2id' });
  try {
    expect((await withoutArgon2(() => service.login(other))).status).toBe(200);
  } finally {
    Object.assign(config(), { passwordHash: known });
  }
});
