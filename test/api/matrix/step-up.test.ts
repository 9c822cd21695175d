// Sends every field of every change by an admin with an old and with a new session: the contract alone decides which
// fields need a recent login. Generated from the contract, so a new field is covered the day it is declared.
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { exampleOf } from '../../../lib/contract/documents/schemas.ts';
import {
  errorsOf,
  methodOf,
  type Operation,
  pathOf,
  type Route,
  type StepUp,
  type StepUpFields,
} from '../../../lib/contract/operation.ts';
import { createUser } from '../../support/admin-users.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { PNG } from '../../support/images.ts';
import { operations } from '../../support/ledger.ts';
import { newUri } from '../../support/protected-resources.ts';
import { newEmail, newPassword, prepared, unique, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const REFUSED = refusal('REAUTH_REQUIRED');
/** A login counts as recent for fifteen minutes. */
const OLD_MS = 16 * MINUTE;

const changes = operations.filter(({ route, operation }) => operation.access === 'admin' && !route.startsWith('GET '));
type Properties = Record<string, Record<string, unknown>>;
const schemaOf = ({ body }: Operation) =>
  z.toJSONSchema(body as z.ZodMiniType, { io: 'input' }) as { properties: Properties; required?: string[] };

/** The routes of one thing, which a test creates and looks at. */
const targets: Record<string, { create: () => Promise<string>; list: () => Promise<string> }> = {
  users: {
    create: async () => (await createUser(service, tenant)).id,
    list: () => read(`/auth/admin/api/users?tenantId=${tenant.id}`),
  },
  tenants: { create: async () => (await service.tenant()).id, list: () => read('/auth/admin/api/tenants') },
  roles: {
    create: () => created('/auth/admin/api/roles', { name: unique('role') }, 'role'),
    list: () => read('/auth/admin/api/roles'),
  },
  permissions: {
    create: () => created('/auth/admin/api/permissions', { name: `${unique('p')}.read` }, 'permission'),
    list: () => read('/auth/admin/api/permissions'),
  },
  admins: { create: async () => (await callers(service).account()).id, list: () => read('/auth/admin/admins') },
  'blocked-email-domains': {
    create: async () => {
      const domain = `${unique('d')}.example`;
      await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [domain] });
      return domain;
    },
    list: () => read('/auth/admin/api/blocked-email-domains'),
  },
};
/** Without totals, which the change feed counts. */
const read = async (path: string): Promise<string> => JSON.stringify((await service.admin('GET', path)).body.data);
const created = async (path: string, body: unknown, noun: string): Promise<string> =>
  (await service.admin('POST', path, body)).body[noun].id;
const targetOf = (route: string) => {
  const noun = pathOf(route).split('/')[pathOf(route).includes('/api/') ? 4 : 3] as string;
  return targets[noun];
};

/** Values that pass the validation, for fields whose example does not suit every call. */
const VALUES: Record<string, () => unknown> = {
  email: newEmail,
  slug: () => unique('s'),
  name: () => `${unique('n')}.read`,
  password: newPassword,
  tenantId: () => tenant.id,
  roleIds: () => [],
  tenantRoles: () => [],
  platformRoleIds: () => [],
  permissions: () => [],
  domains: () => [`${unique('d')}.example`],
  signup: () => ({ mode: 'instant' }),
  mfa: () => ({ policy: 'optional' }),
  links: () => ({}),
  colors: () => ({}),
  image: () => PNG,
  session: () => ({}),
  redirectUris: () => [],
  postLogoutRedirectUris: () => [],
  backchannelLogoutUri: () => 'https://app.example.com/logout',
  tenantIds: () => [tenant.id],
  actorIds: () => [],
  allowedOrigins: () => [],
  ssoProviders: () => [],
  sms: () => ({ countries: ['DE'] }),
  messages: () => ({}),
  locale: () => 'de',
  role: () => 'auditor',
  reason: () => 'Ticket 4711',
  emailCode: () => '0'.repeat(20),
  codeVerifier: () => 'v'.repeat(43),
  uri: newUri,
  jwks: () => [],
  jwksUri: () => 'https://app.example.com/keys',
  tenants: () => [tenant.id],
  administers: () => ({ role: 'auditor', tenants: null }),
};
function sampleOf(field: string, schema: Record<string, unknown>): unknown {
  const first = (schema.anyOf as Record<string, unknown>[])?.[0] ?? schema;
  // The name of a field may also be the name of a setting.
  const isSetting = field === 'password' && first.type === 'object';
  return (isSetting ? undefined : VALUES[field]?.()) ?? exampleOf(first, {}, new Map(), field);
}

type Case = { path: string; needs: boolean; body: () => Record<string, unknown> };

/** One body for each field that has a decision, with the required fields beside it. */
function casesOf(decisions: StepUpFields, properties: Properties, base: () => Record<string, unknown>): Case[] {
  return Object.entries(decisions).flatMap(([field, decision]: [string, StepUp]): Case[] => {
    const schema = properties[field] as Record<string, unknown>;
    if (typeof decision === 'boolean')
      return [{ path: field, needs: decision, body: () => ({ ...base(), [field]: sampleOf(field, schema) }) }];
    const wrap = (inner: Record<string, unknown>) => ({ ...base(), [field]: inner });
    const inner = ((schema.anyOf as Record<string, unknown>[] | undefined)?.[0] ?? schema).properties as Properties;
    return casesOf(decision, inner, () => ({})).map(({ path, needs, body }) => ({
      path: `${field}.${path}`,
      needs,
      body: () => wrap(body()),
    }));
  });
}

