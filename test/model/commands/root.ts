// The root secrets are stolen, and the operator follows docs/operations.md: replaces them and the signing keys, and cuts
// all sessions.
import { hkdfSync } from 'node:crypto';
import { handler as keyRotation } from '../../../functions/key-rotation.ts';
import { handler as rotation } from '../../../functions/secret-rotation.ts';
import { signingVersion } from '../../../lib/crypto/roots.ts';
import { forgetSecrets } from '../../../lib/platform/aws/secrets.ts';
import { advance, now, seconds } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { forge, hs256 } from '../../support/tokens.ts';
import { endOf, hold } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import { ATTACKER } from '../world/case.ts';
import { cutSessions, ROOT_SECRETS } from '../world/stage.ts';
import { named, note, tenantOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf } from './shared.ts';

/** Rotates the root secrets as Secrets Manager does. The function allows that every ten minutes. */
async function rotateRoots(world: World): Promise<void> {
  advance(11 * MINUTE);
  for (const SecretId of ROOT_SECRETS) {
    const ClientRequestToken = world.service.local.secretsManager.beginRotation(SecretId);
    for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
      await rotation({ Step, SecretId, ClientRequestToken });
  }
  // Longer than functions cache the secrets.
  advance(6 * MINUTE);
}

export const rotate = command<{ by: string }>({
  name: 'rotate the root secrets',
  group: 'root',
  weight: 3,
  routes: [],
  options: () => [{ by: 'the operator' }],
  run: async (world) => {
    await rotateRoots(world);
    note(world, 'the root secrets are rotated');
  },
});

export const stealRoot = command<{ by: string }>({
  name: 'steal the root secrets',
  group: 'root',
  weight: 12,
  routes: [],
  options: (world) => (world.stolen ? [] : [{ by: ATTACKER }]),
  run: async (world) => {
    world.stolen = 'the root secrets';
    world.roots = { stolen: world.stage.sessionRoots(), isOver: false };
    note(world, `${ATTACKER} steals the root secrets`);
  },
});

/** Cuts all sessions; after a theft of the root secrets, as the last part of the emergency procedure. */
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
      await rotation({ stolen: ['session', 'seal', 'pepper'] });
      await keyRotation({ stolen: true });
      world.roots.isOver = true;
      note(world, 'the root secrets and the signing keys are replaced');
    }
    world.since = now();
    cutSessions(world.since);
    // A deployment with another setting starts every function anew.
    forgetSecrets();
    // What begins in the same millisecond would be on neither side.
    advance(1000);
    note(world, 'all sessions are cut');
  },
});

/**
 * The thief of the root secrets signs a refresh token. The ids in it are in every access token and in many logs, and the
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
    const { stolen, isOver } = world.roots!;
    const kid = signingVersion(stolen, now());
    const root = stolen[kid as `${number}`]!;
    const key = Buffer.from(hkdfSync('sha256', root, '', 'gatehouse/refresh-token', 32));
    const [tid, iss] = [tenantOf(world, account.tenant).id, world.service.baseUrl];
    const about = { iss, sub: account.id, tid, sid: session.sid, gen: session.gen };
    const claims = { ...about, iat: seconds(), jti: 'forged', exp: seconds() + 86_400 };
    const refreshToken = forge({ alg: 'HS256', kid, typ: 'rt+jwt' }, claims, hs256(key));
    const reply = await ask(world, ATTACKER, 'POST /auth/refresh-token', { body: { refreshToken } });
    if (reply.status !== 200) return;
    const when = isOver ? 'after the emergency procedure' : 'without a secret of the session';
    violate(world, 'root.forged', `${ATTACKER} forged a refresh token of ${name}, ${when}`, account);
    session.gen++;
    session.rotated = { by: ATTACKER, at: now() };
    hold(world, ATTACKER, session, reply);
  },
});
forgeToken.vain = (world) => (world.roots?.isOver ? forgeToken.options(world) : []);
