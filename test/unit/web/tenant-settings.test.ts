// Compares the console's table of tenant settings with the contract, and checks what its forms read and write.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { contrast, LEAST_CONTRAST, OUR_COLORS, paletteOf } from '../../../lib/apps/console/screens/tenant/colors.ts';
import {
  MESSAGES,
  ours,
  PARTS,
  placeholdersOf,
  type Template,
} from '../../../lib/apps/console/screens/tenant/messages/preview.ts';
import { isSame, readValue, textsOf } from '../../../lib/apps/console/screens/tenant/setting-texts.ts';
import {
  isLeaf,
  isReserved,
  type Leaf,
  type Node,
  SETTINGS,
  type SettingName,
} from '../../../lib/apps/console/screens/tenant/settings.ts';
import { slugOf } from '../../../lib/apps/console/screens/tenant/slug.ts';
import { contrast as contrastOf, LEAST_CONTRAST as LEAST, OUR_COLORS as OURS } from '../../../lib/contract/branding.ts';
import { MESSAGE_DETAILS } from '../../../lib/contract/fields/message-texts.ts';
import { adminTenants } from '../../../lib/contract/groups/admin-tenants.ts';
import { en } from '../../../lib/domain/messages/texts/locales/en.ts';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
};
const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};
const resolved = (schema: Schema): Schema =>
  schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema;

/** Each leaf with the schema of the contract. */
function leaves(node: Node, schema: Schema, path: string): [string, Leaf, Schema][] {
  const actual = resolved(schema);
  if (isLeaf(node)) return [[path, node, actual]];
  const { properties, required = [] } = actual.items ? resolved(actual.items) : actual;
  expect([path, Object.keys(node).sort()]).toEqual([path, Object.keys(properties ?? {}).sort()]);
  return Object.entries(node).flatMap(([name, each]) => {
    expect([path, name, !!each.isNeeded]).toEqual([path, name, required.includes(name)]);
    return leaves(each, properties?.[name] as Schema, `${path}.${name}`);
  });
}
const names = Object.keys(SETTINGS) as SettingName[];
const schemas = resolved({ $ref: '#/components/schemas/TenantSettingsInput' }).properties as Record<string, Schema>;
const all = names.flatMap((name) => leaves(SETTINGS[name].of, schemas[name] as Schema, name));

describe('the table of settings', () => {
  test('has every setting of the contract', () => {
    expect([...names, 'messageTexts'].sort()).toEqual(Object.keys(schemas).sort());
  });

  test.each(all)('has the bounds of the contract: %s', (_, leaf, schema) => {
    if (leaf.kind === 'number' || leaf.kind === 'seconds')
      expect([leaf.min, leaf.max]).toEqual([schema.minimum, schema.maximum]);
    if (leaf.kind === 'lines' || leaf.kind === 'codes') expect(leaf.most).toBe(schema.maxItems);
    if (['text', 'url', 'secret'].includes(leaf.kind) && schema.maxLength)
      expect('most' in leaf && leaf.most).toBe(schema.maxLength);
  });

  test('reserves what the contract reserves for admins of the whole deployment', () => {
    const { duty } = adminTenants['PATCH /auth/admin/api/tenants/{id}'];
    const reserved = Object.keys(duty.fields).flatMap((path) => (path.startsWith('settings.') ? [path.slice(9)] : []));
    expect(names.filter(isReserved).sort()).toEqual(reserved.sort());
  });
});

test('texts of messages have the bounds of the contract', () => {
  const { properties = {} } = resolved(schemas.messageTexts?.items as Schema);
  expect(Object.keys(MESSAGES).sort()).toEqual([...(properties.template?.enum ?? [])].sort());
  const bounds = Object.keys(PARTS).map((part) => [part, properties[part]?.maxLength]);
  expect(PARTS).toEqual(Object.fromEntries(bounds));
});

test.each(Object.keys(MESSAGES) as Template[])('the texts of a message may name what it has: %s', (template) => {
  const details: readonly string[] = template === 'every' ? [] : MESSAGE_DETAILS[template];
  const names = ['tenant', 'app', ...details].map((name) => `{${name}}`);
  expect(placeholdersOf(template).sort()).toEqual(names.sort());
  for (const part of ['subject', 'lead'] as const)
    for (const [name] of (ours(template, en, part) ?? '').matchAll(/\{\w+\}/g)) expect(names).toContain(name);
});

