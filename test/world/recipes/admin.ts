// Makes calls of admins succeed, and those of the discovery documents.
import type { adminBlockedEmailDomains } from '../../../lib/contract/groups/admin-blocked-email-domains.ts';
import type { adminConsole } from '../../../lib/contract/groups/admin-console.ts';
import type { adminInvitations } from '../../../lib/contract/groups/admin-invitations.ts';
import type { adminPermissions } from '../../../lib/contract/groups/admin-permissions.ts';
import type { adminRoles } from '../../../lib/contract/groups/admin-roles.ts';
import type { adminTenants } from '../../../lib/contract/groups/admin-tenants.ts';
import type { adminUsers } from '../../../lib/contract/groups/admin-users.ts';
import type { discovery } from '../../../lib/contract/groups/discovery.ts';
import { resetFor } from '../../../lib/domain/credentials/limits.ts';
import { partition, removeAll } from '../../../lib/store/dynamo/table.ts';
import { adminBootstrap, blockedDomains } from '../../../lib/store/keys.ts';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { claimsOf } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { PNG } from '../../support/images.ts';
import { enrol } from '../../support/mfa.ts';
import { codeOf, loggedIn, newServer } from '../../support/oauth-browser.ts';
import { directoryOf } from '../../support/scim.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, newPassword } from '../../support/service.ts';
import { adminTrip, comeBack, PROVIDER, stranger } from '../../support/sso.ts';
import { nextCode, nextStep } from '../../support/totp.ts';
import {
  about,
  account,
  admin,
  alone,
  invitationToken,
  makerFor,
  newName,
  type Recipes,
  signUp,
  VERIFIED,
  type World,
} from '../recipe.ts';
import { adminDeviceRecipes, adminPasskeyRecipes } from './admin-passkeys.ts';
import { closedTenant, openRequest } from './joining.ts';
import { owner } from './passkeys.ts';
import { federated } from './providers.ts';

const ACTING = { acting: { enabled: true } };

const newDomain = () => `${newName()}.example`;
const tenant = async (world: World): Promise<string> => (await makerFor(world).tenant(tenantBody())).id;
const tenantBody = () => {
  const slug = newName().replace('.', '-');
  return {
    name: `Tenant ${slug}`,
    slug,
    settings: { allowedOrigins: [`https://${slug}.example`, 'https://shared.example'] },
  };
};
const role = async (world: World): Promise<string> => (await makerFor(world).role({ tenantId: world.tenant.id })).id;
const permission = async (world: World): Promise<string> =>
  (await makerFor(world).permissions([newName()]))[0] as string;
const user = async (world: World): Promise<string> => (await account(world)).id;

/** A domain of a new tenant. */
async function domain(world: World): Promise<{ id: string; domain: string }> {
  const [id, name] = [await tenant(world), newDomain()];
  await admin(world, 'POST', `api/tenants/${id}/domains`, { domain: name });
  return { id, domain: name };
}

/** A tenant with a SCIM connection. */
async function connected(world: World): Promise<{ id: string; connectionId: string }> {
  const id = await tenant(world);
  const { connection } = await admin(world, 'POST', `api/tenants/${id}/scim-connections`, { name: 'Okta' });
  return { id, connectionId: connection.id };
}

/** The holder of an authenticator, or of one that is being set up. */
async function secured({ service }: World) {
  const { account: make, session, setUp } = callers(service);
  const who = await make();
  const cookie = await session(who);
  return { ...who, headers: { cookie }, secret: (await setUp(cookie)).body.secret as string };
}
/** The admin at the provider of admins. */
const staffTrip = ({ service, staff }: World, { email }: { email: string }) =>
  adminTrip(service, staff, stranger({ email }));

/** The admin's browser is back from it. */
async function completion(world: World, who: { email: string }) {
  const { back, cookie } = await staffTrip(world, who);
  await comeBack(world.service, back, { cookie });
  return { headers: { cookie }, body: {} };
}

/** The id of an invitation that may be sent again at once. */
async function invited(world: World): Promise<string> {
  const email = newEmail();
  const { invitation } = await admin(world, 'POST', 'invitations', { email, role: 'support' });
  await resetFor('send-gap', 'admins', 'invite', email);
  return invitation.id;
}
const invitedToken = async (world: World) => invitationToken(world, await invited(world));
const named = (world: World) => makerFor(world).admin();

