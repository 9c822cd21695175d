// People sign in to an application with the session of their browser. What ends that session ends the application's.
import { digest } from '../../../lib/crypto/secrets.ts';
import { now } from '../../../lib/platform/clock.ts';
import { claimsOf } from '../../support/tokens.ts';
import { requireAlive } from '../oracle/sessions.ts';
import { type Asked, ask, endLineage } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { named, violate, type World } from '../world/world.ts';
import { asAdmin, openAdmins } from './admin-console.ts';
import { command } from './command.ts';
import { accountOf, copyOf, deadCopies, openCopies, sessionOf, withSession } from './shared.ts';

const APPLICATIONS = '/auth/admin/api/applications';
const RESOURCES = '/auth/admin/api/protected-resources';
const REDIRECT = 'https://app.example.com/callback';
const VERIFIER = 'v'.repeat(43);
const formOf = (fields: Record<string, string>): string => `${new URLSearchParams(fields)}`;

/** How the sign-in ends, within the step. */
const ENDS = ['revoke', 'log out', 'sign out', 'take back', 'take back as an admin', 'end as an admin'] as const;
type End = (typeof ENDS)[number];

export const signInToApplication = command<{ by: string; session: string; end: string }>({
  name: 'sign in to an application',
  ends: true,
  group: 'base',
  weight: 2,
  atMost: 3,
  routes: [
    'GET /oauth2/authorize',
    'GET /oauth2/request',
    'GET /oauth2/consent',
    'POST /oauth2/consent',
    'POST /oauth2/token',
    'GET /oauth2/userinfo',
    'POST /oauth2/revoke',
    'GET /auth/grants',
    'DELETE /auth/grants/{id}',
    'GET /auth/admin/api/users/{id}/grants',
    'DELETE /auth/admin/api/users/{id}/grants/{grantId}',
    'GET /oauth2/logout',
    'GET /auth/admin/api/applications',
    'POST /auth/admin/api/applications',
    'GET /auth/admin/api/applications/{id}',
    'PATCH /auth/admin/api/applications/{id}',
    'DELETE /auth/admin/api/applications/{id}',
    'DELETE /auth/admin/api/applications/{id}/sessions',
    'POST /auth/admin/api/applications/{id}/secrets',
    'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}',
    'GET /auth/admin/api/protected-resources',
    'POST /auth/admin/api/protected-resources',
    'GET /auth/admin/api/protected-resources/{id}',
    'PATCH /auth/admin/api/protected-resources/{id}',
    'DELETE /auth/admin/api/protected-resources/{id}',
  ],
  options: (world) =>
    openAdmins(world).length
      ? withSession(world, openCopies).flatMap((choice) => ENDS.map((end) => ({ ...choice, end })))
      : [],
  vain: (world) =>
    openAdmins(world).length ? withSession(world, deadCopies).map((choice) => ({ ...choice, end: 'revoke' })) : [],
  run: async (world, { by, session: name, end }) => {
    const copy = copyOf(world, by, name);
    const [admin] = openAdmins(world);
    const client = await createApplication(world, admin!);
    if (client === undefined) return;
    const tokens = await enter(world, by, copy, client);
    const session = named(world.adminSessions, admin!.name);
    if (tokens) await leave(world, by, copy, { client, tokens, end: end as End, admin: session });
    await asAdmin(world, named(world.adminSessions, admin!.name), `DELETE ${APPLICATIONS}/${client}`);
  },
});

