// Makes calls of passkeys succeed.
import type { passkeys } from '../../../lib/contract/groups/passkeys.ts';
import { addPasskey, authenticatorFor, begin, linkOptions, optionsFor } from '../../support/passkeys.ts';
import { type Account, asUser, makerFor, newName, newTenant, type Recipes, signUp, type World } from '../recipe.ts';

/** A user with a passkey, and its authenticator. */
export async function owner(world: World) {
  const user = await signUp(world);
  const authenticator = authenticatorFor(world.service);
  const passkey = await addPasskey(world.service, user, authenticator);
  return { ...user, authenticator, passkey };
}

/** A login in a tenant that requires a second factor, of an account without one. */
async function owing(world: World): Promise<Account> {
  const tenant = await newTenant(world);
  const maker = makerFor(world);
  await maker.asRoot('PATCH', `api/tenants/${tenant.id}`, { settings: { mfa: { policy: 'required' } } });
  return signUp({ ...world, tenant });
}

const fresh = async (world: World, user: Account) =>
  authenticatorFor(world.service).create(await optionsFor(world.service, user.tokens, '/options'));

/** The token of a link that an admin made. */
async function recovery(world: World): Promise<string> {
  const { id } = await signUp(world);
  const { link } = await makerFor(world).asRoot('POST', `api/users/${id}/recovery-links`, {});
  return link.split('#token=')[1];
}

const proof = async (world: World) => {
  const { authenticator, ...user } = await owner(world);
  const options = await optionsFor(world.service, user.tokens, '/verify-options');
  return { ...asUser(user), body: { credential: authenticator.get(options) } };
};

export const recipes = {
  'POST /auth/passkeys/login-options': async ({ tenant }) => ({
    body: { tenantId: tenant.id, codeChallenge: 'x'.repeat(43) },
  }),
  'POST /auth/passkeys/login': async (world) => {
    const { authenticator } = await owner(world);
    const { options, codeVerifier } = await begin(world.service, world.tenant);
    return { body: { tenantId: world.tenant.id, credential: authenticator.get(options), codeVerifier } };
  },
  'POST /auth/passkeys/verify-options': async (world) => asUser(await owner(world)),
  'POST /auth/passkeys/verify': proof,
  'GET /auth/passkeys': async (world) => asUser(await owner(world)),
  'POST /auth/passkeys/options': async (world) => asUser(await signUp(world)),
  'POST /auth/passkeys': async (world) => {
    const user = await signUp(world);
    return { ...asUser(user), body: { credential: await fresh(world, user), name: newName() } };
  },
  'POST /auth/passkeys/enrol': async (world) => {
    const user = await owing(world);
    return { ...asUser(user), body: { credential: await fresh(world, user) } };
  },
  'POST /auth/passkeys/link-options': async (world) => ({ body: { token: await recovery(world) } }),
  'POST /auth/passkeys/link': async (world) => {
    const token = await recovery(world);
    const { options } = (await linkOptions(world.service, token)).body;
    return { body: { token, credential: authenticatorFor(world.service).create(options), name: newName() } };
  },
  'PATCH /auth/passkeys/{id}': async (world) => {
    const user = await owner(world);
    return { ...asUser(user), params: { id: user.passkey.id }, body: { name: newName() } };
  },
  'DELETE /auth/passkeys/{id}': async (world) => {
    const user = await owner(world);
    return { ...asUser(user), params: { id: user.passkey.id } };
  },
} satisfies Record<keyof typeof passkeys, Recipes>;
