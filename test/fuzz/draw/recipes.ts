// Combines values that belong together, where values drawn one by one would hardly ever fit.

import { DEVICE_GRANT, JWT_BEARER, TOKEN_EXCHANGE } from '../../../lib/contract/grant-types.ts';
import type { Route } from '../../../lib/contract/operation.ts';
import { totp } from '../../support/totp.ts';
import { CALLBACK, CHALLENGE, VERIFIER } from '../world/base.ts';
import { PERMISSIONS, PROVIDER } from '../world/stage.ts';
import type { Intent } from './intent.ts';
import { drawKnown } from './names.ts';

type Recipe = (intent: Intent) => void;
/** One in so many requests keeps its values as they were drawn. */
const UNCHANGED = 6;

const channelOf = (address: string): string => (address.includes('@') ? 'email' : 'sms');

const sendCode: Recipe = ({ body }) => {
  const fields = body as Record<string, string>;
  Object.assign(fields, { channel: channelOf(fields.identifier ?? ''), codeChallenge: CHALLENGE });
};

const sendResetCode: Recipe = ({ context, body }) => {
  const { person } = context;
  if (!person) return;
  const { tenantId, email } = person;
  Object.assign(body as object, { tenantId, email, phone: undefined, codeChallenge: CHALLENGE });
};

/** People who have an account get no link. */
const inviteNew: Recipe = ({ context, body }) => {
  const { world } = context;
  Object.assign(body as object, {
    email: `new-${world.round}-${world.next()}@r${world.round}.example`,
    phone: undefined,
  });
};

/** A code that was sent to an address, for that address. */
const useCode: Recipe = ({ context, body }) => {
  const { letter } = context;
  if (!letter?.code) return;
  const address = letter.to.includes('@')
    ? { email: letter.to, phone: undefined }
    : { email: undefined, phone: letter.to };
  Object.assign(body as object, { tenantId: letter.tenantId, ...address, code: letter.code, codeVerifier: VERIFIER });
};

const logIn: Recipe = ({ context, body }) => {
  const { person, letter, chance } = context;
  if (!person) return;
  const { email, password, tenantId } = person;
  const identifier = letter?.to ?? email;
  const code = {
    identifier,
    channels: [channelOf(identifier)],
    code: letter?.code ?? '000000',
    codeVerifier: VERIFIER,
  };
  const byCode = { providerName: 'passwordless', credentials: code };
  const byPassword = {
    providerName: 'email',
    credentials: { email, password: chance.below(12) ? password : 'wrong password' },
  };
  const nonce = drawKnown(context, 'nonce') ?? 'x';
  const idToken = context.world.stage.realm.idToken(identityOf(email), { nonce });
  const byProvider = chance.of([
    { token: idToken, nonce, codeVerifier: VERIFIER },
    { code: drawKnown(context, 'authCode') ?? 'x', codeVerifier: VERIFIER },
  ]);
  Object.assign(
    body as object,
    { tenantId },
    chance.of([
      byPassword,
      byPassword,
      byPassword,
      byCode,
      byCode,
      { providerName: PROVIDER, credentials: byProvider },
    ]),
  );
};

const token: Recipe = ({ context, form }) => {
  const { chance, caller } = context;
  if (!form) return;
  for (const name of Object.keys(form)) delete form[name];
  const grants: Record<string, string | undefined>[] = [
    { grant_type: 'client_credentials', scope: chance.below(3) ? undefined : 'openid' },
    {
      grant_type: 'authorization_code',
      code: drawKnown(context, 'authCode'),
      code_verifier: VERIFIER,
      redirect_uri: CALLBACK,
    },
    { grant_type: DEVICE_GRANT, device_code: drawKnown(context, 'deviceCode') },
    {
      grant_type: TOKEN_EXCHANGE,
      subject_token: caller.access ?? drawKnown(context, 'access'),
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: 'https://api.example.com/notes',
    },
    { grant_type: JWT_BEARER, assertion: drawKnown(context, 'idToken') ?? 'x.y.z' },
    { grant_type: 'refresh_token', refresh_token: caller.refresh ?? drawKnown(context, 'refresh') },
  ];
  const fitting = caller.kind === 'machine' ? grants.slice(0, 1) : grants.slice(1);
  Object.assign(form, chance.of(chance.below(6) ? fitting : grants));
};

