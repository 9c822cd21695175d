// Makes calls of passkeys of admins succeed, and those that bind their sessions to a device.
import { digest } from '../../../lib/crypto/secrets.ts';
import { seal } from '../../../lib/domain/sessions/device/texts.ts';
import { adminSessionIdOf } from '../../../lib/platform/ids.ts';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { ADMIN_BIND, ADMIN_PROVE, challengeIn, newKey, registrationOf, signed } from '../../support/device-sessions.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { about, newName, type World } from '../recipe.ts';

const owner = (world: World) => passkeyCallers(world.service).keyed();

/** The session of an admin without a passkey. */
const newcomer = async ({ service }: World): Promise<string> => {
  const { account, session } = callers(service);
  return session(await account());
};

/** An admin whose session was just begun, with what their browser signs. Offers are made over https alone, so this one is made here. */
async function newBrowser(world: World) {
  const cookie = await newcomer(world);
  const id = adminSessionIdOf(digest(/svc_admin=[^.]+\.([^;]+)/.exec(cookie)?.[1] ?? ''));
  const key = newKey();
  const offer = await seal('admin-offer', { session: id });
  return { id, key, cookie, bind: { cookie, 'secure-session-response': registrationOf(key, offer) } };
}

export const adminDeviceRecipes = {
  'POST /auth/admin/device-sessions': async (world: World) => ({ headers: (await newBrowser(world)).bind }),
  'POST /auth/admin/device-sessions/proof': async (world: World) => {
    const { id, key, cookie, bind } = await newBrowser(world);
    const reply = await world.service.send('POST', ADMIN_BIND, { headers: bind });
    if (reply.status !== 200) throw new Error(reply.text);
    const sent = { cookie, 'sec-secure-session-id': id };
    const asked = await world.service.send('POST', ADMIN_PROVE, { headers: sent });
    const response = signed(key.privateKey, challengeIn(asked).challenge);
    return { headers: { ...sent, 'secure-session-response': response } };
  },
};

export const adminPasskeyRecipes = {
  'POST /auth/admin/passkeys/login-options': async () => ({ body: { codeChallenge: 'x'.repeat(43) } }),
  'POST /auth/admin/passkeys/login': async (world: World) => {
    const { authenticator } = await owner(world);
    return { body: await passkeyCallers(world.service).use(authenticator) };
  },
  'POST /auth/admin/passkeys/verify-options': async (world: World) => ({
    headers: { cookie: (await owner(world)).cookie },
  }),
  'POST /auth/admin/passkeys/verify': async (world: World) => {
    const { authenticator, cookie } = await owner(world);
    const options = await passkeyCallers(world.service).optionsFor(cookie, '/verify-options');
    return { headers: { cookie }, body: { credential: authenticator.get(options) } };
  },
  'GET /auth/admin/passkeys': async (world: World) => ({ headers: { cookie: (await owner(world)).cookie } }),
  'POST /auth/admin/passkeys/options': async (world: World) => ({ headers: { cookie: await newcomer(world) } }),
  'POST /auth/admin/passkeys': async (world: World) => {
    const cookie = await newcomer(world);
    const options = await passkeyCallers(world.service).optionsFor(cookie, '/options');
    return {
      headers: { cookie },
      body: { credential: authenticatorFor(world.service).create(options), name: newName() },
    };
  },
  'PATCH /auth/admin/passkeys/{id}': async (world: World) => {
    const { cookie, passkey } = await owner(world);
    return { headers: { cookie }, params: { id: passkey.id }, body: { name: newName() } };
  },
  'DELETE /auth/admin/passkeys/{id}': async (world: World) => {
    const { cookie, passkey } = await owner(world);
    return { headers: { cookie }, params: { id: passkey.id } };
  },
  'DELETE /auth/admin/admins/{id}/passkeys': about(async (world) => ({ params: { id: (await owner(world)).id } })),
};