export const consoleRecipes = {
  'POST /auth/admin/signup': async ({ service }) => {
    await removeAll(await partition(adminBootstrap));
    return { body: { ...service.adminLogin, secretKey: service.secretKey } };
  },
  'POST /auth/admin/reset-password': async (world) => {
    const { email } = await named(world);
    return { body: { email, secretKey: world.service.secretKey, newPassword: newPassword() } };
  },
  'POST /auth/admin/login': {
    password: async (world) => {
      const { email, password } = await named(world);
      return { body: { email, password } };
    },
    authenticator: async (world) => {
      const { email, password, secret } = await callers(world.service).secured();
      return { body: { email, password, otp: nextCode(secret) } };
    },
    passkey: async ({ service }) => {
      const { keyed, use } = passkeyCallers(service);
      const { email, password, authenticator } = await keyed();
      return { body: { email, password, ...(await use(authenticator, { isSecond: true })) } };
    },
  },
  // It ends all sessions of the admin, and others of the first one are in use.
  'POST /auth/admin/logout': async (world) => ({
    headers: { cookie: await callers(world.service).session(await named(world)) },
  }),
  'GET /auth/admin/me': alone,
  'GET /auth/admin/runtime': alone,
  'GET /auth/admin/api/stats': alone,
  'GET /auth/admin/api/deployment': alone,
  'GET /auth/admin/api/activity': about(async (world) => ({ query: { tenantId: world.tenant.id } })),
  'GET /auth/admin/config': async () => ({}),
  'GET /auth/admin/admins': alone,
  'POST /auth/admin/admins': about(async () => ({ body: { email: newEmail(), password: newPassword() } })),
  'PATCH /auth/admin/admins/{id}': {
    name: about(async (world) => ({ params: { id: (await named(world)).id }, body: { name: 'Ada' } })),
    password: about(async (world) => ({ params: { id: (await named(world)).id }, body: { password: newPassword() } })),
  },
  'DELETE /auth/admin/admins/{id}': about(async (world) => ({ params: { id: (await named(world)).id } })),
  'POST /auth/admin/mfa/setup-totp': async (world) => {
    const { session } = callers(world.service);
    return { headers: { cookie: await session(await named(world)) } };
  },
  'POST /auth/admin/mfa/verify-totp-setup': async (world) => {
    const { headers, secret } = await secured(world);
    return { headers, body: { otp: nextCode(secret) } };
  },
  'DELETE /auth/admin/mfa/totp': async (world) => ({
    headers: { cookie: (await callers(world.service).secured()).cookie },
  }),
  'DELETE /auth/admin/admins/{id}/totp': about(async (world) => ({
    params: { id: (await callers(world.service).secured()).id },
  })),
  'POST /auth/admin/admins/{id}/unlock': about(async (world) => ({
    params: { id: (await callers(world.service).account()).id },
  })),
  'GET /auth/admin/sessions': alone,
  'DELETE /auth/admin/sessions': async (world) => ({
    headers: { cookie: await callers(world.service).session(await named(world)) },
  }),
  'DELETE /auth/admin/sessions/{id}': async ({ service }) => {
    const { account: make, session, sessions } = callers(service);
    const who = await make();
    const [cookie] = [await session(who), await session(who)];
    const other = (await sessions(cookie)).find(({ isCurrent }) => !isCurrent);
    return { headers: { cookie }, params: { id: other?.id ?? '' } };
  },
  'POST /auth/admin/reauthenticate': {
    password: async (world) => {
      const who = await named(world);
      return { headers: { cookie: await callers(world.service).session(who) }, body: { password: who.password } };
    },
    authenticator: async ({ service }) => {
      const { cookie, password, secret } = await callers(service).secured();
      // The session is older than a minute in every run, so each writes when it was last used.
      nextStep();
      return { headers: { cookie }, body: { password, otp: nextCode(secret) } };
    },
  },
  'POST /auth/admin/invitations': about(async () => ({ body: { email: newEmail(), role: 'support' } })),
  'GET /auth/admin/invitations': about(async (world) => {
    await invited(world);
    return {};
  }),
  'POST /auth/admin/invitations/{id}/resend': about(async (world) => ({ params: { id: await invited(world) } })),
  'DELETE /auth/admin/invitations/{id}': about(async (world) => ({ params: { id: await invited(world) } })),
  'POST /auth/admin/invitations/preview': async (world) => ({ body: { token: await invitedToken(world) } }),
  'POST /auth/admin/invitations/accept': async (world) => ({
    body: { token: await invitedToken(world), password: newPassword() },
  }),
  'GET /auth/admin/sso': async () => ({}),
  'GET /auth/admin/sso/callback': async (world) => {
    const { back, cookie } = await staffTrip(world, await named(world));
    return { query: Object.fromEntries(back.searchParams), headers: { cookie } };
  },
  'POST /auth/admin/sso/complete': {
    'first login': async (world) => completion(world, await named(world)),
    authenticator: async (world) => {
      const who = await callers(world.service).secured();
      return { ...(await completion(world, who)), body: { otp: nextCode(who.secret) } };
    },
  },
  ...adminPasskeyRecipes,
  ...adminDeviceRecipes,
} satisfies Record<keyof typeof adminConsole, Recipes>;