/** The operations that need no session of a person: each caller tries them with credentials that open nothing. */
export const probeProvider = command<{ by: string }>({
  name: 'try the OpenID provider without credentials',
  group: 'base',
  weight: 1,
  atMost: 2,
  routes: [
    'POST /oauth2/authorize',
    'POST /oauth2/userinfo',
    'POST /oauth2/logout',
    'POST /oauth2/par',
    'POST /oauth2/device_authorization',
    'POST /oauth2/device',
    'POST /oauth2/device/decision',
    'POST /oauth2/introspect',
    'GET /.well-known/oauth-authorization-server',
  ],
  options: (world) => [...world.people.keys()].map((by) => ({ by })),
  run: async (world, { by }) => {
    const form = formOf({ client_id: 'app_0000000000000000000000', token: 'x', scope: 'openid' });
    const replies: Asked[] = [
      await ask(world, by, 'POST /oauth2/userinfo', { form }),
      await ask(world, by, 'POST /oauth2/par', { form }),
      await ask(world, by, 'POST /oauth2/introspect', { form }),
      await ask(world, by, 'POST /oauth2/device_authorization', { form }),
      await ask(world, by, 'POST /oauth2/device', { body: { userCode: 'BBBB-BBBB' } }),
      await ask(world, by, 'POST /oauth2/device/decision', { body: { resume: 'x', userId: 'x', isAllowed: true } }),
    ];
    await ask(world, by, 'POST /oauth2/authorize', { form });
    await ask(world, by, 'POST /oauth2/logout', { form });
    await ask(world, by, 'GET /.well-known/oauth-authorization-server');
    for (const { status } of replies)
      if (status < 400) violate(world, 'session.ended', `${by} used the provider without credentials`);
  },
});

const [KEYS, PERMISSIONS, ROLES] = ['api-keys', 'permissions', 'roles'].map((path) => `/auth/admin/api/${path}`);

/** An admin gives a machine a key. A key that was revoked, and one that was never made, open nothing. */
export const useApiKey = command<{ by: string; session: string }>({
  name: 'use an API key',
  group: 'base',
  weight: 1,
  atMost: 3,
  routes: [
    'GET /auth/api-keys',
    'POST /auth/api-keys',
    'PATCH /auth/api-keys/{id}',
    'POST /auth/api-keys/{id}/rotate',
    'DELETE /auth/api-keys/{id}',
    'POST /auth/api-keys/verify',
    'POST /auth/api-keys/token',
    'GET /auth/admin/api/tenants/{id}/api-keys',
    'GET /auth/admin/api/users/{id}/api-keys',
    'POST /auth/admin/api/tenants/{id}/api-keys',
    'PATCH /auth/admin/api/api-keys/{id}',
    'POST /auth/admin/api/api-keys/{id}/rotate',
    'DELETE /auth/admin/api/api-keys/{id}',
  ],
  options: (world) => (openAdmins(world).length ? withSession(world, openCopies) : []),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const admin = named(world.adminSessions, openAdmins(world)[0]!.name);
    const { sub, tid } = claimsOf(copy.access) as { sub: string; tid: string };
    await ownKeys(world, by, copy);
    await asAdmin(world, admin, `GET /auth/admin/api/users/${sub}/api-keys`);
    const scope = 'imports.run';
    await asAdmin(world, admin, `POST ${PERMISSIONS}`, { name: scope });
    const role = { tenantId: tid, name: `Importer ${now()}`, permissions: [scope] };
    const roleId: string | undefined = (await asAdmin(world, admin, `POST ${ROLES}`, role)).body.role?.id;
    const roleIds = roleId === undefined ? [] : [roleId];
    const application = { name: 'Import', kind: 'machine', tenantIds: [tid], roleIds };
    const machine: string | undefined = (await asAdmin(world, admin, `POST ${APPLICATIONS}`, application)).body
      .application?.id;
    if (machine === undefined) return;
    const given = { applicationId: machine, name: 'Nightly import', scopes: [scope] };
    const made = await asAdmin(world, admin, `POST /auth/admin/api/tenants/${tid}/api-keys`, given);
    await asAdmin(world, admin, `GET /auth/admin/api/tenants/${tid}/api-keys`);
    const { apiKey, key } = made.body;
    if (apiKey) {
      await asAdmin(world, admin, `PATCH ${KEYS}/${apiKey.id}`, { name: 'Nightly import of orders' });
      const rotated = await asAdmin(world, admin, `POST ${KEYS}/${apiKey.id}/rotate`, { overlapHours: 0 });
      await refuseKey(world, by, rotated.status === 201 ? key : 'gak_x', 'replaced');
      const removed = await asAdmin(world, admin, `DELETE ${KEYS}/${apiKey.id}`);
      await refuseKey(world, by, removed.status === 200 ? rotated.body.key : 'gak_x', 'revoked');
    }
    await asAdmin(world, admin, `DELETE ${APPLICATIONS}/${machine}`);
    if (roleId) await asAdmin(world, admin, `DELETE ${ROLES}/${roleId}`);
  },
});

