// People reset passwords: they exchange a code for a token, and a token for a new password. Invitations end here, too.
import { now } from '../../../lib/platform/clock.ts';
import { DAY, MINUTE } from '../../support/api.ts';
import { setPassword } from '../oracle/credentials.ts';
import { prove, requireFresh, requireOpens } from '../oracle/proofs.ts';
import { endAll } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { accountOfMessage, inboxOf, knows, learn } from '../world/knowledge.ts';
import { kindOf, named, nameOf, type World } from '../world/world.ts';
import { isFresh, RESET_CODE, requireHolder, verifierFor, withCodes } from './codes.ts';
import { command } from './command.ts';
import { accountOf, passwordOf, users } from './shared.ts';

export const exchangeCode = command<{ by: string; message: string }>({
  name: 'exchange a reset code',
  group: 'base',
  weight: 8,
  routes: ['POST /auth/verify-forgot-password-otp'],
  options: (world) => withCodes(world, RESET_CODE, isFresh),
  vain: (world) => withCodes(world, RESET_CODE, (message) => !isFresh(message)),
  run: async (world, { by, message: name }) => {
    const message = named(world.messages, name);
    const account = accountOfMessage(world, message)!;
    const { to, code, tenantId } = message;
    const body = { tenantId, [kindOf(to)]: to, code, ...verifierFor(world, by, message) };
    const reply = await ask(world, by, 'POST /auth/verify-forgot-password-otp', { body });
    if (reply.status !== 200) return;
    requireFresh(world, account, message, 'code');
    requireHolder(world, by, account, message);
    requireOpens(world, by, account, to, 'a reset code');
    message.used = { reason: 'it was used', at: now() };
    addToken(world, account, to, reply.body.resetToken, 'reset');
    learn(world, by, reply.body.resetToken);
  },
});

function addToken(world: World, account: E.Account, to: string, value: string, purpose: E.LinkToken['purpose']) {
  for (const before of world.linkTokens)
    if (before.account === account.name && before.purpose === purpose)
      before.used ??= { reason: 'a newer one replaced it', at: now() };
  const token = {
    name: nameOf(world, 'token'),
    account: account.name,
    to,
    value,
    purpose,
    at: now(),
    era: account.era,
  };
  world.linkTokens.push(token);
}

/** Records the token of an invitation that was sent. */
export function addInvitation(world: World, account: E.Account, { to, token }: E.Message): void {
  if (token !== undefined) addToken(world, account, to, token, 'invitation');
}

/** Records that the invitations of the account were revoked. */
export function endInvitations(world: World, account: E.Account): void {
  for (const token of world.linkTokens)
    if (token.account === account.name && token.purpose === 'invitation')
      token.used ??= { reason: 'it was revoked', at: now() };
}

const known = (world: World, by: string): E.LinkToken[] => {
  const read = new Set(inboxOf(world, by).map(({ token }) => token));
  return world.linkTokens.filter(({ value }) => read.has(value) || knows(world, by, value));
};
const choices = (world: World, isFitting: (token: E.LinkToken) => boolean) =>
  users(world).flatMap(({ name: by }) =>
    known(world, by)
      .filter((token) => isFitting(token) && !accountOf(world, token).removed)
      .slice(-3)
      .map(({ name: token }) => ({ by, token })),
  );

/** Whether a token may still work: resets for half an hour, invitations for three days. */
const isOpen = ({ used, at, purpose }: E.LinkToken): boolean =>
  !used && now() - at < (purpose === 'reset' ? 30 * MINUTE : 3 * DAY);

export const resetPassword = command<{ by: string; token: string }>({
  name: 'set a password with a token',
  group: 'base',
  weight: 12,
  routes: ['POST /auth/reset-password'],
  options: (world) => choices(world, isOpen),
  vain: (world) => choices(world, (token) => !isOpen(token)),
  run: async (world, { by, token: name }) => {
    const token = named(world.linkTokens, name);
    const account = accountOf(world, token);
    const newPassword = passwordOf(world);
    const reply = await ask(world, by, 'POST /auth/reset-password', { body: { token: token.value, newPassword } });
    if (reply.status !== 200) return;
    requireFresh(world, account, token, token.purpose);
    requireOpens(world, by, account, token.to, token.purpose === 'reset' ? 'a reset token' : 'an invitation');
    token.used = { reason: 'it was used', at: now() };
    endAll(account, 'a password reset');
    prove(world, account, token.to);
    setPassword(world, account, by, nameOf(world, 'password'), newPassword);
    account.mustChange = false;
    learn(world, by, newPassword);
  },
});
