// People log in with accounts at the identity provider of the deployment: by id token, or through the browser.
import { now, seconds } from '../../../lib/platform/clock.ts';
import { challengeOf } from '../../support/binding.ts';
import { cookieHeader } from '../../support/http.ts';
import { claimsOf } from '../../support/tokens.ts';
import { prove, replaceOlder, ruleOf } from '../oracle/proofs.ts';
import { begin } from '../oracle/sessions.ts';
import { type Asked, ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { knows, learn } from '../world/knowledge.ts';
import { HOME, PROVIDER } from '../world/stage.ts';
import { accountById, named, nameOf, personOf, tenantOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { trustOf } from './login.ts';
import { meet, owners, tenants, users } from './shared.ts';

type Claims = { subject: string; email: string; isVerified: boolean };

/** What the provider says about a person: their own verified address; or, to attackers, the unverified one of another. */
const claimsFor = (world: World, by: string): (Claims & { email: string })[] => {
  const { subject, email, isAttacker } = personOf(world, by);
  const own = { subject, email, isVerified: true };
  const claimed = isAttacker
    ? owners(world).map((victim) => ({ subject, email: victim.email, isVerified: false }))
    : [];
  return [own, ...claimed];
};
const personAt = ({ subject, email, isVerified }: Claims) => ({ sub: subject, email, email_verified: isVerified });
/** The provider's clock is the service's. */
const tickProvider = (world: World): void => {
  world.stage.realm.behaviour.claims = { iat: seconds(), exp: seconds() + 300 };
};

export const mintIdToken = command<{ by: string; email: string; tenant: string }>({
  name: 'get an id token',
  group: 'sso',
  weight: 9,
  routes: ['POST /auth/sso/{provider}/nonce'],
  options: (world) =>
    users(world).flatMap(({ name: by }) =>
      claimsFor(world, by).flatMap(({ email }) => tenants(world).map(({ name: tenant }) => ({ by, email, tenant }))),
    ),
  run: async (world, { by, email, tenant }) => {
    const claims = claimsFor(world, by).find((each) => each.email === email)!;
    const body = { tenantId: tenantOf(world, tenant).id, codeChallenge: challengeOf(personOf(world, by).verifier) };
    const reply = await ask(world, by, `POST /auth/sso/${PROVIDER}/nonce`, { body });
    if (reply.status !== 200) return;
    tickProvider(world);
    const value = world.stage.realm.idToken(personAt(claims), { nonce: reply.body.nonce });
    world.idTokens.push({ name: nameOf(world, 'idtoken'), person: by, tenant, value, ...claims, at: now() });
    learn(world, by, value);
  },
});

export const idTokenLogin = command<{ by: string; idToken: string; tenant: string }>({
  name: 'log in with an id token',
  group: 'sso',
  weight: 16,
  routes: ['POST /auth/login'],
  options: (world) =>
    users(world).flatMap(({ name: by }) =>
      world.idTokens
        .filter(({ value, at }) => knows(world, by, value) && now() - at < 290_000)
        .slice(-4)
        .flatMap(({ name: idToken }) => tenants(world).map(({ name: tenant }) => ({ by, idToken, tenant }))),
    ),
  run: async (world, { by, idToken: name, tenant }) => {
    const idToken = named(world.idTokens, name);
    const { id: tenantId } = tenantOf(world, tenant);
    const codeVerifier = personOf(world, by).verifier;
    const body = { tenantId, providerName: PROVIDER, credentials: { token: idToken.value, codeVerifier } };
    const reply = await ask(world, by, 'POST /auth/login', { body });
    if (reply.status !== 200) return awaitProof(world, tenant, reply, { ...idToken, by: idToken.person });
    const account = enter(world, by, tenant, reply, { ...idToken, by: idToken.person });
    if (idToken.used)
      violate(world, 'idtoken.twice', `${by} used ${name} of ${idToken.person} again, in ${tenant}`, account);
    if (tenant !== idToken.tenant)
      violate(world, 'idtoken.twice', `${name} was issued for ${idToken.tenant}, and used in ${tenant}`, account);
    if (by !== idToken.person)
      violate(world, 'idtoken.bearer', `${by} logged in with ${name} of ${idToken.person}`, account);
    idToken.used ??= { reason: 'it was used', at: now() };
  },
});

/** Records what a login by a provider left that ended without a session: the address must be proved first. */
function awaitProof(world: World, tenant: string, reply: Asked, claims: Claims & { by: string }): void {
  const [created] = reply.created;
  if (created) meetIdentity(world, tenant, created.id, claims);
  for (const message of reply.messages) {
    message.binding = claims.by;
    message.choice = { subject: claims.subject };
    replaceOlder(world, message);
  }
}

/** Records the session of a login by a provider, and checks that the identity may open the account. */
function enter(world: World, by: string, tenant: string, reply: Asked, claims: Claims & { by: string }): E.Account {
  const { sub } = claimsOf(reply.body.accessToken);
  const account = meetIdentity(world, tenant, sub, claims);
  const trust = trustOf(world, by, account);
  begin(world, by, reply, { provedAt: account.mfa ? null : now() }, trust);
  return account;
}

/** Returns the account that an identity opened, and records what it proves there. */
function meetIdentity(world: World, tenant: string, id: string, claims: Claims & { by: string }): E.Account {
  const { subject, email, isVerified, by: person } = claims;
  const isNew = !accountById(world, id);
  const isUnclaimed = !isVerified;
  const account = meet(world, id, { tenant, email, phone: null, creator: person, isUnclaimed });
  const linked = world.identities.findLast((each) => each.account === account.name && each.subject === subject);
  const isJoined = linked && !linked.ended;
  if (linked?.ended) {
    const rule = ruleOf(linked.ended, 'squatter.identity', 'identity.unlinked');
    violate(world, rule, `${person}'s identity opened ${account.name}: ${linked.ended.reason}`, account);
  }
  const isProvedByBoth =
    isVerified && account.email === email && (account.first === 'email' || !account.first || account.proved.email);
  if (!isNew && !isJoined && !isProvedByBoth)
    violate(world, 'identity.joined', `${person}'s identity joined ${account.name}`, account);
  if (!isJoined)
    world.identities.push({
      name: nameOf(world, 'identity'),
      account: account.name,
      subject,
      by: person,
      isUnproved: !isVerified,
    });
  if (isVerified && account.email === email) prove(world, account, email);
  return account;
}

/** The whole round trip of a browser. The page gets a code that its PKCE challenge binds, if it sends one. */
export const roundTrip = command<{ by: string; email: string; tenant: string; isBound: boolean }>({
  name: 'go to the identity provider and back',
  group: 'sso',
  weight: 8,
  routes: ['GET /auth/sso/{provider}', 'GET /auth/callback/{provider}', 'POST /auth/sso/{provider}'],
  options: (world) =>
    users(world).flatMap(({ name: by }) =>
      claimsFor(world, by).flatMap(({ email }) =>
        tenants(world).flatMap(({ name: tenant }) =>
          [true, true, true, false].map((isBound) => ({ by, email, tenant, isBound })),
        ),
      ),
    ),
  run: async (world, { by, email, tenant, isBound }) => {
    const claims = claimsFor(world, by).find((each) => each.email === email)!;
    const { verifier } = personOf(world, by);
    const { id: tenantId } = tenantOf(world, tenant);
    const query = new URLSearchParams({
      tenantId,
      redirectUri: HOME,
      ...(isBound && { codeChallenge: challengeOf(verifier) }),
    });
    const left = await ask(world, by, `GET /auth/sso/${PROVIDER}?${query}`);
    if (left.status !== 302) return;
    tickProvider(world);
    const cookie = cookieHeader(left);
    const sentTo = world.stage.realm.logIn(left.headers.location as string, personAt(claims));
    const back = world.step % 2 ? sentTo : await postForm(world, by, sentTo);
    const callback = await ask(world, by, `GET ${back.pathname}${back.search}`, { cookie });
    const location = callback.headers.location;
    const value = location && new URL(location).searchParams.get('code');
    if (callback.status !== 302 || !value) return awaitProof(world, tenant, callback, { ...claims, by });
    const [created] = callback.created;
    // The way back links the identity. The page that exchanges the code may never come.
    const met = created?.id ?? callback.messages.find(({ event }) => event === 'svc.identity_linked')?.userId;
    if (met) meetIdentity(world, tenant, met, { ...claims, by });
    const name = nameOf(world, 'exchange');
    world.exchangeCodes.push({ name, tenant, person: by, value, ...claims, at: now() });
    if (!isBound) violate(world, 'code.bearer', `${by} got ${name}, which is bound to no client`);
    learn(world, by, value);
  },
});

/** Some providers send the browser back with a form. Returns where the browser is sent on to. */
async function postForm(world: World, by: string, { search, searchParams }: URL): Promise<URL> {
  const reply = await ask(world, by, `POST /auth/sso/${PROVIDER}`, { form: searchParams.toString() });
  return new URL(reply.headers.location ?? `https://nowhere.example/${search}`);
}

export const exchange = command<{ by: string; exchange: string }>({
  name: 'exchange the code of a provider',
  group: 'sso',
  weight: 8,
  routes: ['POST /auth/login'],
  options: (world) =>
    users(world).flatMap(({ name: by }) =>
      world.exchangeCodes
        .filter(({ value }) => knows(world, by, value))
        .slice(-2)
        .map(({ name }) => ({ by, exchange: name })),
    ),
  run: async (world, { by, exchange: name }) => {
    const code = named(world.exchangeCodes, name);
    const { id: tenantId } = tenantOf(world, code.tenant);
    // The verifier never leaves the page of the person who began.
    const codeVerifier = personOf(world, by).verifier;
    const body = { tenantId, providerName: PROVIDER, credentials: { code: code.value, codeVerifier } };
    const reply = await ask(world, by, 'POST /auth/login', { body });
    if (reply.status !== 200) return;
    const account = enter(world, by, code.tenant, reply, { ...code, by: code.person });
    const isLate = now() - code.at > 65_000;
    if (code.used || isLate)
      violate(world, 'code.spent', `${name} was accepted: ${code.used?.reason ?? 'it had expired'}`, account);
    if (by !== code.person)
      violate(world, 'code.bearer', `${by} logged in with ${name} of ${code.person} without its verifier`, account);
    code.used ??= { reason: 'it was used', at: now() };
  },
});
