// Makes calls of passkeys of admins succeed.
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { about, newName, type World } from '../recipe.ts';

const owner = (world: World) => passkeyCallers(world.service).keyed();

/** The session of an admin without a passkey. */
const newcomer = async ({ service }: World): Promise<string> => {
  const { account, session } = callers(service);
  return session(await account());
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
