// Threat: metadata or keys of a provider that no one expects make a function fail. The test of a provider by an admin and
// each step of a login respond to any JSON.
import { expect, test } from '@jest/globals';
import { keySetSchema } from '../../../lib/domain/key-sets.ts';
import { metadataSchema } from '../../../lib/domain/sso/metadata.ts';
import type { Realm } from '../../support/identity-provider.ts';
import type { Tenant } from '../../support/service.ts';
import { roundTrip, startPath, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, idp } = useSso();

/** JSON that is no text, no list of texts or no address, and such that breaks code that expects one. */
const HOSTILE = [
  'null',
  '0',
  '-1e308',
  '""',
  '"javascript:alert(1)"',
  '"https://169.254.169.254/"',
  '"https://x:y@example.com/"',
  '"https://exa mple.com:99999/"',
  `"https://${'x'.repeat(20_000)}/"`,
  '"https://a\\u202e\\u0007\\ud800"',
  '[null]',
  '["RS256",{"toString":1}]',
  '{"toString":1,"valueOf":1}',
  '{"length":1,"includes":"x"}',
  '{"__proto__":{"toJSON":1},"constructor":null}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
];
const KEY = { kty: 'RSA', n: 'AQ', e: 'AQ', kid: 'key-1', alg: 'RS256', use: 'sig' };

const metadataOf = ({ issuer }: Realm): Record<string, string> => ({
  issuer: JSON.stringify(issuer),
  authorization_endpoint: JSON.stringify(`${issuer}/authorize`),
  token_endpoint: JSON.stringify(`${issuer}/token`),
  jwks_uri: JSON.stringify(`${issuer}/keys`),
});
const textOf = (fields: Record<string, string>): string =>
  `{${Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${value}`)}}`;

/** Every field that the service reads, and some that it does not. */
const METADATA_FIELDS = [...Object.keys(metadataSchema.shape), 'scopes_supported', '__proto__', 'toString'];
const KEY_FIELDS = [...Object.keys(KEY), 'crv', 'x', 'k', 'key_ops', '__proto__', 'toString'];
type Text = (realm: Realm) => Realm['behaviour']['text'];
const DOCUMENTS: readonly [string, Text][] = [
  ...METADATA_FIELDS.map((name): [string, (value: string) => Text] => [
    `metadata with the field ${name}`,
    (value) => (realm) => ({ metadata: textOf({ ...metadataOf(realm), [name]: value }) }),
  ]),
  ...KEY_FIELDS.map((name): [string, (value: string) => Text] => [
    `a key with the field ${name}`,
    (value) => () => ({ keys: `{"keys":[${JSON.stringify(KEY).slice(0, -1)},${JSON.stringify(name)}:${value}}]}` }),
  ]),
  ...Object.keys(keySetSchema.shape).map((name): [string, (value: string) => Text] => [
    `a key set with the field ${name}`,
    (value) => () => ({ keys: textOf({ [name]: value }) }),
  ]),
  ['metadata that is', (value: string) => () => ({ metadata: value })] as [string, (value: string) => Text],
  ['keys that are', (value: string) => () => ({ keys: value })] as [string, (value: string) => Text],
  ['a response to the code that is', (value: string) => () => ({ token: value })] as [string, (value: string) => Text],
  ...['access_token', 'token_type', 'id_token', 'expires_in'].map((name): [string, (value: string) => Text] => [
    `a response to the code with the field ${name}`,
    (value) => () => ({
      token: textOf({ access_token: '"at"', token_type: '"Bearer"', id_token: '"a.b.c"', [name]: value }),
    }),
  ]),
].flatMap(([name, of]) => HOSTILE.map((value): [string, Text] => [`${name} ${value.slice(0, 40)}`, of(value)]));

/** Twenty providers are the most that a tenant has, and fewer tests than its limit. */
const BATCHES = Array.from({ length: Math.ceil(DOCUMENTS.length / 20) }, (_, at) =>
  DOCUMENTS.slice(at * 20, at * 20 + 20),
);

async function outcomesOf(tenant: Tenant, realm: Realm, provider: string): Promise<string[]> {
  const path = `/auth/admin/api/tenants/${tenant.id}/identity-providers/${provider}/test`;
  const tested = await service.admin('POST', path);
  const started = await service.get(startPath(tenant, {}, provider));
  const landed = started.status === 302 ? await roundTrip(service, tenant, realm, stranger(), {}, provider) : started;
  return [
    tested.status === 201 ? 'fine' : `test ${tested.text}`,
    // 503 says that the provider does not do its part.
    ...[started, landed].map(({ status, body, text }) =>
      status < 500 || (status === 503 && body?.code === 'SERVICE_UNAVAILABLE') ? 'fine' : `login ${text}`,
    ),
  ];
}

test('no document of a provider makes the test of the provider or a login fail', async () => {
  const failures: string[] = [];
  for (const batch of BATCHES) {
    const realms = batch.map(([, text]) => {
      const realm = idp.realm();
      realm.behaviour.text = text(realm) ?? {};
      return realm;
    });
    const ssoProviders = realms.map((realm, at) => realm.settings(`p${at}`));
    const tenant = await tenantWith(service, realms[0] as Realm, { ssoProviders });
    await Promise.all(
      realms.map(async (realm, at) => {
        const found = await outcomesOf(tenant, realm, `p${at}`);
        failures.push(...found.filter((each) => each !== 'fine').map((each) => `${batch[at]?.[0]}: ${each}`));
      }),
    );
  }
  expect(failures).toEqual([]);
  expect(DOCUMENTS.length).toBeGreaterThan(METADATA_FIELDS.length * HOSTILE.length);
});
