// People ask for login codes and log in with those they read.

import { now } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { challengeOf } from '../../support/binding.ts';
import { endRow, isAtHome, MOST_IN_A_ROW, requireGuessable, rowOf, setPassword } from '../oracle/credentials.ts';
import { countOwn, countStranger, messagesTo, mustSend } from '../oracle/limits.ts';
import { prove, replaceOlder, requireFresh, requireOpens } from '../oracle/proofs.ts';
import { begin } from '../oracle/sessions.ts';
import { type Asked, ask } from '../world/ask.ts';
import { ATTACKER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { accountOfMessage, inboxOf, isOwner, ownerOf, readersOf } from '../world/knowledge.ts';
import { accountAt, kindOf, named, personOf, tenantOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { trustHeader, trustOf } from './login.ts';
import { accountsHere, addressesOf, users } from './shared.ts';

export const LOGIN_CODE = 'svc.passwordless_code_requested';
export const RESET_CODE = 'svc.password_reset_requested';
type Send = { by: string; tenant: string; address: string; purpose: string; isBound: boolean };

const channelOf = (address: string) => (address.includes('@') ? 'email' : 'sms');

/** Sends a request for a code, of a person or in passing. */
export async function requestCode(
  world: World,
  { by, tenant, address, purpose, isBound }: Send,
  more = {},
): Promise<Asked> {
  const { id: tenantId } = tenantOf(world, tenant);
  const bound = isBound ? { codeChallenge: challengeOf(personOf(world, by).verifier) } : {};
  const reply = await (purpose === 'login'
    ? ask(world, by, 'POST /auth/passwordless/send', {
        body: { tenantId, identifier: address, channel: channelOf(address), ...bound },
        ...more,
      })
    : ask(world, by, 'POST /auth/forgot-password', {
        body: { tenantId, [kindOf(address)]: address, ...bound },
        ...more,
      }));
  for (const message of reply.messages) {
    if (isBound) message.binding = by;
    replaceOlder(world, message);
  }
  return reply;
}

export const sendCode = command<Send>({
  name: 'ask for a code',
  group: 'base',
  weight: 9,
  routes: ['POST /auth/passwordless/send', 'POST /auth/forgot-password'],
  options: (world) =>
    accountsHere(world).flatMap((account) =>
      addressesOf(account).flatMap((address) => {
        const purposes = ['login', 'reset'];
        return readersOf(world, address).flatMap((by) =>
          purposes.flatMap((purpose) =>
            [true, false].map((isBound) => ({ by, tenant: account.tenant, address, purpose, isBound })),
          ),
        );
      }),
    ),
  run: async (world, args) => {
    const { by, tenant, address, purpose } = args;
    const account = accountAt(world, tenant, address);
    const scope = `${messagesTo(tenant, address)}|${purpose}`;
    const mayExpect =
      account !== undefined && isOwner(world, by, account) && account.proved[kindOf(address)] !== undefined;
    const isExpected = mayExpect && kindOf(address) === 'email' && mustSend(world, scope, isAtHome(world, by, account));
    const reply = await requestCode(world, args);
    if (by === ownerOf(world, address)) countOwn(world, scope);
    else countStranger(world, scope);
    if (isExpected && !reply.messages.length)
      violate(world, 'lockout.code', `${by} asked for a ${purpose} code to ${address} and got none`, account);
  },
});

/** Owners whose messages strangers used up ask again at the end. */
sendCode.owed = (world) =>
  (sendCode.options(world) as Send[]).filter(({ by, tenant, address, purpose }) => {
    const account = accountAt(world, tenant, address);
    const isOwn = by === ownerOf(world, address) && account !== undefined;
    return isOwn && mustSend(world, `${messagesTo(tenant, address)}|${purpose}`, isAtHome(world, by, account));
  });

/** Whether a code may still work. */
export const isFresh = ({ used, at }: E.Message): boolean => !used && now() - at < 10 * MINUTE;

/** The last messages of this kind that people know the code of, of accounts that exist. */
export const withCodes = (world: World, event: string, isFitting: (message: E.Message) => boolean) =>
  users(world).flatMap(({ name: by }) =>
    inboxOf(world, by)
      .filter((message) => message.event === event && message.code && isFitting(message))
      .filter((message) => accountOfMessage(world, message))
      .slice(-2)
      .map(({ name: message }) => ({ by, message })),
  );

/** A client sends its secret with a code that is bound. It has only its own. */
export const verifierFor = (world: World, by: string, { binding }: Pick<E.Message, 'binding'>) =>
  binding ? { codeVerifier: personOf(world, by).verifier } : {};

/** Checks that a code that a client bound to itself was accepted from that client only. */
export function requireHolder(world: World, by: string, account: E.Account, { name, binding }: E.Message): void {
  if (binding !== undefined && binding !== by)
    violate(world, 'code.bearer', `${by} used ${name}, which ${binding} had bound to themselves`, account);
}

/** Sets what the client chose that signed up, if the code that it brings back is the first proof of the account. */
function applyChoice(world: World, account: E.Account, { binding, choice }: E.Message): void {
  if (!binding || !choice) return;
  if ('subject' in choice) {
    const isChosen = (each: E.Identity) => each.account === account.name && each.subject === choice.subject;
    const identity = world.identities.findLast(isChosen);
    delete identity?.ended;
    return;
  }
  const { name, value } = named(world.passwords, choice.password);
  // It is the waiting one that counts from now on: two with one value could not be told apart.
  world.passwords = world.passwords.filter((each) => each.name !== name);
  setPassword(world, account, binding, name, value);
}

export const sendCodeLogin = (
  world: World,
  by: string,
  message: Pick<E.Message, 'to' | 'tenantId' | 'binding'>,
  code: string,
  more = {},
) =>
  ask(world, by, 'POST /auth/login', {
    body: {
      tenantId: message.tenantId,
      providerName: 'passwordless',
      credentials: {
        identifier: message.to,
        channels: [channelOf(message.to)],
        code,
        ...verifierFor(world, by, message),
      },
    },
    ...more,
  });

export const codeLogin = command<{ by: string; message: string }>({
  name: 'log in with a code',
  group: 'base',
  weight: 14,
  routes: ['POST /auth/login'],
  options: (world) => withCodes(world, LOGIN_CODE, isFresh),
  vain: (world) => withCodes(world, LOGIN_CODE, (message) => !isFresh(message)),
  run: async (world, { by, message: name }) => {
    const message = named(world.messages, name);
    const account = accountOfMessage(world, message)!;
    const trust = trustOf(world, by, account);
    const reply = await sendCodeLogin(world, by, message, message.code!, { headers: trustHeader(trust) });
    if (reply.status !== 200) return;
    requireFresh(world, account, message, 'code');
    requireHolder(world, by, account, message);
    requireOpens(world, by, account, message.to, 'a login code');
    if (!isAtHome(world, by, account) && isGuessed(message))
      requireGuessable(world, account, 'code', rowOf(world, account, 'code'));
    endRow(world, account, 'code');
    message.used = { reason: 'it was used', at: now() };
    const isFirst = account.isUnclaimed;
    prove(world, account, message.to);
    if (isFirst) applyChoice(world, account, message);
    const session = begin(world, by, reply, { channel: kindOf(message.to) }, trust);
    if (account.mfa && !session.pending) session.provedAt = null;
  },
});

/** NIST SP 800-63B 3.1.3.2 asks for a limit of guesses at codes of less than 64 bits: 20 digits have 66. */
export const isGuessed = ({ code }: Pick<E.Message, 'code'>): boolean => code !== undefined && code.length < 20;

/** A guess at a live code that happens to be right. */
export const luckyCode = command<{ message: string }>({
  name: 'guess the right code',
  group: 'flood',
  weight: 4,
  routes: ['POST /auth/login'],
  options: (world) =>
    world.messages
      .filter((message) => message.event === LOGIN_CODE && isGuessed(message))
      .filter(({ used, binding, at }) => !used && !binding && now() - at < 9 * MINUTE)
      .filter((message) => {
        const account = accountOfMessage(world, message);
        return account && rowOf(world, account, 'code').wrong > MOST_IN_A_ROW;
      })
      .map(({ name: message }) => ({ message })),
  run: async (world, { message: name }) => {
    const message = named(world.messages, name);
    const account = accountOfMessage(world, message)!;
    const reply = await sendCodeLogin(world, ATTACKER, message, message.code!, { ip: 'fresh' });
    if (reply.status === 200) requireGuessable(world, account, 'code', rowOf(world, account, 'code'));
  },
});
luckyCode.vain = luckyCode.options;
