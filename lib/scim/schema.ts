// Lists the attributes of users and groups (RFC 7643, 4 and 8.7). The parser of bodies, the grammar of paths and filters, the
// compiler of PATCH and the documents of /Schemas read this table, so what they know is one thing.

export type Kind = 'string' | 'boolean' | 'reference' | 'binary' | 'dateTime' | 'complex';
type Mutability = 'readWrite' | 'readOnly' | 'writeOnly' | 'immutable';
type Returned = 'default' | 'always' | 'never';

/** The traits of an attribute, or of a part of one. Names are compared without case (RFC 7643, 2.1). */
type Traits = {
  name: string;
  kind: Kind;
  description: string;
  mutability: Mutability;
  returned: Returned;
  isUnique: boolean;
  isExact: boolean;
  isRequired: boolean;
};
/** A part of an attribute of the kind `complex`. */
export type Part = Traits;
export type Attribute = Traits & {
  /** The URN of the schema that it belongs to. */
  schema: string;
  /** The name in the core schema; in an extension, URN and name. The key of its value. */
  key: string;
  isMultiple: boolean;
  /** Lower-case name -> part. Empty unless `complex`. */
  parts: ReadonlyMap<string, Part>;
};

export type Schema = { id: string; name: string; description: string; attributes: readonly Attribute[] };
export type ResourceType = {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  description: string;
  core: Schema;
  extensions: readonly Schema[];
  /** Lower-case key -> attribute, those of all resources included. */
  attributes: ReadonlyMap<string, Attribute>;
};

const DEFAULTS: Omit<Traits, 'name' | 'description'> = {
  kind: 'string',
  mutability: 'readWrite',
  returned: 'default',
  isUnique: false,
  isExact: false,
  isRequired: false,
};
type Given = Partial<Omit<Traits, 'name' | 'description'>>;

const part = (name: string, description: string, given: Given = {}): Part => ({
  ...DEFAULTS,
  ...given,
  name,
  description,
});

type Draft = Omit<Attribute, 'schema' | 'key'>;
const draft = (
  name: string,
  description: string,
  given: Given & { isMultiple?: true } = {},
  parts: Part[] = [],
): Draft => ({
  ...DEFAULTS,
  isMultiple: false,
  ...(parts.length > 0 && { kind: 'complex' as const }),
  ...given,
  name,
  description,
  parts: new Map(parts.map((each) => [each.name.toLowerCase(), each])),
});

/** A list of values with the usual parts (RFC 7643, 2.4). */
const values = (name: string, description: string, value: Given = {}, more: Part[] = []): Draft =>
  draft(name, description, { isMultiple: true }, [
    part('value', 'The value.', value),
    part('display', 'A name for people.'),
    part('type', 'What it is for, such as `work`.'),
    part('primary', 'Whether it is the preferred one. At most one is.', { kind: 'boolean' }),
    ...more,
  ]);

const READ_ONLY = { mutability: 'readOnly' } as const;

/** The attributes that every resource has (RFC 7643, 3.1). They are in no schema. */
const COMMON: Draft[] = [
  draft('id', 'The id of the resource here.', { ...READ_ONLY, returned: 'always', isExact: true, isUnique: true }),
  draft('externalId', 'The id of the resource in the directory.', { isExact: true, isUnique: true }),
  draft('meta', 'When and where.', READ_ONLY, [
    part('resourceType', 'The type.', { ...READ_ONLY, isExact: true }),
    part('created', 'When it was created.', { ...READ_ONLY, kind: 'dateTime' }),
    part('lastModified', 'When it was last changed.', { ...READ_ONLY, kind: 'dateTime' }),
    part('location', 'Its address.', { ...READ_ONLY, kind: 'reference', isExact: true }),
    part('version', 'Its entity tag.', { ...READ_ONLY, isExact: true }),
  ]),
];

