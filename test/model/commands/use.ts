// People use their access tokens, live or ended, at every operation that shows something of the account.
import { claimsOf } from '../../support/tokens.ts';
import { inPlaceOf, requireAlive } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { personOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf, copyOf, deadCopies, isUnexpired, liveCopies, sessionOf, users, withSession } from './shared.ts';

/** Reads of a full session. */
const FULL = [
  'GET /auth/me',
  'GET /auth/user',
  'GET /auth/session',
  'GET /auth/verify-session',
  'GET /auth/mfa/devices',
  'GET /auth/sessions',
  'GET /auth/trusted-devices',
  'GET /auth/directory',
  'GET /auth/audit',
] as const;
/** Reads that a pending login may make. */
const PENDING = ['GET /auth/mfa/status'] as const;
/** Reads of a session that must change its password. */
const OWN: readonly string[] = [
  'GET /auth/me',
  'GET /auth/user',
  'GET /auth/session',
  'GET /auth/verify-session',
  'GET /auth/mfa/status',
];
const READS = [...FULL, ...PENDING];

export const useSession = command<{ by: string; session: string; route: string }>({
  name: 'use an access token',
  group: 'base',
  weight: 4,
  routes: READS,
  options: (world) => withSession(world, liveCopies).flatMap((choice) => READS.map((route) => ({ ...choice, route }))),
  vain: (world) =>
    withSession(world, deadCopies)
      .filter(({ by, session }) => isUnexpired(copyOf(world, by, session)))
      .map((choice) => ({ ...choice, route: 'GET /auth/me' })),
  run: async (world, { by, session: name, route }) => {
    const copy = copyOf(world, by, name);
    const reply = await ask(world, by, route, { token: copy.access });
    // GET /auth/session shows nothing instead of refusing.
    if (reply.status !== 200 || reply.body.session === null) return;
    const session = sessionOf(world, copy);
    requireAlive(world, by, copy, route);
    const account = accountOf(world, session);
    if (session.pending && route !== PENDING[0])
      violate(world, 'pending.opens', `${by} used a pending login for ${route}`, account);
    if (account.mustChange && !session.pending && !OWN.includes(route))
      violate(
        world,
        'password.must-change',
        `${by} did ${route} in ${account.name} with the password of an admin`,
        account,
      );
    const shown = reply.body.session?.user.id ?? reply.body.id ?? reply.body.userId;
    if (shown !== undefined && shown !== account.id)
      violate(world, 'session.other', `${session.name} showed another account`, account);
    if (route === 'GET /auth/verify-session') requireStill(world, copy, session, reply.body.expiresAt);
  },
});

const HOUR_MS = 3_600_000;

/** Checks that the end that is shown does not tell the holder of a copy when another person rotated the session. */
function requireStill(world: World, copy: E.Copy, session: E.Session, text: string): void {
  const expiresAt = Date.parse(text);
  const key = `${copy.holder}|${copy.sid}`;
  const before = world.shownEnds.get(key);
  world.shownEnds.set(key, { expiresAt, gen: session.gen });
  const isCopy = copy.gen < session.gen && session.rotated.by !== copy.holder;
  const hasMoved = before && before.gen < session.gen && before.expiresAt !== expiresAt && expiresAt % HOUR_MS !== 0;
  if (isCopy && hasMoved) {
    const what = `verify-session shows ${copy.holder} that ${session.rotated.by} rotated ${session.name}`;
    violate(world, 'rotation.visible', what, accountOf(world, session));
  }
}

/** The list of accounts of a browser takes refresh tokens as cookies, from any person who has some. */
export const listAccounts = command<{ by: string; session: string }>({
  name: 'list the accounts of a browser',
  group: 'theft',
  weight: 1.5,
  routes: ['GET /auth/accounts', 'GET /auth/csrf'],
  options: (world) => withSession(world, liveCopies),
  vain: (world) => withSession(world, deadCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const headers = { 'x-access-token-type': 'cookie' };
    const cookie = `svc_refresh=${copy.refresh}; svc_access=${copy.access}`;
    await ask(world, by, 'GET /auth/csrf', { cookie, headers });
    const reply = await ask(world, by, 'GET /auth/accounts', { cookie, headers });
    const { sub } = claimsOf(copy.access);
    const shown = (reply.body?.accounts ?? []) as { accountId: string }[];
    if (!shown.some(({ accountId }) => accountId === sub)) return;
    // Another tab changed the tenant with this token a moment ago.
    if (inPlaceOf(world, by, copy)) return;
    requireAlive(world, by, copy, 'GET /auth/accounts');
    const session = sessionOf(world, copy);
    // The generation before may be of another tab of the same browser.
    if (copy.sid === session.sid && copy.gen < session.gen - 1)
      violate(
        world,
        'accounts.reused',
        `${by} saw ${session.name} with a used refresh token`,
        accountOf(world, session),
      );
  },
});

/** Public reads give a stranger nothing of any account. They have a place here so that the world meets them. */
export const readPublic = command<{ by: string; route: string; tenant: string }>({
  name: 'read what is public',
  group: 'base',
  weight: 0.5,
  routes: [
    'GET /auth/client-config',
    'GET /auth/tenants/lookup',
    'GET /auth/admin/config',
    'GET /.well-known/jwks.json',
    'GET /.well-known/openid-configuration',
    'GET /auth/health',
  ],
  options: (world) =>
    users(world)
      .slice(0, 1)
      .flatMap(({ name: by }) =>
        [
          'GET /auth/client-config',
          'GET /auth/tenants/lookup?slug=t-a',
          'GET /auth/admin/config',
          'GET /.well-known/jwks.json',
          'GET /.well-known/openid-configuration',
          'GET /auth/health',
        ].map((route) => ({ by, route, tenant: 'A' })),
      ),
  run: async (world, { by, route }) => {
    const { text } = await ask(world, by, route);
    const told = [...world.people.values()].find(({ email, phone }) => text.includes(email) || text.includes(phone));
    if (told) violate(world, 'session.other', `${route} shows an address of ${told.name}`);
  },
});

/** A stranger asks for the tenants of a person. The reply tells nothing, and nothing of the message opens anything. */
export const findTenants = command<{ by: string; person: string }>({
  name: 'ask for the tenants of an address',
  group: 'base',
  weight: 0.5,
  routes: [
    'POST /auth/tenants/find',
    'POST /auth/tenants/discover',
    'POST /auth/join-requests',
    'POST /auth/join-requests/confirm',
  ],
  options: (world) =>
    users(world).flatMap(({ name: by }) => [...world.people.keys()].slice(0, 2).map((person) => ({ by, person }))),
  run: async (world, { by, person }) => {
    const { text, status } = await ask(world, by, 'POST /auth/tenants/find', {
      body: { email: personOf(world, person).email },
    });
    const found = await ask(world, by, 'POST /auth/tenants/discover', {
      body: { email: personOf(world, person).email },
    });
    const told = [...world.tenants.values()].find(({ id }) => text.includes(id) || found.text.includes(id));
    for (const { id: tenantId } of world.tenants.values()) {
      await ask(world, by, 'POST /auth/join-requests', { body: { tenantId, email: personOf(world, person).email } });
      const opened = await ask(world, by, 'POST /auth/join-requests/confirm', { body: { token: tenantId } });
      if (opened.status < 400) violate(world, 'session.other', `${by} asks to join without a link`);
    }
    if (told || status !== 200 || found.status !== 200)
      violate(world, 'session.other', `${by} learns of a tenant by an address`);
  },
});
