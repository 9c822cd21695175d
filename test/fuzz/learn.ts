// Learns from replies: what later requests can use, and how callers go on.

import type { Reply } from '../support/http.ts';
import { claimsOf } from '../support/tokens.ts';
import { abroad } from './abroad.ts';
import type { Intent } from './draw/intent.ts';
import { identityOf } from './draw/recipes.ts';
import type { Draft } from './request.ts';
import { sideOf, type World } from './world/base.ts';
import { keepCookies } from './world/people.ts';
import type { Side } from './world/pool.ts';
import { revive, takeTokens } from './world/world.ts';

/** What the reply, and messages that it caused, are good for later. */
export async function learn(world: World, intent: Intent, draft: Draft, reply: Reply): Promise<void> {
  const { context } = intent;
  const { caller } = context;
  const { letters } = await world.stage.post.collect();
  // What it opened elsewhere belongs to no caller here.
  if (abroad(intent, draft)) return;
  world.letters.push(...letters);
  for (const { tenantId, code, token } of letters) {
    const side = sideOf(world, tenantId);
    if (code) world.pool.add('code', code, side);
    if (token) world.pool.add('token', token, side);
  }
  if (reply.status >= 400) return;
  const { id } = intent.params;
  // What was put into the trash is drawn again soon.
  if (id !== undefined && /^(prj|tsk)_/.test(id)) world.pool.add(id.slice(0, 3), id, caller.side);
  const { side } = caller;
  world.pool.harvest(reply.body, side);
  harvestSpecial(world, side, intent, reply);
  const sent = parsed(draft);
  if (intent.operation.name === 'signup' && caller.side !== 'admin' && sent.password && sent.tenantId) {
    const { tenantId, password, email = '', phone } = sent;
    world.people.push({ side: caller.side, tenantId, email, password, ...(phone !== undefined && { phone }) });
  }
  const admin = world.admins.find(({ email }) => email === sent.email);
  if (admin && sent.secretKey && sent.newPassword) admin.password = sent.newPassword;
  if (intent.operation.name === 'changePassword' && caller.person && sent.newPassword)
    caller.person.password = sent.newPassword;
  if (!caller.person) return void (caller.kind === 'admin' && keepCookies(caller, reply));
  const { accessToken } = reply.body ?? {};
  const isOwn = typeof accessToken !== 'string' || claimsOf(accessToken).sub === caller.person.userId;
  if (caller.kind === 'browser' ? draft.headers.some(([name]) => name === 'cookie') : isOwn && accessToken)
    takeTokens(world, caller, reply);
  // A pending login that was completed goes on as one for a while.
  if (caller.kind === 'pending' && accessToken && context.chance.below(2)) await revive(world, caller);
}

function harvestSpecial({ pool, stage }: World, side: Side, { route, context, params }: Intent, reply: Reply): void {
  const { headers, body, text, setCookies } = reply;
  const { searchParams } = URL.parse(String(headers.location)) ?? { searchParams: new URLSearchParams() };
  const cursor = body?.nextCursor ?? body?.meta?.nextCursor ?? body?.next;
  if (typeof cursor === 'string') pool.add(`cursor of ${route}`, cursor, side);
  // Absent if a hostile request had another method, and listed the keys.
  const key = body?.apiKey?.id;
  if (key && route === 'POST /auth/api-keys') pool.add(`key of ${context.caller.person?.userId}`, key, side);
  if (key && route === 'POST /auth/admin/api/tenants/{id}/api-keys') pool.add('key of a machine', key, side);
  // The things of a tenant, with their tenant.
  const things = /^(?:GET|POST) .*\/tenants\/\{id\}\/(scim-connections|domains)$/.exec(route)?.[1];
  const THING = things === 'domains' ? /(?<="domain":")[^"]+/g : /scm_[0-9A-Za-z]{22,}/g;
  if (things)
    for (const [thing] of text.matchAll(THING)) pool.add(`${things} of tenant`, `${params.id} ${thing}`, side);
  for (const [, id, digest] of text.matchAll(/(ten_\w+)\/logos\/([\w-]+)/g)) pool.add('logo', `${id} ${digest}`, side);
  if (headers.location?.startsWith(stage.realm.issuer) && searchParams.has('state')) {
    const back = stage.realm.logIn(headers.location, identityOf(context.person?.email ?? 'someone@example.com'));
    pool.add('callback', `${back.searchParams} ${setCookies.map((line) => line.split(';')[0]).join(';')}`, side);
  }
  for (const [name, kind] of [
    ['code', 'authCode'],
    ['state', 'state'],
    ['resume', 'resume'],
  ] as const) {
    const value = kind === 'authCode' && searchParams.has('error') ? null : searchParams.get(name);
    if (value) pool.add(kind, value, side);
  }
  for (const [name, kind] of [
    ['user_code', 'userCode'],
    ['device_code', 'deviceCode'],
    ['resume', 'device resume'],
  ] as const)
    if (typeof body?.[name] === 'string') pool.add(kind, body[name], side);
  // The things of a user, with their user.
  if (body?.user && Array.isArray(body.sessions)) {
    for (const [name, things] of [
      ['sessionId', body.sessions],
      ['deviceId', body.mfa.totpDevices],
      ['identityId', body.identities],
    ])
      for (const { id } of things) pool.add(`${name} of user`, `${body.user.id} ${id}`, side);
  }
  if (Array.isArray(body?.codes)) for (const code of body.codes) pool.add('code', String(code), side);
  if (typeof body?.otpAuthUrl === 'string') pool.add('totp', body.secret, side);
}

function parsed({ body }: Draft): Record<string, string> {
  try {
    return JSON.parse(body?.toString() ?? '') ?? {};
  } catch {
    return {};
  }
}
