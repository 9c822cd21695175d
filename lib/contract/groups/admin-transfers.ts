// Declares how users come into a tenant from another service.
import * as z from 'zod/mini';
import { MOST_LINES, PUBLIC_KEY_X } from '../../transfer/bounds.ts';
import { documented, type NamedShape, named, TENANT, USER } from '../documentation.ts';
import { contract } from '../operation.ts';
import { email, locale, metadata, name, phone } from '../shapes.ts';

const yesNo = z.optional(z.boolean());
/** When it was created at the other service. */
const created = z.optional(z.iso.datetime({ offset: true }));
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const base64url = (most: number) => text(most).check(z.regex(/^[A-Za-z0-9_-]+$/));

const totp = z.strictObject({
  // 128 bits at least (RFC 4226 4, R6).
  secret: z.string().check(z.regex(/^[A-Za-z2-7]{26,128}=*$/)),
  name: z.optional(name),
});
const identity = z.strictObject({ provider: text(32), providerId: text(255) });
const passkey = z.strictObject({
  // WebAuthn Level 3, 4: a credential id has at most 1023 bytes, a user handle 64.
  credentialId: base64url(1364),
  publicKey: base64url(2731),
  handle: base64url(86),
  rpId: text(253),
  counter: z.optional(z.int().check(z.gte(0), z.lte(2 ** 32 - 1))),
  transports: z.optional(z.array(text(32)).check(z.maxLength(8))),
  isBackupEligible: yesNo,
  name: z.optional(name),
  createdAt: created,
});

/** One user of the other service. */
export const importLine = z.strictObject({
  sourceId: text(255),
  email: z.optional(email),
  isEmailVerified: yesNo,
  phone: z.optional(phone),
  isPhoneVerified: yesNo,
  name: z.optional(name),
  locale: z.optional(locale),
  metadata: z.optional(metadata),
  isActive: yesNo,
  createdAt: created,
  passwordHash: z.optional(text(2048)),
  mustChangePassword: yesNo,
  isMfaEnabled: yesNo,
  roles: z.optional(z.array(text(120)).check(z.maxLength(20))),
  totp: z.optional(z.array(totp).check(z.maxLength(10))),
  identities: z.optional(z.array(identity).check(z.maxLength(10))),
  passkeys: z.optional(z.array(passkey).check(z.maxLength(20))),
});
export type ImportLine = z.output<typeof importLine>;

/** Why a line was refused, or what else there is to say about it. */
export const importCode = z.enum([
  'INVALID_INPUT',
  'LINE_TOO_LARGE',
  'EMAIL_OR_PHONE_REQUIRED',
  'EMAIL_DOMAIN_NOT_ALLOWED',
  'USER_ALREADY_EXISTS',
  'MERGE_NOT_PROVED',
  'ROLE_NOT_FOUND',
  'PROVIDER_NOT_FOUND',
  'IDENTITY_TAKEN',
  'PASSKEY_TAKEN',
  'PASSKEYS_LEFT_OUT',
  'PASSWORD_HASH_UNKNOWN',
  'PASSWORD_HASH_MALFORMED',
  'PASSWORD_HASH_TOO_COSTLY',
]);
export type ImportCode = z.output<typeof importCode>;

const result = z.object({
  sourceId: z.nullable(z.string()),
  outcome: z.enum(['created', 'merged', 'skipped', 'refused']),
  userId: z.optional(z.string()),
  code: z.optional(importCode),
  message: z.optional(z.string()),
});

/** A prefix in the table: lower case, digits and hyphens. */
const source = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));
const body = z.object({
  tenantId: z.optional(z.string().check(z.maxLength(128))),
  source,
  isDryRun: z.optional(z.boolean()),
  onExisting: z.optional(z.enum(['skip', 'merge'])),
  roles: z.optional(z.record(z.string(), z.string().check(z.maxLength(120)))),
  // The row validates each by itself: a line that is wrong is refused, and the others are not.
  lines: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MOST_LINES)),
});

/** The public key of who keeps the export. A private one is refused, and in no log: it has the field `d`. */
const recipient = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('X25519'),
  x: z.string().check(z.regex(PUBLIC_KEY_X)),
});
const exportMeta = z.object({ nextCursor: z.nullable(z.string()) });
const exportBody = z.object({
  tenantId: z.optional(z.string().check(z.maxLength(128))),
  cursor: z.optional(z.string().check(z.maxLength(2048))),
  recipient,
});

