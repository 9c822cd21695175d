// Makes calls of second factors succeed.
import type { mfa } from '../../../lib/contract/groups/mfa.ts';
import { act, done, enrol, pending as login, nextCode } from '../../support/mfa.ts';
import { type Account, account, asUser, codeFor, type Recipes, signUp, VERIFIED, type World } from '../recipe.ts';

type Enrolled = Account & { secret: string; deviceId: string };
const enrolled = async (world: World): Promise<Enrolled> => {
  const user = await signUp(world);
  return { ...user, ...(await enrol(world.service, user)) };
};

/** A login that waits for the second factor. */
const pending = async ({ service }: World, user: Account): Promise<Pick<Account, 'tokens'>> => ({
  tokens: await login(service, user),
});

/** A user whose second factor is a code by e-mail. */
async function byMail(world: World): Promise<Account> {
  const user = await account(world, VERIFIED);
  done(await act(world.service, user.tokens, 'toggle', { enabled: true }), 'toggle');
  return user;
}

const codes = async ({ service }: World, { tokens }: Pick<Account, 'tokens'>): Promise<string[]> =>
  done(await act(service, tokens, 'generate-recovery-code'), 'recovery codes').body.codes;

export const recipes = {
  'GET /auth/mfa/status': async (world) => asUser(await enrolled(world)),
  'GET /auth/mfa/devices': async (world) => asUser(await enrolled(world)),
  'POST /auth/mfa/setup-totp': async (world) => ({ ...asUser(await signUp(world)), body: {} }),
  'POST /auth/mfa/verify-totp-setup': async (world) => {
    const user = await signUp(world);
    const { secret, deviceId } = done(await act(world.service, user.tokens, 'setup-totp'), 'setup').body;
    return { ...asUser(user), body: { otp: nextCode(secret), deviceId } };
  },
  'POST /auth/mfa/enrol': async (world) => {
    const user = await signUp(world);
    const { secret, deviceId } = done(await act(world.service, user.tokens, 'setup-totp'), 'setup').body;
    return { ...asUser(user), body: { otp: nextCode(secret), deviceId } };
  },
  'POST /auth/mfa/challenge': async (world) => ({
    ...asUser(await pending(world, await byMail(world))),
    body: { method: 'email' },
  }),
  'POST /auth/mfa/verify': {
    authenticator: async (world) => {
      const user = await enrolled(world);
      return { ...asUser(await pending(world, user)), body: { method: 'totp', otp: nextCode(user.secret) } };
    },
    'e-mail': async (world) => {
      const user = await byMail(world);
      const waiting = await pending(world, user);
      done(await act(world.service, waiting.tokens, 'challenge', { method: 'email' }), 'challenge');
      return { ...asUser(waiting), body: { method: 'email', otp: await codeFor(world, user.id) } };
    },
    'and trust': async (world) => {
      const user = await enrolled(world);
      const body = { method: 'totp', otp: nextCode(user.secret), trustDevice: true };
      return { ...asUser(await pending(world, user)), body };
    },
  },
  'POST /auth/mfa/verify-recovery-code': async (world) => {
    const user = await enrolled(world);
    const [code] = await codes(world, user);
    return { ...asUser(await pending(world, user)), body: { code } };
  },
  'POST /auth/mfa/generate-recovery-code': async (world) => ({ ...asUser(await enrolled(world)), body: {} }),
  'POST /auth/mfa/toggle': async (world) => ({ ...asUser(await account(world, VERIFIED)), body: { enabled: true } }),
  'POST /auth/mfa/reset-totp': async (world) => ({ ...asUser(await enrolled(world)), body: {} }),
  'DELETE /auth/mfa/devices/{deviceId}': async (world) => {
    const user = await enrolled(world);
    return { ...asUser(user), params: { deviceId: user.deviceId } };
  },
} satisfies Record<keyof typeof mfa, Recipes>;
