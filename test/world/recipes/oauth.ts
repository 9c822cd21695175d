// Makes calls of the OpenID provider succeed.
import { DEVICE_GRANT, JWT_BEARER } from '../../../lib/contract/grant-types.ts';
import type { oauth } from '../../../lib/contract/groups/oauth.ts';
import { assertionForm, basicOf, type Known, newMachine, newSigner, postForm } from '../../support/applications.ts';
import { allow, codesOf, deviceTenant, newTerminal, type as typeCode } from '../../support/devices.ts';
import { admittingTenant, assertionFor, member, newAgent } from '../../support/id-jag.ts';
import type { Jar } from '../../support/jar.ts';
import { ask, codeOf, HOME, loggedIn, newServer, requestOf, targetOf, tokensOf } from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { bearer } from '../../support/service.ts';
import { actedBy, actingToken, EXCHANGE, newActor } from '../../support/token-exchange.ts';
import { account, good, type Recipes, type World } from '../recipe.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: Record<string, string> | [string, string][]) => new URLSearchParams(fields).toString();
const VERIFIER = 'x'.repeat(43);

/** A browser with a session, and an application. */
async function browser(world: World) {
  const jar = await loggedIn(world.service, await account(world));
  return { jar, known: await newServer() };
}

/** A user whom an application of others asks. */
async function unasked(world: World) {
  const user = await account(world);
  const jar = await loggedIn(world.service, user);
  const { query } = await ask(jar, await newServer({ party: 'third' }));
  return { resume: query.resume as string, userId: user.id, headers: bearer(user.tokens) };
}

const withSession = async (world: World) => {
  const { jar, known } = await browser(world);
  return { jar, known, tokens: await tokensOf(world.service, jar, known) };
};

/** The token of a user for a resource, and a machine that may act at another one. */
async function delegation(world: World, jar: Jar, known: Known) {
  const asked = { scope: 'notes:read', resource: (await newResource()).uri };
  const machine = await newActor(world.tenant);
  return { tokens: await tokensOf(world.service, jar, known, asked), machine, target: await actedBy([machine]) };
}

/** A call of a machine about a token of its own, and one about the token of a user. */
const aboutToken = {
  'of a machine': async ({ service, tenant }: World) => {
    const headers = basicOf(await newMachine(tenant));
    const reply = await postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers });
    return shown(good(reply, 'token').access_token, headers);
  },
  'of a user': async (world: World) => {
    const { tokens } = await account(world);
    return shown(tokens.accessToken, basicOf(await newMachine(world.tenant)));
  },
};
const aboutActing = async (world: World) => {
  const { jar, known } = await browser(world);
  const { tokens, machine, target } = await delegation(world, jar, known);
  return shown(await actingToken(world.service, machine, tokens.access_token, target), basicOf(machine));
};
const shown = (token: string, headers: Record<string, string>) => ({
  raw: new URLSearchParams({ token }).toString(),
  headers: { ...FORM, ...headers },
});

/** A device that waits, and a browser of a user who may let it in. */
async function waitingDevice(world: World) {
  const tenant = await deviceTenant(world.service);
  const user = await account({ ...world, tenant });
  const known = await newTerminal();
  return { user, known, codes: await codesOf(world.service, known), jar: await loggedIn(world.service, user) };
}