export const adminTransfers = contract({
  'POST /auth/admin/api/transfers/export': {
    name: 'exportUsers',
    summary: 'Export a page of the users of a tenant, with what opens their accounts',
    // It gives seeds of authenticators, and to owners of all tenants the pepper.
    duty: { needs: 'own', tenant: 'body' },
    rate: 'credential',
    body: exportBody,
    stepUp: true,
    reply: z.object({ data: z.array(z.record(z.string(), z.unknown())), meta: exportMeta }),
    status: 201,
    errors: ['TENANT_ID_REQUIRED', 'TENANT_NOT_FOUND', 'CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/admin/api/transfers/import': {
    name: 'importUsers',
    summary: 'Import up to 100 users of another service into a tenant',
    duty: { needs: 'operate', tenant: 'body' },
    rate: 'credential',
    input: { bounds: { apart: 'lines' } },
    body,
    stepUp: true,
    reply: z.object({ results: z.array(result) }),
    status: 201,
    errors: ['TENANT_ID_REQUIRED', 'TENANT_NOT_FOUND'],
    extension: true,
  },
});

const exampleLine = () => ({
  sourceId: 'auth0|5f7c8ec7c33c6c004bbafe82',
  email: 'ada@example.com',
  isEmailVerified: true,
  name: 'Ada Lovelace',
});

/** The public key of RFC 8037, A.6. */
const exampleKey = () => ({ kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' }) as const;

/** Describes a line for docs/import-line.schema.json. */
export const importLineShapes = (): NamedShape[] => [
  named(
    importLine,
    'ImportLine',
    'A user of another service. Other fields than these are refused.',
    {
      sourceId: 'The id of the user at the other service, at most 255 characters.',
      email: 'The email address. A user has one, a phone number or an identity.',
      isEmailVerified: 'Whether the other service has verified it. Default: false.',
      phone: 'The phone number in E.164.',
      isPhoneVerified: 'Whether the other service has verified it. Default: false.',
      name: 'The display name.',
      locale: 'The language of messages, a BCP 47 tag.',
      metadata: 'Free-form data, at most 8 KB.',
      isActive: 'Whether the user may log in. Default: true.',
      createdAt: 'When the account was created there. Default: now.',
      passwordHash: 'The hash of the password, with the name of its algorithm. Nothing else is read of it.',
      mustChangePassword: 'Whether the next login asks for another password. Default: false.',
      isMfaEnabled: 'Whether logins need a second factor. Default: whether there is an authenticator.',
      roles:
        'The names of roles, at most 20, which `roles` of the call may translate. Only roles of the tenant itself.',
      totp: 'The authenticators, at most 10. With one, logins need a second factor.',
      identities: 'The accounts at identity providers that open this one, at most 10.',
      passkeys: 'The passkeys, at most 20. Those of another domain are left out.',
    },
    exampleLine(),
  ),
  named(
    totp,
    'ImportTotp',
    'An authenticator of an imported user.',
    {
      secret: 'The secret in base32, of at least 128 bits.',
      name: 'The display name.',
    },
    { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
  ),
  named(
    identity,
    'ImportIdentity',
    'An account of an imported user at an identity provider.',
    {
      provider: 'The name of the provider in the tenant or the deployment.',
      providerId: 'The id of the user at the provider: `sub`.',
    },
    { provider: 'google', providerId: '110169484474386276334' },
  ),
  named(
    passkey,
    'ImportPasskey',
    'A passkey of an imported user.',
    {
      credentialId: 'The credential id in base64url.',
      publicKey: 'The public key as COSE_Key in base64url.',
      handle: 'The user handle in base64url, the same for all passkeys of the user.',
      rpId: 'The domain that the passkey is for.',
      counter: 'The signature counter. Default: 0.',
      transports: 'How browsers reach the authenticator.',
      isBackupEligible: 'Whether it may be on several devices. Default: false.',
      name: 'The display name.',
      createdAt: 'When it was added there. Default: now.',
    },
    {
      credentialId: 'KEDetxZcUfinhVi6Za5nZQ',
      publicKey: 'pAEBAycgBiFYIHmZRqW9wiRIuJH6vnf31AORZhoTGkgrZ-9nLQ9zBnbK',
      handle: 'dXNlcg',
      rpId: 'example.com',
    },
  ),
];

/** Describes this group for openapi.json. */
export const adminTransfersDocs = () =>
  documented(adminTransfers, {
    description: 'Users who come from another service, or go to one.',
    operations: {
      'POST /auth/admin/api/transfers/export': {
        description:
          'A page holds up to 100 users, newest first, in the form of docs/import-line.schema.json; it may be empty while another ' +
          'one follows. Password hash and authenticators are one JWE (RFC 7516, `ECDH-ES` and `A256GCM`) in `sealed`, which only the ' +
          'private key of the recipient opens. Its header has `line`, the SHA-256 of the JSON of the line without `sealed`, in ' +
          'base64url. Hashes for an owner of all tenants contain the pepper of the deployment, so that they work elsewhere; those ' +
          'for an owner of some tenants work in this deployment alone. Roles of all tenants, recovery codes, trusted devices and ' +
          'sessions are not exported. `npm run export` makes files of all pages.',
      },
      'POST /auth/admin/api/transfers/import': {
        description:
          'Each line has the form of docs/import-line.schema.json and becomes a user in a transaction of its own, by the rules of `POST ' +
          '/auth/admin/api/users`. No message is sent. A line that is wrong is refused and stops none of the others. ' +
          'Repeating the call is safe: a `sourceId` that was imported before is skipped. With `isDryRun` nothing is ' +
          'written, and each line has the outcome that it would have now; lines of earlier calls of a dry run are unknown ' +
          'to it.',
      },
    },
    shapes: [
      named(
        exportBody,
        'ExportRequest',
        'A page of the users of a tenant.',
        {
          tenantId: 'The id of the tenant. Required.',
          recipient: 'The public key for which secrets are sealed.',
          cursor: '`nextCursor` of the page before. It is good for seven days, with the same tenant, key and admin.',
        },
        { tenantId: TENANT, recipient: exampleKey() },
      ),
      named(
        recipient,
        'ExportRecipient',
        'A public key as a JWK (RFC 8037).',
        {
          kty: '`OKP`.',
          crv: '`X25519`.',
          x: 'The public key in base64url.',
        },
        exampleKey(),
      ),
      named(
        adminTransfers['POST /auth/admin/api/transfers/export'].reply,
        'ExportResponse',
        'Users of the tenant.',
        { data: 'The users, newest first, in the form of docs/import-line.schema.json.', meta: 'How to go on.' },
        { data: [{ ...exampleLine(), sealed: 'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..…' }] },
      ),
      named(
        exportMeta,
        'ExportMeta',
        'How to go on.',
        { nextCursor: 'Where the next page begins. `null`: this is the last one.' },
        { nextCursor: null },
      ),
      named(
        body,
        'ImportRequest',
        'Users of another service.',
        {
          tenantId: 'The id of the tenant. Required.',
          source: 'A short name of the other service, such as `auth0-prod`. With `sourceId`, it tells users apart.',
          isDryRun: 'Whether nothing is written. Default: false.',
          onExisting:
            'What becomes of a line whose address has an account here already. `skip`, the default, leaves the account as ' +
            'it is. `merge` adds what it lacks, if both sides have verified the address.',
          roles: 'Names of roles in the lines -> names of roles of the tenant. Other names are taken as they are.',
          lines: 'At most 100 objects, each at most 16 KB. docs/import-line.schema.json has their form.',
        },
        { tenantId: TENANT, source: 'auth0-prod', roles: { admin: 'Administrator' }, lines: [exampleLine()] },
      ),
      named(
        result,
        'ImportResult',
        'The outcome of one line.',
        {
          sourceId: 'The id that the line has; `null` if it has none.',
          outcome: '`skipped`: the user is here already, by this import or otherwise.',
          userId: 'The id of the user here. A dry run has none for a user who would be created.',
          code: 'Why the line was refused, or what to know about it.',
          message: 'Text for people. It may change.',
        },
        { sourceId: exampleLine().sourceId, outcome: 'created', userId: USER, code: 'PASSKEYS_LEFT_OUT' },
      ),
      named(
        adminTransfers['POST /auth/admin/api/transfers/import'].reply,
        'ImportResponse',
        'What became of each line.',
        { results: 'The outcomes, in the order of the lines.' },
      ),
    ],
  });
