// Tests more trusted devices than an account may have. Limits are off because twenty parallel proofs exceed them.
import { expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { claimsOf, later, MINUTE } from '../../support/api.ts';
import { act, complete, enrol, enrolled, loginTrusted, nextCode, pending } from '../../support/mfa.ts';
import { race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService({ GATEHOUSE_LIMITS: 'off' });

type User = Awaited<ReturnType<typeof enrolled>>;
const listed = async ({ tokens }: User): Promise<string[]> => {
  const { body } = await service.admin('GET', `${USERS}/${claimsOf(tokens.accessToken).sub}`);
  return body.trustedDevices.map(({ id }: { id: string }) => id);
};
const idIn = (token: string): string => token.split('.')[0] as string;

test('keeps exactly ten of twenty devices that are trusted in parallel', async () => {
  const user = await enrolled(service);
  const secrets = [user.secret];
  while (secrets.length < 10) secrets.push((await enrol(service, user)).secret);
  const { codes } = (await act(service, user.tokens, 'generate-recovery-code')).body;
  const logins = await Promise.all(Array.from({ length: 20 }, () => pending(service, user)));
  nextCode(user.secret);
  const replies = await race(20, (caller) => {
    const proof =
      caller < 10
        ? (['verify', { method: 'totp', otp: totp(secrets[caller] as string) }] as const)
        : (['verify-recovery-code', { code: codes[caller - 10] }] as const);
    return act(service, logins[caller]!, proof[0], { ...proof[1], trustDevice: true });
  });
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const tokens: string[] = replies.map(({ body }) => body.trustToken);
  const kept = await listed(user);
  expect(kept).toHaveLength(10);
  for (const token of tokens) {
    const { body } = await loginTrusted(service, user, token);
    expect([token, body.isRequiresMfa]).toEqual([token, !kept.includes(idIn(token))]);
  }
});

test('replaces the device that was used longest ago when an eleventh is trusted', async () => {
  const user = await enrolled(service);
  const tokens: string[] = [];
  while (tokens.length < 10) tokens.push((await complete(service, user, { trustDevice: true })).trustToken as string);
  await later(MINUTE, async () => {
    const [first = '', second = ''] = tokens;
    expect((await loginTrusted(service, user, first)).body.isRequiresMfa).toBe(false);
    const { trustToken = '' } = await complete(service, user, { trustDevice: true });
    const expected = [...tokens.filter((token) => token !== second), trustToken].map(idIn);
    expect((await listed(user)).sort()).toEqual(expected.sort());
  });
});