export const recipes = {
  'GET /oauth2/authorize': async (world) => {
    const { jar, known } = await browser(world);
    return { query: requestOf(known, VERIFIER), headers: { cookie: jar.header() } };
  },
  'POST /oauth2/authorize': async () => ({ raw: form(requestOf(await newServer(), VERIFIER)), headers: FORM }),
  'GET /oauth2/request': async ({ service }) => {
    const parameters = form(requestOf(await newServer(), VERIFIER));
    const { query } = targetOf(await service.get(`/oauth2/authorize?${parameters}`));
    return { query: { resume: query.resume as string } };
  },
  'GET /oauth2/consent': async (world) => {
    const { resume, headers } = await unasked(world);
    return { query: { resume }, headers };
  },
  'POST /oauth2/consent': async (world) => {
    const { resume, userId, headers } = await unasked(world);
    return { body: { resume, userId }, headers };
  },
  'GET /oauth2/userinfo': async (world) => {
    const { tokens } = await withSession(world);
    return { headers: { authorization: `Bearer ${tokens.access_token}` } };
  },
  'POST /oauth2/userinfo': async (world) => {
    const { tokens } = await withSession(world);
    return { headers: { authorization: `Bearer ${tokens.access_token}` } };
  },
  'GET /oauth2/logout': async (world) => {
    const { jar, tokens } = await withSession(world);
    const query = { id_token_hint: tokens.id_token, post_logout_redirect_uri: HOME };
    return { query, headers: { cookie: jar.header() } };
  },
  'POST /oauth2/logout': async () => ({ raw: form({ state: 'x' }), headers: FORM }),
  'POST /oauth2/token': {
    'client credentials': async ({ tenant }) => ({
      raw: form({ grant_type: 'client_credentials' }),
      headers: { ...FORM, ...basicOf(await newMachine(tenant)) },
    }),
    'authorization code': async (world) => {
      const { jar, known } = await browser(world);
      const { code, verifier } = await codeOf(jar, known);
      const redirect_uri = known.application.redirectUris[0] as string;
      return {
        raw: form({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri }),
        headers: { ...FORM, ...basicOf(known) },
      };
    },
    'refresh token': async (world) => {
      const { known, tokens } = await withSession(world);
      return {
        raw: form({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
        headers: { ...FORM, ...basicOf(known) },
      };
    },
    'device code': async (world) => {
      const { jar, known, codes } = await waitingDevice(world);
      await allow(jar, codes);
      const client_id = known.application.id;
      return { raw: form({ grant_type: DEVICE_GRANT, client_id, device_code: codes.device_code }), headers: FORM };
    },
    'token exchange': async (world) => {
      const { jar, known } = await browser(world);
      const { tokens, machine, target } = await delegation(world, jar, known);
      return {
        raw: form({ ...EXCHANGE, subject_token: tokens.access_token, resource: target.uri }),
        headers: { ...FORM, ...basicOf(machine) },
      };
    },
    'identity assertion': async (world) => {
      const { service, realm } = world;
      const tenant = await admittingTenant(service, realm);
      const { person } = await member(service, tenant, realm);
      const agent = await newAgent(tenant);
      const assertion = assertionFor({ service, realm, agent, person, resource: await newResource() });
      return { raw: form({ grant_type: JWT_BEARER, assertion }), headers: { ...FORM, ...basicOf(agent) } };
    },
    'signed assertion': async ({ service, tenant }) => {
      const { application, sign } = await newSigner(tenant);
      return { raw: assertionForm(await sign(application.id, service.baseUrl)).toString(), headers: FORM };
    },
  },
  'POST /oauth2/device_authorization': async () => ({
    raw: form({ client_id: (await newTerminal()).application.id, scope: 'openid' }),
    headers: FORM,
  }),
  'POST /oauth2/device': async (world) => {
    const { user, codes } = await waitingDevice(world);
    return { body: { userCode: codes.user_code }, headers: bearer(user.tokens) };
  },
  'POST /oauth2/device/decision': async (world) => {
    const { user, jar, codes } = await waitingDevice(world);
    const { resume } = good(await typeCode(jar, codes.user_code), 'device');
    return { body: { resume, userId: user.id, isAllowed: true }, headers: bearer(user.tokens) };
  },
  'POST /oauth2/par': async () => {
    const known = await newServer();
    return { raw: form(requestOf(known, VERIFIER)), headers: { ...FORM, ...basicOf(known) } };
  },
  'POST /oauth2/introspect': { ...aboutToken, 'of a machine that acts': aboutActing },
  'POST /oauth2/revoke': { ...aboutToken, 'of a machine that acts': aboutActing },
} satisfies Record<keyof typeof oauth, Recipes>;