const USER: Draft[] = [
  draft('userName', 'The name of the user in the directory.', { isRequired: true, isUnique: true, returned: 'always' }),
  draft('name', 'The parts of the name.', {}, [
    part('formatted', 'The whole name.'),
    part('familyName', 'The family name.'),
    part('givenName', 'The given name.'),
    part('middleName', 'The middle names.'),
    part('honorificPrefix', 'The title, such as Dr.'),
    part('honorificSuffix', 'The suffix, such as III.'),
  ]),
  draft('displayName', 'The name that people see. It becomes the name of the account.'),
  draft('nickName', 'How the user is called.'),
  draft('profileUrl', 'The address of a page about the user.', { kind: 'reference' }),
  draft('title', 'The job title.'),
  draft('userType', 'The relation to the organization.'),
  draft('preferredLanguage', 'The preferred language.'),
  draft('locale', 'The locale.'),
  draft('timezone', 'The time zone.'),
  draft('active', 'Whether the user may sign in. Without it, every session has ended.', { kind: 'boolean' }),
  draft('password', 'Is ignored: users of a directory sign in there.', { mutability: 'writeOnly', returned: 'never' }),
  values('emails', 'E-mail addresses. The primary one, else the one for work, is the address of the account.'),
  values('phoneNumbers', 'Phone numbers.'),
  values('ims', 'Addresses of messengers.'),
  values('photos', 'Addresses of pictures.', { kind: 'reference' }),
  draft('addresses', 'Postal addresses.', { isMultiple: true }, [
    part('formatted', 'The whole address.'),
    part('streetAddress', 'Street and number.'),
    part('locality', 'The town.'),
    part('region', 'The state or region.'),
    part('postalCode', 'The postal code.'),
    part('country', 'The country.'),
    part('type', 'What it is for, such as `work`.'),
    part('primary', 'Whether it is the preferred one.', { kind: 'boolean' }),
  ]),
  values('entitlements', 'Entitlements. They are kept, and give no right here.'),
  values('roles', 'Roles in the directory. They are kept, and give no right here.'),
  values('x509Certificates', 'Certificates.', { kind: 'binary', isExact: true }),
];

const ENTERPRISE_USER: Draft[] = [
  draft('employeeNumber', 'The number of the employee.'),
  draft('costCenter', 'The cost center.'),
  draft('organization', 'The organization.'),
  draft('division', 'The division.'),
  draft('department', 'The department.'),
  draft('manager', 'The manager.', {}, [
    part('value', 'The id of the manager.'),
    part('$ref', 'The address of the manager.', { kind: 'reference' }),
    part('displayName', 'The name of the manager.'),
  ]),
];

const GROUP: Draft[] = [
  draft('displayName', 'The name of the group.', { isRequired: true, isUnique: true }),
  draft('members', 'The users in the group.', { isMultiple: true }, [
    part('value', 'The id of the user here.', { mutability: 'immutable', isExact: true }),
    part('$ref', 'The address of the user.', { mutability: 'immutable', kind: 'reference' }),
    part('type', 'Always `User`.', { mutability: 'immutable' }),
    part('display', 'A name for people.', { mutability: 'immutable' }),
  ]),
];

const CORE_URN = 'urn:ietf:params:scim:schemas:core:2.0';
export const USER_URN = `${CORE_URN}:User`;
export const GROUP_URN = `${CORE_URN}:Group`;
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const coreOf = (id: string, name: string, description: string, drafts: readonly Draft[]): Schema => ({
  id,
  name,
  description,
  attributes: drafts.map((each) => ({ ...each, schema: id, key: each.name })),
});
const extensionOf = (id: string, name: string, description: string, drafts: readonly Draft[]): Schema => ({
  id,
  name,
  description,
  attributes: drafts.map((each) => ({ ...each, schema: id, key: `${id}:${each.name}` })),
});

function resourceTypeOf(given: Omit<ResourceType, 'attributes'>): ResourceType {
  const common = COMMON.map((each) => ({ ...each, schema: given.core.id, key: each.name }));
  const all = [...common, ...given.core.attributes, ...given.extensions.flatMap(({ attributes }) => attributes)];
  return { ...given, attributes: new Map(all.map((each) => [each.key.toLowerCase(), each])) };
}

export const USER_TYPE = resourceTypeOf({
  name: 'User',
  endpoint: '/Users',
  description: 'A user of the directory.',
  core: coreOf(USER_URN, 'User', 'User Account', USER),
  extensions: [extensionOf(ENTERPRISE_URN, 'EnterpriseUser', 'What an enterprise knows of a user.', ENTERPRISE_USER)],
});

export const GROUP_TYPE = resourceTypeOf({
  name: 'Group',
  endpoint: '/Groups',
  description: 'A group of the directory.',
  core: coreOf(GROUP_URN, 'Group', 'A group.', GROUP),
  extensions: [],
});

/** All attributes of both, for a search at the root (RFC 7644, 3.4.2.1). A name that both have means either. */
export const ANY_TYPE: ResourceType = {
  ...USER_TYPE,
  attributes: new Map([...GROUP_TYPE.attributes, ...USER_TYPE.attributes]),
};

export const RESOURCE_TYPES: readonly ResourceType[] = [USER_TYPE, GROUP_TYPE];

/** Returns an attribute that the table has. */
export function attributeOf(type: ResourceType, key: string): Attribute {
  const found = type.attributes.get(key.toLowerCase());
  if (!found) throw new Error(`${type.name} has no attribute ${key}`);
  return found;
}