/** The tenants of the model let their users have no keys. */
async function ownKeys(world: World, by: string, { access: token }: E.Copy): Promise<void> {
  const replies = [
    await ask(world, by, 'POST /auth/api-keys', { token, body: { name: 'Mine', scopes: [] } }),
    await ask(world, by, 'PATCH /auth/api-keys/key_x', { token, body: { name: 'Mine' } }),
    await ask(world, by, 'POST /auth/api-keys/key_x/rotate', { token, body: {} }),
    await ask(world, by, 'DELETE /auth/api-keys/key_x', { token }),
    await ask(world, by, 'POST /auth/api-keys/verify', { body: { key: 'gak_x' } }),
  ];
  await ask(world, by, 'GET /auth/api-keys', { token });
  for (const { status } of replies) if (status < 400) violate(world, 'session.ended', `${by} has an API key`);
}

async function refuseKey(world: World, by: string, key: string | undefined, how: string): Promise<void> {
  const { status } = await ask(world, by, 'POST /auth/api-keys/token', { token: key ?? 'gak_x' });
  if (status < 400) violate(world, 'session.ended', `${by} used an API key that was ${how}`);
}

async function createApplication(world: World, admin: E.AdminSession): Promise<string | undefined> {
  const body = { name: 'Shop', kind: 'native', redirectUris: [REDIRECT] };
  const made = await asAdmin(world, admin, `POST ${APPLICATIONS}`, body);
  const id: string | undefined = made.body.application?.id;
  if (id === undefined) return undefined;
  await asAdmin(world, admin, `GET ${APPLICATIONS}/${id}`);
  await asAdmin(world, admin, `GET ${APPLICATIONS}`);
  await asAdmin(world, admin, `PATCH ${APPLICATIONS}/${id}`, { name: 'Shop of today' });
  await manageResource(world, admin);
  const { body: added } = await asAdmin(world, admin, `POST ${APPLICATIONS}/${id}/secrets`, {});
  if (added.secret) await asAdmin(world, admin, `DELETE ${APPLICATIONS}/${id}/secrets/${added.secret.id}`);
  return id;
}

/** An API with scopes of its own, which is created, changed and deleted. */
async function manageResource(world: World, admin: E.AdminSession): Promise<void> {
  const made = await asAdmin(world, admin, `POST ${RESOURCES}`, {
    uri: 'https://api.example.com/notes',
    name: 'Notes',
  });
  const id: string | undefined = made.body.protectedResource?.id;
  if (id === undefined) return;
  await asAdmin(world, admin, `GET ${RESOURCES}/${id}`);
  await asAdmin(world, admin, `GET ${RESOURCES}`);
  await asAdmin(world, admin, `PATCH ${RESOURCES}/${id}`, { name: 'Notes of today' });
  await asAdmin(world, admin, `DELETE ${RESOURCES}/${id}`);
}

type Tokens = { access_token: string; id_token: string };