const authorize: Recipe = ({ context, query, form, credentials }) => {
  const { chance, caller, world } = context;
  const fields = form ?? query;
  const shop = world.callers.find(
    ({ kind, side }) => kind === 'application' && side === (caller.side === 'b' ? 'b' : 'a'),
  );
  for (const name of [
    'request',
    'request_uri',
    'registration',
    'dpop_jkt',
    'max_age',
    'id_token_hint',
    'resume',
    'acr_values',
  ]) {
    if (chance.below(4)) delete fields[name];
  }
  Object.assign(fields, {
    client_id: shop?.client?.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    response_mode: undefined,
    scope: 'openid email offline_access',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    prompt: chance.of([undefined, undefined, 'none', 'login', 'create consent']),
    max_age: chance.of([undefined, undefined, '0', '60']),
    tenant: chance.of([undefined, undefined, world.tenants.a.id, world.tenants.b.slug]),
  });
  if (query.resume === undefined && chance.below(5) === 0) query.resume = drawKnown(context, 'resume') ?? 'x';
  // The endpoint is for browsers: their cookies come without a header that says so.
  const cookie = credentials.find(([name]) => name === 'cookie');
  if (cookie) credentials.splice(0, credentials.length, cookie);
};

/** The header says which application it is. */
function withoutClient(form: Record<string, string>): void {
  for (const name of Object.keys(form)) if (/^client_(secret|assertion)/.test(name)) delete form[name];
  delete form.client_id;
}

const push: Recipe = (intent) => {
  authorize(intent);
  if (intent.form) withoutClient(intent.form);
};

/** A user and something of theirs. */
const thingOf: Recipe = ({ context, params }) => {
  const { chance, world } = context;
  const name = ['sessionId', 'deviceId', 'identityId', 'grantId'].find((each) => each in params) as string;
  const [id, thing] = drawKnown(context, `${name} of user`)?.split(' ') ?? [];
  if (id !== undefined && thing !== undefined) Object.assign(params, { id, [name]: thing });
  else params.id = chance.of(world.people).userId ?? 'x';
};

const verifyFactor: Recipe = ({ context, body }) => {
  const { person } = context;
  if (person?.totp) Object.assign(body as object, { method: 'totp', otp: totp(person.totp) });
};

/** Without keys, and with what its kind can have. */
const application: Recipe = ({ context, body }) => {
  const fields = body as Record<string, unknown>;
  delete fields.jwks;
  if (context.chance.below(3)) for (const name of ['grants', 'backchannelLogoutUri', 'roleIds']) delete fields[name];
  if (fields.kind === 'machine') for (const name of ['redirectUris', 'postLogoutRedirectUris']) delete fields[name];
};

/** A session in the header proves nothing about the refresh token in the body: most callers send their own. */
const refresh: Recipe = ({ context, body }) => {
  if (context.caller.refresh !== undefined)
    Object.assign(body as object, { refreshToken: context.caller.refresh, slot: undefined });
};

const startSso: Recipe = ({ context, query, params }) => {
  params.provider = PROVIDER;
  const tenantId = context.person?.tenantId ?? context.world.tenants.a.id;
  Object.assign(query, {
    tenantId,
    redirectUri: CALLBACK,
    mode: context.chance.of(['header', 'cookie']),
    codeChallenge: CHALLENGE,
  });
};

/** The browser comes back from the provider with its cookie. */
const callback: Recipe = ({ context, query, form, params, credentials }) => {
  const back = drawKnown(context, 'callback');
  if (back === undefined) return;
  const [fields = '', cookie = ''] = back.split(' ');
  params.provider = PROVIDER;
  const target = form ?? query;
  for (const name of Object.keys(target)) delete target[name];
  Object.assign(target, Object.fromEntries(new URLSearchParams(fields)));
  credentials.splice(0, credentials.length, ['cookie', cookie]);
};