describe('a form of settings', () => {
  const through = (name: SettingName, value: unknown) =>
    readValue(SETTINGS[name].of, name, textsOf(SETTINGS[name].of, name, value));

  test.each([
    ['signup', { mode: 'closed' }],
    ['password', { minLength: 12, mustChangeInitial: true }],
    ['mfa', { policy: 'required', methods: ['totp'] }],
    ['session', { idleTtlSeconds: 86_400, maxPerUser: 3 }],
    ['session', { accessTtlSeconds: 90, idleTtlSeconds: 5400, absoluteTtlSeconds: 36_000 }],
    ['redirectUris', ['https://one.example/a?b=c,d;e', 'https://two.example/']],
    ['binding', { codes: 'required' }],
    ['locale', 'de-AT'],
    ['branding', { name: 'Acme', colors: { light: { accent: '#0f766e' } }, links: { terms: 'https://acme.example/' } }],
    ['sms', { countries: ['DE', 'AT'] }],
    ['messages', { emailsPerDay: 0 }],
    ['audit', { retentionDays: 30 }],
    ['acting', { enabled: true, notify: false }],
    [
      'ssoProviders',
      { name: 'a', issuer: 'https://id.example', clientId: 'c', scopes: ['openid'], allowSignup: false },
    ],
  ] as const)('returns what it shows: %s', (name, value) => {
    expect(through(name, value)).toEqual(value);
  });

  test('shows a duration in the largest unit that leaves no rest, and reads it in the one that is chosen', () => {
    const { of: node } = SETTINGS.session;
    const texts = textsOf(node, 'session', { accessTtlSeconds: 90, idleTtlSeconds: 7200, absoluteTtlSeconds: 172_800 });
    expect(texts).toMatchObject({ 'session.accessTtlSeconds': '90', 'session.accessTtlSeconds unit': 'second' });
    expect(texts).toMatchObject({ 'session.idleTtlSeconds': '2', 'session.idleTtlSeconds unit': 'hour' });
    expect(texts).toMatchObject({ 'session.absoluteTtlSeconds': '2', 'session.absoluteTtlSeconds unit': 'day' });
    const longer = { ...texts, 'session.idleTtlSeconds unit': 'day' };
    expect(readValue(node, 'session', longer)).toMatchObject({ idleTtlSeconds: 172_800 });
  });

  test.each(names)('returns nothing for the defaults: %s', (name) => {
    expect(through(name, undefined)).toBeUndefined();
  });

  test('adds what a group must have', () => {
    const texts = { ...textsOf(SETTINGS.password.of, 'password', undefined), 'password.mustChangeInitial': 'on' };
    expect(readValue(SETTINGS.password.of, 'password', texts)).toEqual({ minLength: 8, mustChangeInitial: true });
    const methods = { 'mfa.policy': 'optional', 'mfa.methods.totp': 'on' };
    expect(readValue(SETTINGS.mfa.of, 'mfa', methods)).toEqual({ policy: 'optional', methods: ['totp'] });
  });

  test('knows texts that say the same', () => {
    const { of: node } = SETTINGS.sms;
    expect(isSame(node, 'sms', { 'sms.countries': 'de, at' }, { 'sms.countries': 'DE AT' })).toBe(true);
    expect(isSame(node, 'sms', { 'sms.countries': 'de' }, { 'sms.countries': 'DE AT' })).toBe(false);
  });
});

describe('the preview of the sign-in page', () => {
  test('computes as the service does', () => {
    expect([OUR_COLORS, LEAST_CONTRAST]).toEqual([OURS, LEAST]);
    for (const [one, other] of [
      ['#000000', '#ffffff'],
      ['#1d4ed8', '#ffffff'],
      ['#767676', '#FFFFFF'],
      ['#0a0b0c', '#0a0b0d'],
    ] as const)
      expect(contrast(one, other)).toBe(contrastOf(one, other));
  });

  test('takes the colours of a mode from one source', () => {
    const common = { accent: '#111111', background: '#eeeeee' };
    expect(paletteOf('light', {}, common)).toEqual(common);
    expect(paletteOf('light', { accent: '#222222' }, common)).toEqual({ accent: '#222222', background: '#ffffff' });
    expect(paletteOf('dark', { accent: 'red' })).toEqual(OURS.dark);
  });
});

test.each([
  ['Café Müller & Co.', 'cafe-mueller-co'],
  ['  Größe / Straße ', 'groesse-strasse'],
  ['Łódź 24', 'lodz-24'],
  ['東京', ''],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('the short name proposed for %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