export const domainRecipes = {
  'GET /auth/admin/api/blocked-email-domains': alone,
  'GET /auth/admin/api/blocked-email-domains/stats': alone,
  'POST /auth/admin/api/blocked-email-domains': about(async () => {
    // The domain is the first one of its shard.
    await removeAll(Array.from({ length: 100 }, (_, shard) => blockedDomains(shard)));
    return { body: { domains: [newDomain()] } };
  }),
  'POST /auth/admin/api/blocked-email-domains/import-defaults': about(async () => {
    await removeAll([blockedDomains(0), blockedDomains(1)]);
    return {};
  }),
  'DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}': about(async (world) => {
    const idOrDomain = newDomain();
    await admin(world, 'POST', 'api/blocked-email-domains', { domains: [idOrDomain] });
    return { params: { idOrDomain } };
  }),
} satisfies Record<keyof typeof adminBlockedEmailDomains, Recipes>;

export const tenantRecipes = {
  'GET /auth/admin/api/tenants': alone,
  'POST /auth/admin/api/tenants': about(async () => ({ body: tenantBody() })),
  'PATCH /auth/admin/api/tenants/{id}': {
    slug: about(async (world) => ({ params: { id: await tenant(world) }, body: tenantBody() })),
    isActive: about(async (world) => ({ params: { id: await tenant(world) }, body: { isActive: false } })),
  },
  'DELETE /auth/admin/api/tenants/{id}': about(async (world) => ({ params: { id: await tenant(world) } })),
  'DELETE /auth/admin/api/tenants/{id}/sessions': about(async (world) => ({ params: { id: await tenant(world) } })),
  'DELETE /auth/admin/api/sessions': alone,
  'PUT /auth/admin/api/tenants/{id}/logo': about(async (world) => ({
    params: { id: await tenant(world) },
    body: { image: PNG },
  })),
  'DELETE /auth/admin/api/tenants/{id}/logo': about(async (world) => {
    const id = await tenant(world);
    await admin(world, 'PUT', `api/tenants/${id}/logo`, { image: PNG });
    return { params: { id } };
  }),
  'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test': about(async ({ tenant: { id } }) => ({
    params: { id, provider: PROVIDER },
  })),
  'GET /auth/admin/api/tenants/{id}/domains': about(async (world) => ({ params: { id: (await domain(world)).id } })),
  'POST /auth/admin/api/tenants/{id}/domains': about(async (world) => ({
    params: { id: await tenant(world) },
    body: { domain: newDomain() },
  })),
  'POST /auth/admin/api/tenants/{id}/domains/{domain}/check': about(async (world) => ({ params: await domain(world) })),
  'PATCH /auth/admin/api/tenants/{id}/domains/{domain}': about(async (world) => ({
    params: await domain(world),
    body: { join: { policy: 'invitation' } },
  })),
  'DELETE /auth/admin/api/tenants/{id}/domains/{domain}': about(async (world) => ({ params: await domain(world) })),
  'GET /auth/admin/api/tenants/{id}/setup-links': about(async ({ tenant: { id } }) => ({ params: { id } })),
  // A tenant has a limit of links in an hour.
  'POST /auth/admin/api/tenants/{id}/setup-links': about(async (world) => ({
    params: { id: await tenant(world) },
    body: { intents: ['sso', 'domains'] },
  })),
  'DELETE /auth/admin/api/tenants/{id}/setup-links/{linkId}': about(async (world) => {
    const id = await tenant(world);
    const made = await admin(world, 'POST', `api/tenants/${id}/setup-links`, { intents: ['sso'] });
    return { params: { id, linkId: made.setupLink.id } };
  }),
  'GET /auth/admin/api/tenants/{id}/scim-connections': about(async (world) => {
    const { id } = await connected(world);
    return { params: { id } };
  }),
  'POST /auth/admin/api/tenants/{id}/scim-connections': about(async (world) => ({
    params: { id: await tenant(world) },
    body: { name: 'Okta' },
  })),
  'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': about(async (world) => ({
    params: await connected(world),
    body: { isPaused: true },
  })),
  'POST /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/rotate': about(async (world) => ({
    params: await connected(world),
    body: {},
  })),
  'DELETE /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': about(async (world) => ({
    params: await connected(world),
  })),
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups': about(async (world) => ({
    params: await connected(world),
  })),
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/drift': about(async (world) => ({
    params: await connected(world),
  })),
  'PUT /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups/{groupId}': about(async (world) => {
    const id = await tenant(world);
    const directory = await directoryOf(world.service, { id });
    const { body: group } = await directory.ask('POST', '/Groups', { displayName: newName() });
    const made = await makerFor(world).role({ tenantId: id });
    return { params: { id, connectionId: directory.id, groupId: group.id }, body: { roleId: made.id } };
  }),
} satisfies Record<keyof typeof adminTenants, Recipes>;

