// People change to an account in another tenant: by a session there that they can show, or by a link.

import { now } from '../../../lib/platform/clock.ts';
import { claimsOf } from '../../support/tokens.ts';
import {
  begin,
  endOf,
  endOfLink,
  erasOf,
  hold,
  inPlaceOf,
  isInGrace,
  requireAlive,
  takePlace,
} from '../oracle/sessions.ts';
import { type Asked, ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { accountById, nameOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import {
  accountOf,
  copyOf,
  deadCopies,
  liveCopies,
  openCopies,
  sessionOf,
  tenantIdOf,
  tenants,
  users,
} from './shared.ts';

/** `shown`: a session in the other tenant whose refresh token is sent; `-` for none. */
type LinkTest = (link: E.Link) => boolean;
type Switch = { by: string; session: string; tenant: string; shown: string };

const inTenant = (world: World, copies: E.Copy[], tenant: string): E.Copy[] =>
  copies.filter((copy) => accountOf(world, sessionOf(world, copy)).tenant === tenant);

/** `byLink`: choices of accounts that have a link there, without a token. */
function choices(world: World, shownCopies: (world: World, by: string) => E.Copy[], byLink: LinkTest): Switch[] {
  return users(world).flatMap(({ name: by }) =>
    openCopies(world, by).flatMap((copy) => {
      const own = accountOf(world, sessionOf(world, copy));
      const others = tenants(world).filter(({ name }) => name !== own.tenant);
      return others.flatMap(({ name: tenant }) => {
        const shown = inTenant(world, shownCopies(world, by), tenant).map(({ session }) => session);
        const link = world.links.findLast(
          ({ from, to }) => from === own.name && accountOf(world, { account: to }).tenant === tenant,
        );
        const all = link && byLink(link) ? ['-', ...shown] : shown;
        return all.map((each) => ({ by, session: copy.session, tenant, shown: each }));
      });
    }),
  );
}

export const switchTenant = command<Switch>({
  name: 'change to another tenant',
  group: 'switch',
  weight: 16,
  routes: ['POST /auth/switch-tenant'],
  options: (world) => choices(world, liveCopies, (link) => !endOfLink(world, link)),
  vain: (world) => choices(world, deadCopies, (link) => endOfLink(world, link) !== undefined),
  run: async (world, { by, session: name, tenant, shown: shownName }) => {
    const own = copyOf(world, by, name);
    const shown = shownName === '-' ? undefined : copyOf(world, by, shownName);
    const body = { tenantId: tenantIdOf(world, { tenant }), ...(shown && { refreshToken: shown.refresh }) };
    const reply = await ask(world, by, 'POST /auth/switch-tenant', { body, token: own.access });
    if (reply.status !== 200) return;
    requireAlive(world, by, own, 'POST /auth/switch-tenant');
    const from = accountOf(world, sessionOf(world, own));
    const to = accountById(world, claimsOf(reply.body.accessToken).sub)!;
    // Another tab changed with this token a moment ago.
    const next = shown && inPlaceOf(world, by, shown);
    if (next && next.account === to.name) return void hold(world, by, next, reply);
    const proof = proofOf(world, by, own, shown, from, to);
    if (proof && 'session' in proof) return replaced(world, by, proof.session, reply);
    // A session that a link opens ends with the link, and with the session that asked for it.
    const sources = [own.session, ...(proof ? [proof.link.name] : [])];
    begin(world, by, reply, { provedAt: null, isSwitched: true, sources });
  },
});

/**
 * Records that a session was replaced by the one of a change of tenant. The shown token is spent. A pending login replaces
 * it when it is completed.
 */
function replaced(world: World, by: string, session: E.Session, reply: Asked): void {
  if (reply.body.isRequiresMfa) {
    const opening = { provedAt: null, isSwitched: true, sources: [session.name], replaces: session.name };
    return void begin(world, by, reply, opening);
  }
  const opening = { provedAt: null, isSwitched: true, sources: session.sources };
  const next = begin(world, by, reply, opening);
  takePlace(world, session, next);
  session.replacedBy = next.name;
}

/**
 * Returns the proof that the rules accept for the change: the session whose current token was shown, or a live link.
 * Reports a change without one.
 */
function proofOf(
  world: World,
  by: string,
  own: E.Copy,
  shown: E.Copy | undefined,
  from: E.Account,
  to: E.Account,
): { session: E.Session } | { link: E.Link } | undefined {
  const session = shown && sessionOf(world, shown);
  const isProof =
    session &&
    session.account === to.name &&
    !session.pending &&
    shown.sid === session.sid &&
    (shown.gen === session.gen || isInGrace(session, shown));
  if (isProof && !endOf(world, session)) {
    addLink(world, from, to, session.name);
    addLink(world, to, from, own.session);
    return { session };
  }
  const links = world.links.filter((link) => link.from === from.name && link.to === to.name);
  const live = links.findLast((link) => !endOfLink(world, link));
  if (live) return { link: live };
  const [last] = links.slice(-1);
  const ended = last ? endOfLink(world, last) : session && endOf(world, session);
  const rule = ended?.rule ?? 'switch.unproved';
  violate(world, rule, `${by} changed to ${to.name}: ${ended?.reason ?? 'without a proof'}`, to);
  return last && { link: last };
}

function addLink(world: World, from: E.Account, to: E.Account, source: string): void {
  const eras = erasOf(world, from, to);
  world.links.push({ name: nameOf(world, 'link'), from: from.name, to: to.name, eras, createdAt: now(), source });
}
