// Declares the fields of an application, as admins see and change them.
import * as z from 'zod/mini';
import { applicationKind, grant, party, pkcePolicy } from '../applications.ts';
import { adminTenants, machineRole } from '../duties.ts';
import { isScopeName } from '../scopes.ts';
import { dateTime, name } from '../shapes.ts';
import { type Field, keptOf } from './field.ts';

const text = z.string();
const texts = z.array(text);
const address = z.string().check(z.minLength(1), z.maxLength(1024));
const addresses = z.array(address).check(z.maxLength(50));
const ids = z.array(z.string().check(z.maxLength(128)));
const part = z.optional(z.string().check(z.maxLength(2048)));

/** The members that only private and symmetric keys have (RFC 7518 6). */
export const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/**
 * A public key. Other members, such as `x5t`, are ignored (RFC 7517 4). The row refuses a private key by name instead of
 * dropping the private part, because its owner must learn of it.
 */
export const publicKey = z.looseObject({
  kty: z.string().check(z.maxLength(16)),
  kid: part,
  alg: part,
  use: z.optional(z.literal('sig')),
  n: part,
  e: part,
  crv: part,
  x: part,
  y: part,
});
const publicKeys = z.array(publicKey).check(z.maxLength(4));
export const keySet = z.looseObject({ keys: publicKeys });
export type PublicKey = z.output<typeof publicKey>;

export const secret = z.object({ id: z.string(), hint: z.string(), createdAt: dateTime });
/** A new one with its value, which no later reply has. */
export const newSecret = z.object({ ...secret.shape, secret: z.string() });

/** The role of a machine among admins, and its tenants; `null`: all. */
export const administration = z.object({ role: machineRole, tenants: z.nullable(texts) });
export const newAdministration = z.object({ role: machineRole, tenants: adminTenants });

/** Some rows have a line for replies and one for bodies. */
const yesNo = { reply: z.boolean(), body: z.boolean() };
const grants = z.array(grant);
/** One of this service, or of a protected resource. */
const scope = z.string().check(z.maxLength(64), z.refine(isScopeName, 'must be a scope (RFC 6749 3.3)'));
const jwks = { reply: z.array(z.record(z.string(), z.unknown())), body: z.union([publicKeys, keySet]) };
const tenantIds = { reply: z.nullable(texts), body: z.nullable(ids.check(z.minLength(1), z.maxLength(50))) };
const uris = { reply: texts, body: addresses };
const uri = { reply: z.nullable(text), body: z.nullable(address) };
/** The bounds of `settings.session` of a tenant. */
const seconds = (least: number, most: number) => ({
  reply: z.nullable(z.int()),
  body: z.nullable(z.int().check(z.gte(least), z.lte(most))),
});
/** It decides who gets tokens, or what they are good for: everything but a name. */
const guarded = { create: true, update: true, kept: 'fact' } as const;

export const applicationFields = {
  id: { reply: text },
  name: { reply: text, body: name, create: false, update: false, isRequired: true, kept: 'fact' },
  kind: { reply: applicationKind, body: applicationKind, create: false, isRequired: true, kept: 'fact' },
  isActive: { ...yesNo, create: true, update: true },
  grants: { reply: grants, body: grants.check(z.minLength(1), z.maxLength(4)), ...guarded },
  party: { reply: party, body: party, ...guarded },
  scopes: { reply: z.nullable(texts), body: z.nullable(z.array(scope).check(z.maxLength(50))), ...guarded },
  accountByDefault: { ...yesNo, ...guarded },
  requiresDpop: { ...yesNo, ...guarded },
  requiresPar: { ...yesNo, ...guarded },
  refusesSecrets: { ...yesNo, ...guarded },
  pkce: { reply: pkcePolicy, body: pkcePolicy, ...guarded },
  redirectUris: { ...uris, ...guarded },
  postLogoutRedirectUris: { ...uris, ...guarded },
  backchannelLogoutUri: { ...uri, ...guarded },
  tenantIds: { ...tenantIds, ...guarded },
  roleIds: { reply: texts, body: ids.check(z.maxLength(20)), ...guarded },
  administers: {
    reply: z.nullable(administration),
    body: z.nullable(newAdministration),
    ...guarded,
    needs: 'own',
  },
  madeIn: { reply: z.nullable(text), kept: 'fact' },
  secrets: { reply: z.array(secret) },
  jwks: { ...jwks, ...guarded, needs: 'own' },
  jwksUri: { ...uri, ...guarded, needs: 'own' },
  accessTtlSeconds: { ...seconds(5, 3600), ...guarded },
  refreshTtlSeconds: { ...seconds(10, 2_592_000), ...guarded },
  createdAt: { reply: dateTime },
  updatedAt: { reply: dateTime },
} as const satisfies Readonly<Record<string, Field>>;

/** Fields that are shown as they are stored. */
export const keptOfApplication = keptOf(applicationFields);