const call = async (route: string, id: string, body: unknown, cookie: string) =>
  service.send(methodOf(route), pathOf(route).replace(/\{[^}]+\}/g, id), { body, headers: { cookie } });

test('every change by an admin decides about each field of its body, and about nothing else', () => {
  for (const { route, operation } of changes) {
    const { stepUp, body } = operation;
    if (!body) expect([route, typeof stepUp]).toEqual([route, 'boolean']);
    else if (stepUp !== true) {
      const { properties } = schemaOf(operation);
      expect([route, Object.keys(stepUp as StepUpFields).sort()]).toEqual([route, Object.keys(properties).sort()]);
      for (const [field, decision] of Object.entries(stepUp as StepUpFields)) {
        if (typeof decision === 'boolean') continue;
        const inner = properties[field]?.properties as Properties;
        expect([route, Object.keys(decision).sort()]).toEqual([route, Object.keys(inner).sort()]);
      }
    }
  }
});

test('only words and what keeps people out may be sent with an old session', () => {
  const free = changes.flatMap(({ route, operation: { stepUp, body } }) =>
    body && typeof stepUp === 'object'
      ? casesOf(stepUp, schemaOf({ body } as Operation).properties, () => ({}))
          .filter(({ needs }) => !needs)
          .map(({ path }) => `${route} ${path}`)
      : stepUp
        ? []
        : route,
  );
  expect(free.filter((each) => each.startsWith('PATCH')).sort()).toEqual([
    'PATCH /auth/admin/api/api-keys/{id} name',
    'PATCH /auth/admin/api/applications/{id} name',
    'PATCH /auth/admin/api/permissions/{id} category',
    'PATCH /auth/admin/api/permissions/{id} description',
    'PATCH /auth/admin/api/protected-resources/{id} name',
    'PATCH /auth/admin/api/tenants/{id} description',
    'PATCH /auth/admin/api/tenants/{id} metadata',
    'PATCH /auth/admin/api/tenants/{id} name',
    'PATCH /auth/admin/api/tenants/{id} settings.branding.colors',
    'PATCH /auth/admin/api/tenants/{id} settings.branding.name',
    'PATCH /auth/admin/api/tenants/{id} settings.branding.style',
    'PATCH /auth/admin/api/tenants/{id} settings.locale',
    'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId} name',
    'PATCH /auth/admin/api/users/{id} locale',
    'PATCH /auth/admin/api/users/{id} metadata',
    'PATCH /auth/admin/api/users/{id} name',
    'PATCH /auth/admin/passkeys/{id} name',
  ]);
  expect(free.filter((each) => each.startsWith('PUT')).sort()).toEqual(['PUT /auth/admin/api/tenants/{id}/logo image']);
  expect(free.filter((each) => each.startsWith('DELETE')).sort()).toEqual([
    'DELETE /auth/admin/api/api-keys/{id}',
    'DELETE /auth/admin/api/invitations/{id}',
    'DELETE /auth/admin/api/tenants/{id}/logo',
    'DELETE /auth/admin/api/tenants/{id}/setup-links/{linkId}',
    'DELETE /auth/admin/api/users/{id}/grants/{grantId}',
    'DELETE /auth/admin/api/users/{id}/sessions',
    'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}',
    'DELETE /auth/admin/invitations/{id}',
    'DELETE /auth/admin/sessions',
    'DELETE /auth/admin/sessions/{id}',
  ]);
});

describe.each(changes)('$route', ({ route, operation }) => {
  const { stepUp } = operation;
  const isOwnSession = pathOf(route).endsWith('/logout') || pathOf(route).includes('/mfa/');
  const target = isOwnSession ? undefined : targetOf(route);
  const base = (): Record<string, unknown> => {
    if (!operation.body) return {};
    const { properties, required = [] } = schemaOf(operation);
    const minimal = Object.fromEntries(
      required.map((field) => [field, sampleOf(field, properties[field] as Record<string, unknown>)]),
    );
    return route === 'POST /auth/admin/api/users' ? { ...minimal, tenantId: tenant.id } : minimal;
  };
  const cases: Case[] =
    typeof stepUp === 'object'
      ? casesOf(stepUp, schemaOf(operation).properties, base)
      : [{ path: 'the operation', needs: stepUp ?? false, body: base }];

  test.each(cases)('needs a recent login as declared: $path', async ({ needs, body }) => {
    // An admin of its own, because logging out ends every session of an admin.
    const { account, session } = callers(service);
    const cookie = await session(await account());
    const id = (await target?.create()) ?? 'nobody';
    const before = await target?.list();
    const stale = await later(OLD_MS, () => call(route, id, body(), cookie));
    if (needs) {
      expect(answerOf(stale)).toEqual(REFUSED);
      expect(await target?.list()).toBe(before);
      expect(errorsOf(route as Route, operation)).toContain('REAUTH_REQUIRED');
    } else {
      expect(answerOf(stale)).not.toEqual(REFUSED);
    }
    if (needs) expect(answerOf(await call(route, id, body(), cookie))).not.toEqual(REFUSED);
  });
});
