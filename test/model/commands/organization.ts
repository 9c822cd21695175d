// Users try to manage their tenant whose roles do not let them.
import { claimsOf } from '../../support/tokens.ts';
import { ask } from '../world/ask.ts';
import { violate } from '../world/world.ts';
import { command } from './command.ts';
import { copyOf, openCopies, withSession } from './shared.ts';

const ROOT = '/auth/organization';

export const manageTenant = command<{ by: string; session: string }>({
  name: 'manage the tenant without a permission',
  group: 'base',
  weight: 1,
  atMost: 2,
  routes: [
    'GET /auth/organization',
    'GET /auth/organization/members',
    'PATCH /auth/organization/members/{id}',
    'DELETE /auth/organization/members/{id}',
    'PUT /auth/organization/members/{id}/roles',
    'GET /auth/organization/invitations',
    'POST /auth/organization/invitations',
    'POST /auth/organization/invitations/{id}/resend',
    'DELETE /auth/organization/invitations/{id}',
    'GET /auth/organization/join-requests',
    'POST /auth/organization/join-requests/{id}/accept',
    'POST /auth/organization/join-requests/{id}/refuse',
    'GET /auth/organization/roles',
    'GET /auth/organization/audit',
    'GET /auth/organization/usage',
    'GET /auth/organization/domains',
    'POST /auth/organization/domains',
    'POST /auth/organization/domains/{domain}/check',
    'PATCH /auth/organization/domains/{domain}',
    'DELETE /auth/organization/domains/{domain}',
    'GET /auth/organization/providers',
    'POST /auth/organization/providers',
    'PATCH /auth/organization/providers/{name}',
    'DELETE /auth/organization/providers/{name}',
    'POST /auth/organization/providers/{name}/test',
    'POST /auth/organization/providers/{name}/try',
    'GET /auth/organization/scim-connections',
    'POST /auth/organization/scim-connections',
    'PATCH /auth/organization/scim-connections/{id}',
    'POST /auth/organization/scim-connections/{id}/rotate',
    'DELETE /auth/organization/scim-connections/{id}',
    'GET /auth/organization/scim-connections/{id}/groups',
    'GET /auth/organization/scim-connections/{id}/drift',
    'PUT /auth/organization/scim-connections/{id}/groups/{groupId}',
    'GET /auth/organization/setup-links',
    'POST /auth/organization/setup-links',
    'DELETE /auth/organization/setup-links/{id}',
    'POST /auth/organization/setup/begin',
    'POST /auth/organization/setup/end',
  ],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session }) => {
    const { access: token } = copyOf(world, by, session);
    const { sub } = claimsOf(token) as { sub: string };
    await ask(world, by, `GET ${ROOT}`, { token });
    const replies = [
      await ask(world, by, `GET ${ROOT}/members`, { token }),
      await ask(world, by, `PATCH ${ROOT}/members/${sub}`, { token, body: { isActive: false } }),
      await ask(world, by, `DELETE ${ROOT}/members/${sub}`, { token }),
      await ask(world, by, `PUT ${ROOT}/members/${sub}/roles`, { token, body: { roleIds: [] } }),
      await ask(world, by, `GET ${ROOT}/invitations`, { token }),
      await ask(world, by, `POST ${ROOT}/invitations`, { token, body: { email: 'guest@example.com' } }),
      await ask(world, by, `POST ${ROOT}/invitations/${sub}/resend`, { token }),
      await ask(world, by, `DELETE ${ROOT}/invitations/${sub}`, { token }),
      await ask(world, by, `GET ${ROOT}/join-requests`, { token }),
      await ask(world, by, `POST ${ROOT}/join-requests/${sub}/accept`, { token, body: {} }),
      await ask(world, by, `POST ${ROOT}/join-requests/${sub}/refuse`, { token }),
      await ask(world, by, `GET ${ROOT}/roles`, { token }),
      await ask(world, by, `GET ${ROOT}/audit`, { token }),
      await ask(world, by, `GET ${ROOT}/usage`, { token }),
      await ask(world, by, `GET ${ROOT}/domains`, { token }),
      await ask(world, by, `POST ${ROOT}/domains`, { token, body: { domain: 'example.com' } }),
      await ask(world, by, `POST ${ROOT}/domains/example.com/check`, { token }),
      await ask(world, by, `PATCH ${ROOT}/domains/example.com`, { token, body: { join: { policy: 'invitation' } } }),
      await ask(world, by, `DELETE ${ROOT}/domains/example.com`, { token }),
      await ask(world, by, `GET ${ROOT}/providers`, { token }),
      await ask(world, by, `POST ${ROOT}/providers`, {
        token,
        body: { name: 'evil', issuer: 'https://evil.example', clientId: 'x' },
      }),
      await ask(world, by, `PATCH ${ROOT}/providers/acme`, { token, body: { enabled: false } }),
      await ask(world, by, `DELETE ${ROOT}/providers/acme`, { token }),
      await ask(world, by, `POST ${ROOT}/providers/acme/test`, { token }),
      await ask(world, by, `POST ${ROOT}/providers/acme/try`, { token }),
      await ask(world, by, `GET ${ROOT}/scim-connections`, { token }),
      await ask(world, by, `POST ${ROOT}/scim-connections`, { token, body: { name: 'evil' } }),
      await ask(world, by, `PATCH ${ROOT}/scim-connections/${sub}`, { token, body: { isPaused: true } }),
      await ask(world, by, `POST ${ROOT}/scim-connections/${sub}/rotate`, { token, body: {} }),
      await ask(world, by, `DELETE ${ROOT}/scim-connections/${sub}`, { token }),
      await ask(world, by, `GET ${ROOT}/scim-connections/${sub}/groups`, { token }),
      await ask(world, by, `GET ${ROOT}/scim-connections/${sub}/drift`, { token }),
      await ask(world, by, `PUT ${ROOT}/scim-connections/${sub}/groups/${sub}`, { token, body: { roleId: null } }),
      await ask(world, by, `GET ${ROOT}/setup-links`, { token }),
      await ask(world, by, `POST ${ROOT}/setup-links`, { token, body: { intents: ['sso'] } }),
      await ask(world, by, `DELETE ${ROOT}/setup-links/${sub}`, { token }),
      await ask(world, by, `POST ${ROOT}/setup/begin`, { body: { token: `${sub}.x` } }),
      await ask(world, by, `POST ${ROOT}/setup/end`, { token }),
    ];
    for (const { status } of replies)
      if (status < 400) violate(world, 'session.ended', `${by} manages a tenant without a permission`);
  },
});
