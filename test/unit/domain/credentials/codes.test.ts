// Checks that a one-time code is bound to the login it was sent for: it completes no other login of the same user.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signingKey } from '../../../../lib/crypto/purpose-keys.ts';
import { unseal } from '../../../../lib/crypto/seal.ts';
import { hmac } from '../../../../lib/crypto/secrets.ts';
import { checkCode, type Recipient, sendCode } from '../../../../lib/domain/credentials/codes.ts';
import { newSessionId, newTenantId, newUserId, type SessionId } from '../../../../lib/platform/ids.ts';
import { transact } from '../../../../lib/store/dynamo/table.ts';
import type { OutboxItem } from '../../../../lib/store/outbox.ts';
import { findCode } from '../../../../lib/store/people/codes.ts';
import { otherThan } from '../../../support/messages.ts';
import { everyRow } from '../../../support/rows.ts';
import { newEmail } from '../../../support/service.ts';
import { ROOTS, startProviders } from '../../mailer/providers.ts';
import { startTable } from '../../store/support.ts';

const PURPOSE = 'mfa-email';

let stop: () => Promise<void>;
beforeAll(async () => {
  const [stopTable, providers] = [await startTable(), await startProviders()];
  Object.assign(process.env, providers.environment);
  stop = async () => {
    await stopTable();
    await providers.stop();
  };
});
afterAll(() => stop());

/** Returns a user with two pending logins, and functions that send, try and read the user's codes. */
function userWithTwoLogins() {
  const tenant = newTenantId();
  const user = newUserId(tenant);
  const recipient: Recipient = { tenant, user, epoch: 1, to: newEmail(), channel: 'email' };
  return {
    user,
    to: recipient.to,
    logins: [newSessionId(tenant, 0), newSessionId(tenant, 1)] as const,
    /** Sends a code and returns it as the outbox holds it. */
    send: async (session?: SessionId): Promise<string> => {
      await sendCode(recipient, PURPOSE, 'svc.two_factor_code_sent', { session });
      const { id: codeId } = (await findCode(tenant, user, PURPOSE))!;
      const sent = (await everyRow()).flatMap((row) => (row.type === 'outbox' ? (row as OutboxItem).events : []));
      const { detail } = sent.find((each) => each.detail.codeId === codeId)!;
      return JSON.parse(unseal(ROOTS, `message|${detail.id}`, detail.sealed as string)).code;
    },
    attempt: (code: string, session?: SessionId) => checkCode(recipient, PURPOSE, code, { session }),
    stored: async () => (await findCode(tenant, user, PURPOSE))!,
  };
}

describe('checkCode with a code sent for one login', () => {
  test('accepts the code for that login', async () => {
    const { send, attempt, logins, stored } = userWithTwoLogins();
    const [login] = logins;
    const code = await send(login);
    expect(await attempt(code, login)).toEqual(await stored());
    expect(await stored()).toMatchObject({ session: login, attempts: 1 });
  });

  test('refuses the code for another login and for none, and counts those attempts', async () => {
    const { send, attempt, logins, stored } = userWithTwoLogins();
    const [login, other] = logins;
    const code = await send(login);
    for (const session of [other, undefined, other, undefined]) expect(await attempt(code, session)).toBeUndefined();
    expect((await stored()).attempts).toBe(4);
    expect(await attempt(code, login)).toBeDefined();
    expect(await attempt(code, login)).toBeUndefined();
  });

  test('refuses the code after another login of the user has requested one', async () => {
    const { send, attempt, logins } = userWithTwoLogins();
    const [login, other] = logins;
    const code = await send(login);
    const newer = await send(other);
    expect(await attempt(code, login)).toBeUndefined();
    expect(await attempt(newer, login)).toBeUndefined();
    expect(await attempt(newer, other)).toBeDefined();
  });

  test('refuses the code for another login even when the stored session id was changed to it', async () => {
    const { send, attempt, logins, stored } = userWithTwoLogins();
    const [login, other] = logins;
    const code = await send(login);
    const moved = { ...(await stored()), session: other };
    await transact({ code: { put: moved } });
    expect(await attempt(code, other)).toBeUndefined();
  });
});

describe('checkCode with a code sent outside of a login', () => {
  test('refuses the code for a login and accepts it without one', async () => {
    const { send, attempt, logins, stored } = userWithTwoLogins();
    const code = await send();
    expect(await attempt(code, logins[0])).toBeUndefined();
    expect(await attempt(otherThan(code))).toBeUndefined();
    expect(await attempt(code)).toMatchObject({ attempts: 3 });
    expect(await stored()).not.toHaveProperty('session');
  });

  // The hash must not change between versions: codes that are under way during a deployment stay valid.
  test('sendCode hashes the code with user, purpose, address and id', async () => {
    const { send, stored, user, to } = userWithTwoLogins();
    const code = await send();
    const { id, hash } = await stored();
    expect(hash).toBe(hmac(signingKey(ROOTS, 'one-time-code', Date.now()).key, user, PURPOSE, to, id, code));
  });
});