export const userRecipes = {
  'GET /auth/admin/api/users': about(async (world) => {
    await account(world);
    return { query: { tenantId: world.tenant.id } };
  }),
  'POST /auth/admin/api/users': about(async (world) => ({
    body: { tenantId: world.tenant.id, email: newEmail(), password: newPassword(), roleIds: [await role(world)] },
  })),
  'GET /auth/admin/api/users/{id}': about(async (world) => ({ params: { id: await user(world) } })),
  'PATCH /auth/admin/api/users/{id}': {
    address: about(async (world) => ({
      params: { id: await user(world) },
      body: { email: newEmail(), phone: newPhone(), ...VERIFIED },
    })),
    password: about(async (world) => ({ params: { id: await user(world) }, body: { password: newPassword() } })),
    'switched off': about(async (world) => ({ params: { id: await user(world) }, body: { isActive: false } })),
  },
  'DELETE /auth/admin/api/users/{id}': about(async (world) => ({ params: { id: await user(world) } })),
  'GET /auth/admin/api/users/{id}/sessions': about(async (world) => ({ params: { id: await user(world) } })),
  'DELETE /auth/admin/api/users/{id}/sessions': about(async (world) => ({ params: { id: await user(world) } })),
  'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}': about(async (world) => {
    const { id, tokens } = await account(world);
    return { params: { id, sessionId: claimsOf(tokens.accessToken).sid } };
  }),
  'GET /auth/admin/api/users/{id}/grants': about(async (world) => ({ params: { id: await user(world) } })),
  'DELETE /auth/admin/api/users/{id}/grants/{grantId}': about(async (world) => {
    const person = await account(world);
    const jar = await loggedIn(world.service, person);
    await codeOf(jar, await newServer({ party: 'third' }));
    return { params: { id: person.id, grantId: (await jar.get('/auth/grants')).body.grants[0].id } };
  }),
  'DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}': about(async (world) => {
    const person = await signUp(world);
    const { deviceId } = await enrol(world.service, person);
    return { params: { id: person.id, deviceId } };
  }),
  'DELETE /auth/admin/api/users/{id}/identities/{identityId}': about(async (world) => {
    const { headers, id: identityId } = await federated(world);
    return { params: { id: claimsOf(headers.authorization?.slice(7) ?? '').sub, identityId } };
  }),
  'POST /auth/admin/api/users/bulk': {
    disable: about(async (world) => ({ body: { ids: [await user(world)], action: 'disable' } })),
    'end sessions': about(async (world) => ({ body: { ids: [await user(world)], action: 'end-sessions' } })),
  },
  'GET /auth/admin/api/users/{id}/passkeys': about(async (world) => ({ params: { id: (await owner(world)).id } })),
  'DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}': about(async (world) => {
    const { id, passkey } = await owner(world);
    return { params: { id, passkeyId: passkey.id } };
  }),
  'POST /auth/admin/api/users/{id}/recovery-links': about(async (world) => ({
    params: { id: await user(world) },
    body: { removePasskeys: true },
  })),
  'GET /auth/admin/api/users/{id}/sign-in-status': about(async (world) => ({ params: { id: await user(world) } })),
  'POST /auth/admin/api/users/{id}/unlock': about(async (world) => {
    const { id, email, tenant } = await account(world);
    await world.service.login({ tenant, email, password: newPassword() });
    return { params: { id } };
  }),
  'POST /auth/admin/api/users/{id}/act': async (world) => {
    const maker = makerFor(world);
    const person = await maker.user((await maker.tenant({ settings: ACTING })).id);
    // Each admin may act as few users an hour.
    const { cookie } = await scopedAdmin(world.service, 'operator');
    return { params: { id: person.id }, body: { reason: 'Ticket 4711' }, headers: { cookie } };
  },
} satisfies Record<keyof typeof adminUsers, Recipes>;

