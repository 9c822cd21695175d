// The root secret is stolen, and the operator follows docs/operations.md: rotates it twice and cuts all sessions.
import { hkdfSync } from 'node:crypto';
import { handler as rotation } from '../../../functions/secret-rotation.ts';
import { advance, now, seconds } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { forge, hs256 } from '../../support/tokens.ts';
import { end, endOf, hold } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import { ATTACKER } from '../world/case.ts';
import { cutSessions } from '../world/stage.ts';
import { named, note, tenantOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf } from './shared.ts';

const SECRET = 'gatehouse/root';

/** Rotates the root secret as Secrets Manager does. The function allows that every ten minutes. */
export async function rotateRoot(world: World): Promise<void> {
  advance(11 * MINUTE);
  const token = world.service.local.secretsManager.beginRotation(SECRET);
  for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
    await rotation({ Step, SecretId: SECRET, ClientRequestToken: token });
  // Longer than functions cache the secret.
  advance(6 * MINUTE);
}

export const rotate = command<{ by: string }>({
  name: 'rotate the root secret',
  group: 'root',
  weight: 3,
  routes: [],
  options: () => [{ by: 'the operator' }],
  run: async (world) => {
    await rotateRoot(world);
    note(world, 'the root secret is rotated');
  },
});

export const stealRoot = command<{ by: string }>({
  name: 'steal the root secret',
  group: 'root',
  weight: 12,
  routes: [],
  options: (world) => (world.stolen ? [] : [{ by: ATTACKER }]),
  run: async (world) => {
    world.stolen = 'the root secret';
    world.roots = { value: world.stage.roots(), isOver: false };
    note(world, `${ATTACKER} steals the root secret`);
  },
});

/** Cuts all sessions; after a theft of the root secret, as the last part of the emergency procedure. */
export const cut = command<{ by: string }>({
  name: 'end all sessions of the deployment',
  ends: true,
  group: 'root',
  weight: 5,
  atMost: 2,
  routes: [],
  options: () => [{ by: 'the operator' }],
  run: async (world) => {
    if (world.roots && !world.roots.isOver) {
      await rotateRoot(world);
      await rotateRoot(world);
      world.roots.isOver = true;
      note(world, 'the root secret is rotated twice');
    }
    world.since = now();
    cutSessions(world.since);
    // What begins in the same millisecond would be on neither side.
    advance(1000);
    note(world, 'all sessions are cut');
  },
});

/**
 * The thief of the root secret signs a refresh token. The ids in it are in every access token and in many logs, and the
 * generation can be found by counting down from above.
 */
export const forgeToken = command<{ session: string }>({
  name: 'forge a refresh token',
  group: 'root',
  weight: 10,
  atMost: 2,
  routes: ['POST /auth/refresh-token'],
  options: (world) =>
    world.roots
      ? world.sessions.filter((each) => !each.pending && !endOf(world, each)).map(({ name: session }) => ({ session }))
      : [],
  run: async (world, { session: name }) => {
    const session = named(world.sessions, name);
    const account = accountOf(world, session);
    const { value, isOver } = world.roots!;
    const roots: Record<string, string> = JSON.parse(value);
    const kid = roots.current ?? '1';
    const key = Buffer.from(hkdfSync('sha256', roots[kid]!, '', 'gatehouse/refresh-token', 32));
    const [tid, iss] = [tenantOf(world, account.tenant).id, world.service.baseUrl];
    const about = { iss, sub: account.id, tid, sid: session.sid, gen: session.gen };
    const claims = { ...about, iat: seconds(), jti: 'forged', exp: seconds() + 86_400 };
    const refreshToken = forge({ alg: 'HS256', kid, typ: 'rt+jwt' }, claims, hs256(key));
    const reply = await ask(world, ATTACKER, 'POST /auth/refresh-token', { body: { refreshToken } });
    if (reply.body?.code === 'REFRESH_TOKEN_REUSED') end(session, 'a used refresh token came back');
    if (reply.status !== 200) return;
    if (isOver)
      violate(
        world,
        'root.forged',
        `${ATTACKER} forged a refresh token of ${name}, begun after the emergency`,
        account,
      );
    session.gen++;
    session.rotated = { by: ATTACKER, at: now() };
    hold(world, ATTACKER, session, reply);
  },
});
forgeToken.vain = (world) => (world.roots?.isOver ? forgeToken.options(world) : []);
