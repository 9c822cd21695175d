// People verify addresses of their account with a code, in a session.
import { now } from '../../../lib/platform/clock.ts';
import { prove, replaceOlder, requireFresh } from '../oracle/proofs.ts';
import { requireAlive } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { inboxOf } from '../world/knowledge.ts';
import { named } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf, copyOf, openCopies, sessionOf, withSession } from './shared.ts';

const EVENT = { email: 'svc.email_verification_requested', phone: 'svc.phone_verification_requested' } as const;
const KINDS = ['email', 'phone'] as const;

export const sendVerification = command<{ by: string; session: string; kind: E.AddressKind }>({
  name: 'ask for a verification code',
  group: 'squat',
  weight: 5,
  routes: ['POST /auth/send-email-verification', 'POST /auth/send-phone-verification'],
  options: (world) =>
    withSession(world, openCopies).flatMap(({ by, session }) => {
      const account = accountOf(world, sessionOf(world, copyOf(world, by, session)));
      return KINDS.filter((kind) => account[kind] && !account.proved[kind]).map((kind) => ({ by, session, kind }));
    }),
  run: async (world, { by, session, kind }) => {
    const copy = copyOf(world, by, session);
    const reply = await ask(world, by, `POST /auth/send-${kind}-verification`, { token: copy.access });
    if (reply.status !== 200) return;
    requireAlive(world, by, copy, 'a verification code');
    for (const message of reply.messages) replaceOlder(world, message);
  },
});

export const verifyAddress = command<{ by: string; session: string; message: string }>({
  name: 'verify an address',
  group: 'squat',
  weight: 8,
  routes: ['POST /auth/verify-email', 'POST /auth/verify-phone'],
  options: (world) =>
    withSession(world, openCopies).flatMap(({ by, session }) => {
      const { id } = accountOf(world, sessionOf(world, copyOf(world, by, session)));
      return inboxOf(world, by)
        .filter(({ event, userId }) => userId === id && (event === EVENT.email || event === EVENT.phone))
        .slice(-2)
        .map(({ name: message }) => ({ by, session, message }));
    }),
  run: async (world, { by, session: name, message: messageName }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const message = named(world.messages, messageName);
    const kind = message.event === EVENT.email ? 'email' : 'phone';
    const body = { code: message.code };
    const reply = await ask(world, by, `POST /auth/verify-${kind}`, { body, token: copy.access });
    if (reply.status !== 200) return;
    requireAlive(world, by, copy, 'verifying an address');
    requireFresh(world, account, message, 'code');
    message.used = { reason: 'it was used', at: now() };
    prove(world, account, message.to, session);
  },
});