const invitation = async (world: World): Promise<string> =>
  (await admin(world, 'POST', 'api/invitations', { tenantId: world.tenant.id, email: newEmail() })).invitation.id;

export const invitationRecipes = {
  'GET /auth/admin/api/invitations': about(async (world) => {
    await invitation(world);
    return { query: { tenantId: world.tenant.id } };
  }),
  'POST /auth/admin/api/invitations': {
    new: about(async (world) => ({
      body: { tenantId: world.tenant.id, email: newEmail(), roleIds: [await role(world)] },
    })),
    unclaimed: about(async (world) => {
      const { email } = await signUp(world);
      return { body: { tenantId: world.tenant.id, email, roleIds: [await role(world)] } };
    }),
  },
  'POST /auth/admin/api/invitations/{id}/resend': about(async (world) => ({ params: { id: await invitation(world) } })),
  'DELETE /auth/admin/api/invitations/{id}': about(async (world) => ({ params: { id: await invitation(world) } })),
  'GET /auth/admin/api/tenants/{id}/join-requests': about(async ({ tenant: { id } }) => ({ params: { id } })),
  'POST /auth/admin/api/join-requests/{id}/accept': about(async (world) => ({
    params: { id: await openRequest(await closedTenant(world)) },
    body: {},
  })),
  'POST /auth/admin/api/join-requests/{id}/refuse': about(async (world) => ({
    params: { id: await openRequest(await closedTenant(world)) },
  })),
} satisfies Record<keyof typeof adminInvitations, Recipes>;

export const roleRecipes = {
  'GET /auth/admin/api/roles': about(async (world) => {
    await role(world);
    return { query: { tenantId: world.tenant.id } };
  }),
  'POST /auth/admin/api/roles': about(async ({ tenant: { id } }) => ({ body: { name: newName(), tenantId: id } })),
  'PATCH /auth/admin/api/roles/{id}': about(async (world) => ({
    params: { id: await role(world) },
    body: { name: newName() },
  })),
  'DELETE /auth/admin/api/roles/{id}': about(async (world) => ({ params: { id: await role(world) } })),
} satisfies Record<keyof typeof adminRoles, Recipes>;

export const permissionRecipes = {
  'GET /auth/admin/api/permissions': alone,
  'GET /auth/admin/api/permissions/{id}': about(async (world) => ({ params: { id: await permission(world) } })),
  'GET /auth/admin/api/permissions/categories': alone,
  'GET /auth/admin/api/permissions/guards': alone,
  'GET /auth/admin/api/permissions/search': about(async () => ({ query: { q: 'n' } })),
  'POST /auth/admin/api/permissions': about(async () => ({ body: { name: newName() } })),
  'PATCH /auth/admin/api/permissions/{id}': about(async (world) => ({
    params: { id: await permission(world) },
    body: { name: newName() },
  })),
  'DELETE /auth/admin/api/permissions/{id}': about(async (world) => ({ params: { id: await permission(world) } })),
} satisfies Record<keyof typeof adminPermissions, Recipes>;

export const discoveryRecipes = {
  'GET /.well-known/jwks.json': async () => ({}),
  'GET /.well-known/openid-configuration': async () => ({}),
  'GET /.well-known/oauth-authorization-server': async () => ({}),
  'GET /.well-known/webauthn': async () => ({}),
  'GET /.well-known/change-password': async () => ({}),
  'GET /auth/health': async () => ({}),
} satisfies Record<keyof typeof discovery, Recipes>;