const nonce: Recipe = ({ params, body, context }) => {
  params.provider = PROVIDER;
  Object.assign(body as object, {
    tenantId: context.person?.tenantId ?? context.world.tenants.a.id,
    codeChallenge: CHALLENGE,
  });
};

/** Few parameters fit each other. */
const rows: Recipe = ({ context, query, route }) => {
  for (const name of Object.keys(query)) if (context.chance.below(3)) delete query[name];
  if (query.ids !== undefined || route.includes('DELETE')) query.ids = JSON.stringify([query.ids ?? 'x']);
};

const logo: Recipe = ({ context, params }) => {
  const [id, digest] = drawKnown(context, 'logo')?.split(' ') ?? [];
  if (id !== undefined && digest !== undefined) Object.assign(params, { id, digest });
};

/** A tenant and something of it. */
const thingOfTenant =
  (things: string, name: 'connectionId' | 'domain'): Recipe =>
  ({ context, params }) => {
    const [id, thing] = drawKnown(context, `${things} of tenant`)?.split(' ') ?? [];
    if (id !== undefined && thing !== undefined) Object.assign(params, { id, [name]: thing });
  };

const asAdmin: Recipe = ({ context, body }) => {
  const admin = context.world.admins.at(-1);
  if (admin)
    Object.assign(body as object, {
      email: admin.email,
      otp: undefined,
      ...('password' in (body as object) && { password: admin.password }),
    });
};

const resume: Recipe = ({ context, query }) => {
  const text = drawKnown(context, 'resume');
  if (text !== undefined) query.resume = text;
};

/** The page sends the account that it showed. */
const consent: Recipe = ({ context, body }) => {
  const [text, person] = [drawKnown(context, 'resume'), context.caller.person];
  Object.assign(body as object, { ...(text !== undefined && { resume: text }), userId: person?.userId ?? 'usr_x' });
};

const decideDevice: Recipe = ({ context, body }) => {
  const [text, person] = [drawKnown(context, 'device resume'), context.caller.person];
  Object.assign(body as object, { ...(text !== undefined && { resume: text }), userId: person?.userId ?? 'usr_x' });
};

const beginDevice: Recipe = ({ context, form }) => {
  if (!form) return;
  withoutClient(form);
  delete form.resource;
  form.scope = context.chance.of(['openid', 'openid email offline_access', form.scope ?? 'openid']);
};

/** The session that the token proves must be of an application. */
const shownToken: Recipe = ({ context, form }) => {
  const { caller, chance } = context;
  if (!form) return;
  withoutClient(form);
  if (caller.access && chance.below(3)) form.token = chance.of([caller.access, caller.refresh ?? caller.access]);
};

const lookup: Recipe = ({ context, query }) => {
  const { tenants } = context.world;
  query.slug = context.chance.of([tenants.a.slug, tenants.b.slug, query.slug ?? 'x']);
};

/** What its owner may do, from everywhere. */
const newKey: Recipe = ({ context: { chance, world, caller }, body }) => {
  const machine = world.callers.find(
    ({ kind, side }) => kind === 'machine' && side === (caller.side === 'b' ? 'b' : 'a'),
  );
  Object.assign(body as object, {
    scopes: [chance.of(PERMISSIONS)],
    networks: undefined,
    ...('applicationId' in (body as object) && { applicationId: machine?.client?.id }),
  });
};

/** The tenant of the machine that the recipe above names. */
const newKeyOfMachine: Recipe = (intent) => {
  newKey(intent);
  intent.params.id = intent.context.world.tenants[intent.context.caller.side === 'b' ? 'b' : 'a'].id;
};

/** One that the caller made. */
const ownKey: Recipe = ({ context, params, body }) => {
  const id = drawKnown(context, `key of ${context.caller.person?.userId}`);
  if (id !== undefined) params.id = id;
  if (body) Object.assign(body, { networks: undefined });
};

