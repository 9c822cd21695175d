// Makes calls of what people manage in their own account succeed.
import type { account as contract } from '../../../lib/contract/groups/account.ts';
import { offer } from '../../../lib/domain/sessions/device/texts.ts';
import { BIND, challengeIn, newKey, registrationOf, signed } from '../../support/device-sessions.ts';
import { newPhone } from '../../support/factors.ts';
import { codeOf, loggedIn, newServer } from '../../support/oauth-browser.ts';
import { newEmail } from '../../support/service.ts';
import {
  account,
  asUser,
  type Call,
  codeFor,
  good,
  invitationOf,
  type Recipes,
  signUp,
  VERIFIED,
  type World,
} from '../recipe.ts';
import { owner, trusting } from './authentication.ts';

type Address = { email: string } | { phone: string };

/** Asks for a code to a new address. */
async function withCode(world: World, address: Address): Promise<Call> {
  const user = await signUp(world);
  good(await world.service.post('/auth/address', address, asUser(user)), 'address');
  return { ...asUser(user), body: { ...address, code: await codeFor(world, user.id) } };
}

/** A browser whose session was just begun, with what it signs. Offers are made over https alone, so this one is made here. */
async function newBrowser(world: World) {
  const { refreshToken } = (await signUp(world)).tokens;
  const id = JSON.parse(Buffer.from(refreshToken.split('.')[1] as string, 'base64url').toString()).sid;
  const key = newKey();
  const headers = { cookie: `svc_refresh=${refreshToken}` };
  return { id, key, headers, bind: { ...headers, 'secure-session-response': registrationOf(key, await offer(id)) } };
}

export const recipes = {
  'POST /auth/device-sessions': async (world) => ({ headers: (await newBrowser(world)).bind }),
  'POST /auth/device-sessions/proof': async (world) => {
    const { id, key, headers, bind } = await newBrowser(world);
    const bound = await world.service.send('POST', BIND, { headers: bind });
    const response = signed(key.privateKey, challengeIn(bound).challenge);
    return { headers: { ...headers, 'sec-secure-session-id': id, 'secure-session-response': response } };
  },
  'GET /auth/sessions': async (world) => asUser(await signUp(world)),
  'DELETE /auth/sessions': async (world) => {
    const user = await signUp(world);
    good(await world.service.login(user), 'login');
    return asUser(user);
  },
  'DELETE /auth/sessions/{id}': async (world) => {
    const user = await signUp(world);
    good(await world.service.login(user), 'login');
    const { sessions } = good(await world.service.get('/auth/sessions', asUser(user)), 'sessions');
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    return { ...asUser(user), params: { id } };
  },
  'GET /auth/trusted-devices': async (world) => asUser(await trusting(world)),
  'DELETE /auth/trusted-devices/{id}': async (world) => {
    const user = await trusting(world);
    return { ...asUser(user), params: { id: user.trustToken.split('.')[0] as string } };
  },
  'GET /auth/directory': async (world) => asUser(await signUp(world)),
  'GET /auth/grants': async (world) => asUser(await signUp(world)),
  'DELETE /auth/grants/{id}': async (world) => {
    const user = await signUp(world);
    const jar = await loggedIn(world.service, user);
    await codeOf(jar, await newServer({ party: 'third' }));
    return { ...asUser(user), params: { id: (await jar.get('/auth/grants')).body.grants[0].id } };
  },
  'POST /auth/address': async (world) => ({ ...asUser(await signUp(world)), body: { email: newEmail() } }),
  'POST /auth/address/confirm': {
    email: (world) => withCode(world, { email: newEmail() }),
    phone: (world) => withCode(world, { phone: newPhone() }),
  },
  'POST /auth/tenants/mine/send': async (world) => ({ ...asUser(await account(world, VERIFIED)), body: {} }),
  'POST /auth/tenants/mine': async (world) => {
    const user = await account(world, VERIFIED);
    good(await world.service.post('/auth/tenants/mine/send', {}, asUser(user)), 'the code');
    return { ...asUser(user), body: { code: await codeFor(world, user.id) } };
  },
  'GET /auth/audit': async (world) => asUser(await signUp(world)),
  'POST /auth/invitation': async (world) => {
    const invited = await world.service.post('/auth/invite', { email: newEmail() }, asUser(await owner(world)));
    return { body: { token: await invitationOf(world, good(invited, 'invite').userId) } };
  },
} satisfies Record<keyof typeof contract, Recipes>;
