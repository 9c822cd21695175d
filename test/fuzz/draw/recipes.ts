// Combines values that belong together, where values drawn one by one would hardly ever fit.
import type { Route } from '../../../lib/contract/operation.ts';
import { CALLBACK, CHALLENGE, VERIFIER } from '../world/world.ts';
import { PROVIDER } from '../world/stage.ts';
import type { Intent } from './intent.ts';
import { drawKnown } from './names.ts';

type Recipe = (intent: Intent) => void;
/** One in so many requests keeps its values as they were drawn. */
const UNCHANGED = 6;

const logIn: Recipe = ({ context, body }) => {
  const { person, letter, chance } = context;
  if (!person) return;
  const { email, password, tenantId } = person;
  const byCode = { providerName: 'passwordless', credentials: { identifier: letter?.to ?? email, code: letter?.code ?? '000000' } };
  const byPassword = { providerName: 'email', credentials: { email, password: chance.below(12) ? password : 'wrong password' } };
  const nonce = drawKnown(context, 'nonce') ?? 'x';
  const idToken = context.world.stage.realm.idToken(identityOf(email), { nonce });
  const byProvider = chance.of([
    { token: idToken, nonce, codeVerifier: VERIFIER },
    { code: drawKnown(context, 'authCode') ?? 'x', codeVerifier: VERIFIER },
  ]);
  Object.assign(body as object, { tenantId }, chance.of([byPassword, byPassword, byPassword, byCode, byCode, { providerName: PROVIDER, credentials: byProvider }]));
};

const token: Recipe = ({ context, form }) => {
  const { chance, caller } = context;
  if (!form) return;
  for (const name of Object.keys(form)) delete form[name];
  const isMachine = caller.kind === 'machine';
  const grants: Record<string, string | undefined>[] = [
    { grant_type: 'client_credentials', scope: chance.below(3) ? undefined : 'openid' },
    { grant_type: 'authorization_code', code: drawKnown(context, 'authCode'), code_verifier: VERIFIER, redirect_uri: CALLBACK },
    { grant_type: 'refresh_token', refresh_token: caller.refresh ?? drawKnown(context, 'refresh') },
  ];
  Object.assign(form, isMachine && chance.below(4) ? grants[0] : chance.of(grants));
};

const authorize: Recipe = ({ context, query, form, credentials }) => {
  const { chance, caller, world } = context;
  const fields = form ?? query;
  const shop = world.callers.find(({ kind, side }) => kind === 'application' && side === (caller.side === 'b' ? 'b' : 'a'));
  for (const name of ['request', 'request_uri', 'registration', 'dpop_jkt', 'max_age', 'id_token_hint', 'resume', 'acr_values']) {
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

/** A session in the header proves nothing about the refresh token in the body: most callers send their own. */
const refresh: Recipe = ({ context, body }) => {
  if (context.caller.refresh !== undefined) Object.assign(body as object, { refreshToken: context.caller.refresh, slot: undefined });
};

const startSso: Recipe = ({ context, query, params }) => {
  params.provider = PROVIDER;
  const tenantId = context.person?.tenantId ?? context.world.tenants.a.id;
  Object.assign(query, { tenantId, redirectUri: CALLBACK, mode: context.chance.of(['header', 'cookie']), codeChallenge: CHALLENGE });
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
  Object.assign(body as object, { tenantId: context.person?.tenantId ?? context.world.tenants.a.id, codeChallenge: CHALLENGE });
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

const asAdmin: Recipe = ({ context, body }) => {
  const admin = context.world.admins.at(-1);
  if (admin) Object.assign(body as object, { email: admin.email, otp: undefined, ...('password' in (body as object) && { password: admin.password }) });
};

const resume: Recipe = ({ context, query }) => {
  const text = drawKnown(context, 'resume');
  if (text !== undefined) query.resume = text;
};

/** The session that the token proves must be of an application. */
const shownToken: Recipe = ({ context, form }) => {
  const { caller, chance } = context;
  if (form && caller.access && chance.below(3)) form.token = chance.of([caller.access, caller.refresh ?? caller.access]);
};

const lookup: Recipe = ({ context, query }) => {
  const { tenants } = context.world;
  query.slug = context.chance.of([tenants.a.slug, tenants.b.slug, query.slug ?? 'x']);
};

/** A person as the provider knows them. */
export const identityOf = (email: string) => ({ sub: `subject-${email}`, email, email_verified: true, name: 'Someone' });

const RECIPES: Readonly<Record<string, Recipe>> = {
  'POST /auth/login': logIn,
  'POST /oauth2/token': token,
  'GET /oauth2/authorize': authorize,
  'POST /oauth2/authorize': authorize,
  'POST /oauth2/par': authorize,
  'POST /auth/refresh-token': refresh,
  'POST /auth/switch-tenant': refresh,
  'GET /auth/sso/{provider}': startSso,
  'GET /auth/callback/{provider}': callback,
  'POST /auth/sso/{provider}': callback,
  'POST /auth/sso/{provider}/nonce': nonce,
  'GET /auth/tenants/{id}/logos/{digest}': logo,
  'POST /auth/admin/login': asAdmin,
  'POST /auth/admin/reset-password': asAdmin,
  'GET /oauth2/request': resume,
  'POST /oauth2/introspect': shownToken,
  'POST /oauth2/revoke': shownToken,
  'GET /auth/tenants/lookup': lookup,
};

/** Returns the recipe of a route, or `undefined`. */
export function recipeOf(route: Route): Recipe | undefined {
  const recipe = RECIPES[route] ?? (/ \/(projects|tasks)\b/.test(route) ? rows : undefined);
  return recipe && ((intent) => void (intent.context.chance.below(UNCHANGED) && recipe(intent)));
}