/** One that an admin made for a machine. */
const keyOfMachine: Recipe = ({ context, params }) => {
  const id = drawKnown(context, 'key of a machine');
  if (id !== undefined) params.id = id;
};

const showKey: Recipe = ({ context, credentials }) => {
  const key = drawKnown(context, 'apiKey');
  if (key !== undefined) credentials.splice(0, credentials.length, ['authorization', `Bearer ${key}`]);
};

const askAboutKey: Recipe = ({ context, body }) => {
  const key = drawKnown(context, 'apiKey');
  Object.assign(body as object, { clientAssertion: undefined, ip: undefined, ...(key !== undefined && { key }) });
};

/** A person as the provider knows them. */
export const identityOf = (email: string) => ({
  sub: `subject-${email}`,
  email,
  email_verified: true,
  name: 'Someone',
});

const RECIPES: Readonly<Record<string, Recipe>> = {
  'POST /auth/login': logIn,
  'POST /auth/passwordless/send': sendCode,
  'POST /auth/forgot-password': sendResetCode,
  'POST /auth/invite': inviteNew,
  'POST /auth/verify-forgot-password-otp': useCode,
  'POST /auth/address/confirm': useCode,
  'POST /oauth2/token': token,
  'GET /oauth2/authorize': authorize,
  'POST /oauth2/authorize': authorize,
  'POST /oauth2/par': push,
  'POST /auth/mfa/verify': verifyFactor,
  'POST /auth/admin/api/applications': application,
  'PATCH /auth/admin/api/applications/{id}': application,
  'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}': thingOf,
  'DELETE /auth/admin/api/users/{id}/grants/{grantId}': thingOf,
  'DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}': thingOf,
  'DELETE /auth/admin/api/users/{id}/identities/{identityId}': thingOf,
  'POST /auth/refresh-token': refresh,
  'GET /auth/sso/{provider}': startSso,
  'GET /auth/callback/{provider}': callback,
  'POST /auth/sso/{provider}': callback,
  'POST /auth/sso/{provider}/nonce': nonce,
  'GET /auth/tenants/{id}/logos/{digest}': logo,
  'POST /auth/admin/login': asAdmin,
  'POST /auth/admin/reset-password': asAdmin,
  'GET /oauth2/request': resume,
  'GET /oauth2/consent': resume,
  'POST /oauth2/consent': consent,
  'POST /oauth2/device_authorization': beginDevice,
  'POST /oauth2/device/decision': decideDevice,
  'POST /oauth2/introspect': shownToken,
  'POST /oauth2/revoke': shownToken,
  'GET /auth/tenants/lookup': lookup,
  'POST /auth/api-keys': newKey,
  'PATCH /auth/api-keys/{id}': ownKey,
  'POST /auth/api-keys/{id}/rotate': ownKey,
  'DELETE /auth/api-keys/{id}': ownKey,
  'POST /auth/admin/api/tenants/{id}/api-keys': newKeyOfMachine,
  'PATCH /auth/admin/api/api-keys/{id}': keyOfMachine,
  'POST /auth/admin/api/api-keys/{id}/rotate': keyOfMachine,
  'POST /auth/api-keys/token': showKey,
  'POST /auth/api-keys/verify': askAboutKey,
};

const BY_PATH: readonly (readonly [RegExp, Recipe])[] = [
  [/ \/(projects|tasks)\b/, rows],
  [/\{connectionId\}/, thingOfTenant('scim-connections', 'connectionId')],
  [/tenants\/\{id\}\/domains\/\{domain\}/, thingOfTenant('domains', 'domain')],
];

/** Returns the recipe of a route, or `undefined`. */
export function recipeOf(route: Route): Recipe | undefined {
  const recipe = RECIPES[route] ?? BY_PATH.find(([path]) => path.test(route))?.[1];
  return recipe && ((intent) => void (intent.context.chance.below(UNCHANGED) && recipe(intent)));
}