/** Signs the browser in. A session that has ended must lead to the sign-in page. */
async function enter(world: World, by: string, copy: E.Copy, client: string): Promise<Tokens | undefined> {
  const request = {
    ...{ client_id: client, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' },
    ...{ code_challenge: digest(VERIFIER), code_challenge_method: 'S256' },
  };
  const cookie = `svc_access=${copy.access}`;
  const sent = await ask(world, by, `GET /oauth2/authorize?${formOf(request)}`, { cookie });
  const target = new URL(sent.headers.location ?? 'http://nowhere.example');
  const resume = target.searchParams.get('resume');
  if (resume) await ask(world, by, `GET /oauth2/request?resume=${encodeURIComponent(resume)}`);
  const agreed = resume && target.pathname.endsWith('/consent') ? await agree(world, by, copy, resume) : undefined;
  const code = (agreed ?? target).searchParams.get('code');
  if (code === null) return undefined;
  requireAlive(world, by, copy, 'GET /oauth2/authorize');
  const form = formOf({
    ...{ grant_type: 'authorization_code', client_id: client, redirect_uri: REDIRECT },
    ...{ code, code_verifier: VERIFIER },
  });
  const { status, body } = await ask(world, by, 'POST /oauth2/token', { form });
  return status === 200 ? body : undefined;
}

/** Allows the application what it asks for. Returns where the browser goes then. */
async function agree(world: World, by: string, copy: E.Copy, resume: string): Promise<URL | undefined> {
  const token = copy.access;
  const { body: question } = await ask(world, by, `GET /oauth2/consent?resume=${encodeURIComponent(resume)}`, {
    token,
  });
  const body = { resume, userId: question.account?.id ?? '' };
  const { status, body: agreed } = await ask(world, by, 'POST /oauth2/consent', { token, body });
  if (status !== 200) return undefined;
  const cookie = `svc_access=${copy.access}`;
  const { headers } = await ask(world, by, `GET /oauth2/authorize?${formOf({ resume: agreed.resume })}`, { cookie });
  return new URL(headers.location ?? 'http://nowhere.example');
}

/** The user, or an admin for them, takes the application its access. */
async function takeBack(
  world: World,
  by: string,
  copy: E.Copy,
  client: string,
  admin?: E.AdminSession,
): Promise<Asked> {
  type Grant = { id: string; application: { id: string } };
  const isOurs = ({ application }: Grant): boolean => application.id === client;
  if (admin) {
    const path = `/auth/admin/api/users/${claimsOf(copy.access).sub}/grants`;
    const { body } = await asAdmin(world, admin, `GET ${path}`);
    return asAdmin(world, admin, `DELETE ${path}/${body.data?.find(isOurs)?.id ?? 'none'}`);
  }
  const { body } = await ask(world, by, 'GET /auth/grants', { token: copy.access });
  return ask(world, by, `DELETE /auth/grants/${body.grants?.find(isOurs)?.id ?? 'none'}`, { token: copy.access });
}

type Leaving = { client: string; tokens: Tokens; end: End; admin: E.AdminSession };

async function leave(world: World, by: string, copy: E.Copy, { client, tokens, end, admin }: Leaving): Promise<void> {
  const token = tokens.access_token;
  const shown = await ask(world, by, 'GET /oauth2/userinfo', { token });
  const account = accountOf(world, sessionOf(world, copy));
  if (shown.status === 200 && shown.body.sub !== account.id)
    violate(world, 'session.other', `an application got ${shown.body.sub} for ${account.name}`, account);
  const cookie = `svc_access=${copy.access}`;
  const ended = {
    revoke: () => ask(world, by, 'POST /oauth2/revoke', { form: formOf({ client_id: client, token }) }),
    'log out': () => ask(world, by, 'POST /auth/logout', { token: copy.access }),
    'take back': () => takeBack(world, by, copy, client),
    'take back as an admin': () => takeBack(world, by, copy, client, admin),
    'end as an admin': () => asAdmin(world, admin, `DELETE ${APPLICATIONS}/${client}/sessions`),
    'sign out': () => ask(world, by, `GET /oauth2/logout?${formOf({ id_token_hint: tokens.id_token })}`, { cookie }),
  }[end];
  const { status, headers } = await ended();
  const isOver = end === 'sign out' ? /signed-out/.test(headers.location ?? '') : status === 200;
  if (!isOver) return;
  if (end === 'log out' || end === 'sign out') endLineage(world, claimsOf(copy.access).sid, `${by} signed out`);
  const after = await ask(world, by, 'GET /oauth2/userinfo', { token });
  if (after.status === 200) violate(world, 'session.ended', `a token of an application worked after: ${end}`, account);
}
