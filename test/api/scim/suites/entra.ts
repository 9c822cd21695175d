// Lists requests of Entra ("Develop and plan provisioning for a SCIM endpoint", and the mappings that better-auth's packages/scim reads from
// it): its test of the connection, the mappings of attributes one by one, and a synchronisation that may be played again.
import { ENTERPRISE, GROUP, patchOf, USER } from '../../../support/scim.ts';
import type { Step } from './step.ts';

const user = (userName: string, more: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `ext-${userName}`,
  userName,
  active: true,
  addresses: null,
  displayName: null,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
  phoneNumbers: null,
  preferredLanguage: null,
  roles: [],
  title: null,
  [ENTERPRISE]: { department: null, manager: null },
  ...more,
});
const patch = (id: string, ...operations: object[]): Pick<Step, 'send' | 'body'> => ({
  send: `PATCH /Users/{${id}}`,
  body: patchOf(...operations),
});
const replace = (path: string, value: unknown) => ({ op: 'Replace', path, value });

/** Each mapping starts from a user of its own. */
export function mappings(name: string): Step[] {
  const from = (id: string, more: object = {}): Step => ({
    name: `creates the user for ${id}`,
    send: 'POST /Users',
    body: user(`${name}.${id}@contoso.example`, more),
    status: 201,
    keeps: id,
  });
  const primary = { value: `${name}.email@contoso.example`, type: 'work', primary: true };
  return [
    from('phone'),
    {
      name: 'creates a phone number by a filter, with another change beside it',
      ...patch(
        'phone',
        replace('phoneNumbers[type eq "work"].value', '+1-555-0100'),
        replace('name.familyName', 'King'),
      ),
      status: 200,
      has: { phoneNumbers: [{ value: '+1-555-0100', type: 'work' }], name: { familyName: 'King' } },
    },
    {
      name: 'changes that phone number where it is',
      ...patch('phone', replace('phoneNumbers[type eq "work"].value', '+1-555-0199')),
      status: 200,
      has: { phoneNumbers: [{ value: '+1-555-0199', type: 'work' }] },
    },
    from('address', {
      addresses: [{ type: 'other', streetAddress: '44 Montgomery St', formatted: null, country: null }],
    }),
    {
      name: 'leaves nulls in an address out',
      send: 'GET /Users/{address}',
      status: 200,
      has: { addresses: [{ type: 'other', streetAddress: '44 Montgomery St' }] },
      lacks: ['formatted":null', 'country'],
    },
    {
      name: 'creates a part of an address by a filter',
      ...patch('address', replace('addresses[type eq "work"].postalCode', '94105')),
      status: 200,
      has: { addresses: [{ type: 'other' }, { type: 'work', postalCode: '94105' }] },
    },
    from('role', { roles: [{ value: 'engineer', primary: false }] }),
    {
      name: 'creates a role that is primary, with true as a text',
      ...patch('role', replace('roles[primary eq "True"].value', 'senior-engineer')),
      status: 200,
      has: {
        roles: [
          { value: 'engineer', primary: false },
          { value: 'senior-engineer', primary: true },
        ],
      },
    },
    {
      name: 'creates an entitlement by a filter',
      ...patch('role', replace('entitlements[type eq "work"].value', 'vpn')),
      status: 200,
      has: { entitlements: [{ value: 'vpn', type: 'work' }] },
    },
    from('email', { emails: [primary] }),
    {
      name: 'creates an address by a filter, and the primary one stays',
      ...patch('email', replace('emails[type eq "other"].value', `${name}.second@contoso.example`)),
      status: 200,
      has: { emails: [primary, { value: `${name}.second@contoso.example`, type: 'other' }] },
    },
    {
      name: 'writes paths as names, and those of the extension with its schema',
      ...patch('email', {
        op: 'Add',
        value: { [`${ENTERPRISE}:employeeNumber`]: '7', 'name.givenName': 'Augusta', displayName: 'Augusta' },
      }),
      status: 200,
      has: { name: { givenName: 'Augusta' }, displayName: 'Augusta', [ENTERPRISE]: { employeeNumber: '7' } },
    },
    {
      name: 'gives a manager as a text, and finds who has them',
      ...patch('email', { op: 'Add', path: `${ENTERPRISE}:manager`, value: '42' }),
      status: 200,
      has: { [ENTERPRISE]: { manager: { value: '42' } } },
    },
    {
      name: 'looks a reference up',
      send: 'GET /Users',
      query: { filter: `id eq "{email}" and ${ENTERPRISE}:manager eq "42"`, attributes: 'id' },
      status: 200,
      has: { totalResults: 1, Resources: [{ id: '{email}' }] },
    },
    {
      name: 'is refused a removal without a path',
      ...patch('email', { op: 'Remove', value: { displayName: 'Ada' } }),
      status: 400,
      has: { scimType: 'noTarget' },
    },
  ];
}

/** A synchronisation of one user and one group. Played again, it finds all as it is. */
export function synchronisation(name: string): Step[] {
  const mail = `${name}.entra@contoso.example`;
  const displayName = `Entra ${name}`;
  const filter = `displayName eq "${displayName}"`;
  return [
    {
      name: 'tests the connection with a name that is not there',
      send: 'GET /Users',
      query: { filter: `userName eq "guid-${name}"` },
      status: 200,
      has: { totalResults: 0, Resources: [] },
    },
    {
      name: 'looks for the user',
      send: 'GET /Users',
      query: { filter: `userName eq "${mail}"` },
      status: 200,
      keeps: 'user',
    },
    { name: 'creates the user', send: 'POST /Users', body: user(mail), status: 201, again: 409, keeps: 'user' },
    {
      name: 'finds the user by the external id',
      send: 'GET /Users',
      query: { filter: `externalId eq "ext-${mail}"` },
      status: 200,
      has: { totalResults: 1, Resources: [{ id: '{user}' }] },
    },
    {
      name: 'updates attributes',
      send: 'PATCH /Users/{user}',
      body: patchOf(replace('emails[type eq "work"].value', mail), replace('title', 'Lead'), {
        op: 'Add',
        path: `${ENTERPRISE}:department`,
        value: 'Engines',
      }),
      status: 200,
      has: { title: 'Lead' },
    },
    {
      name: 'activates the user, with a text',
      send: 'PATCH /Users/{user}',
      body: patchOf(replace('active', 'True')),
      status: 200,
      has: { active: true },
    },
    {
      name: 'looks for the group',
      send: 'GET /Groups',
      query: { excludedAttributes: 'members', filter },
      status: 200,
      keeps: 'group',
    },
    {
      name: 'creates the group',
      send: 'POST /Groups',
      body: {
        schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: `g-${name}`,
        displayName,
        meta: { resourceType: 'Group' },
      },
      status: 201,
      again: 409,
      keeps: 'group',
    },
    {
      name: 'reads the group without members',
      send: 'GET /Groups/{group}',
      query: { excludedAttributes: 'members' },
      status: 200,
      has: { displayName },
      lacks: ['members'],
    },
    {
      name: 'adds a member',
      send: 'PATCH /Groups/{group}',
      body: patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
      status: 204,
    },
    {
      name: 'looks whether the user is a member',
      send: 'GET /Groups',
      query: { filter: 'id eq "{group}" and members eq "{user}"', excludedAttributes: 'members' },
      status: 200,
      has: { totalResults: 1, Resources: [{ id: '{group}' }] },
    },
    {
      name: 'replaces the name of the group',
      send: 'PATCH /Groups/{group}',
      body: patchOf(replace('displayName', displayName)),
      status: 204,
    },
  ];
}
