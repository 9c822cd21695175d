// Lists the requests of Microsoft's collection for providers of SCIM (AzureAD/SCIMReferenceCode, PostmanCollection.json, commit d445ef9),
// in its order, with what it looks for. Bodies are ours, with the attributes and the mistakes of the collection's. It gives
// several users one address and leaves some without any; here each has an address of their own, as accounts do.
import { ENTERPRISE, GROUP, patchOf, USER } from '../../../support/scim.ts';
import type { Step } from './step.ts';

/** Expectations of the collection that the service does not meet. */
export const DIFFERENCES = {
  path: 'the collection asks for /users; paths have one spelling (RFC 7644, 3.2; RFC 3986, 6.2.2.1)',
  config: 'the collection asks for /serviceConfiguration, which RFC 7644, 4 calls /ServiceProviderConfig',
  member: 'the collection gives members a displayName, which RFC 7643, 4.2 does not have, and looks for it',
  replies: 'the collection expects 204; RFC 7644, 3.5.2 also allows 200 with the user, which Entra and Okta accept',
  stranger: 'the collection adds members that are no users; here a group has users of the connection',
} as const;

const emails = (name: string) => [
  { Primary: true, type: 'work', value: `${name}@example.com` },
  { Primary: false, type: 'home', value: `${name}.home@example.com` },
];

const user = (name: string, more: object = {}) => ({
  userName: name,
  active: true,
  displayName: `Display ${name}`,
  schemas: [ENTERPRISE, USER],
  externalId: `external-${name}`,
  name: { formatted: `Formatted ${name}`, familyName: 'Family', givenName: 'Given' },
  emails: emails(name),
  ...more,
});

/** A user with everything that the folder "garbage" sends: nulls, empty lists, read-only members, a second country. */
const garbage = (name: string, more: object = {}) => ({
  ...user(name),
  addresses: [
    { country: 'Bermuda', formatted: 'First Way\nFirst Town', postalCode: '99265', type: 'work', primary: false },
    { country: null, formatted: 'Second Way', locality: null, postalCode: null, type: 'other', primary: false },
  ],
  emails: [
    { type: 'work', primary: true, value: `${name}.mail@example.com` },
    { type: 'work', primary: false, value: `${name}@example.org` },
  ],
  meta: { created: '2019-09-18T18:15:26.5788954+00:00', resourceType: 'User' },
  name: { formatted: 'Some One', familyName: 'Employee', givenName: 'Some', honorificPrefix: null },
  phoneNumbers: [
    { type: 'fax', primary: false, value: '312-320-0500' },
    { type: 'work', primary: true, value: '312-320-0932' },
  ],
  preferredLanguage: 'xh',
  roles: [],
  title: 'Site engineer',
  ...more,
});

const omalley = (more: object = {}) =>
  garbage('OMalley', { name: { formatted: 'Some One', familyName: 'OMalley', givenName: 'Some' }, ...more });
const moved = {
  active: false,
  addresses: [{ country: 'Germany', formatted: 'Third Way', type: 'work', primary: false }],
};
const without = (value: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
const group = (displayName: string, more: object = {}) => ({ schemas: [GROUP], displayName, ...more });

const ENDPOINTS: Step[] = [
  { name: 'lists no users', send: 'GET /users', status: 404, differs: DIFFERENCES.path },
  { name: 'lists no groups', send: 'GET /Groups', status: 200 },
  {
    name: 'lists the types',
    send: 'GET /ResourceTypes',
    status: 200,
    has: { Resources: [{ endpoint: '/Users' }, { endpoint: '/Groups' }] },
  },
  { name: 'asks for the configuration', send: 'GET /serviceConfiguration', status: 404, differs: DIFFERENCES.config },
  { name: 'lists the schemas', send: 'GET /Schemas', status: 200, contains: ['User Account'] },
];

const USERS: Step[] = [
  { name: 'creates a user', send: 'POST /Users', body: user('UserName123'), status: 201, keeps: 'id1' },
  {
    name: 'creates an enterprise user',
    send: 'POST /Users',
    body: user('UserName222', { [ENTERPRISE]: { Department: 'bob', Manager: { Value: 'SuzzyQ' } } }),
    status: 201,
    keeps: 'id2',
  },
  { name: 'reads the first', send: 'GET /Users/{id1}', status: 200, has: { id: '{id1}' } },
  { name: 'reads the second', send: 'GET /Users/{id2}', status: 200, has: { id: '{id2}' } },
  { name: 'lists some attributes', send: 'GET /Users?attributes=userName,emails', status: 200, contains: ['{id1}'] },
  {
    name: 'filters by the display name',
    send: 'GET /Users/',
    query: { filter: 'DisplayName eq "Display UserName123"' },
    status: 200,
    contains: ['{id1}'],
  },
  {
    name: 'renames the first',
    send: 'PATCH /Users/{id1}',
    body: patchOf({ op: 'replace', path: 'userName', value: 'ryan3' }),
    status: 200,
  },
  { name: 'sees the new name', send: 'GET /Users/{id1}', status: 200, has: { id: '{id1}', userName: 'ryan3' } },
  {
    name: 'replaces the second',
    send: 'PUT /Users/{id2}',
    body: user('UserNameReplace2', { id: '{id2}', name: { formatted: 'NewName', familyName: 'F', givenName: 'G' } }),
    status: 200,
  },
  { name: 'sees what replaced it', send: 'GET /Users/{id2}', status: 200, has: { name: { formatted: 'NewName' } } },
  { name: 'deletes the first', send: 'DELETE /Users/{id1}', status: 204 },
  { name: 'deletes the second', send: 'DELETE /Users/{id2}', status: 204 },
];

const addition = patchOf({
  name: 'addMember',
  op: 'add',
  path: 'members',
  value: [{ displayName: 'new User', value: '{id4}' }],
});
const GROUPS: Step[] = [
  {
    name: 'creates a group without members',
    send: 'POST /Groups',
    body: group('Group1DisplayName', { externalId: 'g1', members: [] }),
    status: 201,
    keeps: 'group1',
  },
  { name: 'creates a third user', send: 'POST /Users', body: user('UserName333'), status: 201, keeps: 'id3' },
  { name: 'creates a fourth user', send: 'POST /Users', body: user('UserName444'), status: 201, keeps: 'id4' },
  {
    name: 'creates a group with a member',
    send: 'POST /Groups',
    body: group('GroupDisplayName2', { externalId: 'g2', members: [{ value: '{id3}', display: 'VP' }] }),
    status: 201,
    keeps: 'group2',
  },
  { name: 'lists the groups', send: 'GET /Groups', status: 200 },
  {
    name: 'creates a third group',
    send: 'POST /Groups',
    body: group('GroupDisplayName3', { externalId: 'g3', members: [] }),
    status: 201,
    keeps: 'group3',
  },
  {
    name: 'replaces the third group',
    send: 'PUT /Groups/{group3}',
    body: group('putName', {
      id: '{group3}',
      members: [
        { value: '{id3}', display: 'VP' },
        { value: '{id4}', display: 'SeniorVP' },
      ],
    }),
    status: 200,
  },
  {
    name: 'sees its members',
    send: 'GET /Groups/{group3}',
    status: 200,
    has: { id: '{group3}' },
    contains: ['{id3}'],
  },
  { name: 'adds a member', send: 'PATCH /Groups/{group1}', body: addition, status: 204 },
  {
    name: 'removes a member',
    send: 'PATCH /Groups/{group1}',
    body: patchOf({ op: 'remove', path: 'members[value eq "{id4}"]' }),
    status: 204,
  },
  { name: 'adds the member again', send: 'PATCH /Groups/{group1}', body: addition, status: 204 },
  {
    name: 'sees the member',
    send: 'GET /Groups/{group1}',
    status: 200,
    has: { id: '{group1}' },
    contains: ['{id4}'],
    lacks: ['new User'],
    differs: DIFFERENCES.member,
  },
  {
    name: 'removes all members',
    send: 'PATCH /Groups/{group1}',
    body: patchOf({ op: 'remove', path: 'members' }),
    status: 204,
  },
  {
    name: 'sees no member',
    send: 'GET /Groups/{group1}',
    status: 200,
    has: { id: '{group1}' },
    lacks: ['new User', '{id4}'],
  },
  ...['/Users/{id3}', '/Users/{id4}', '/Groups/{group1}', '/Groups/{group2}', '/Groups/{group3}'].map((path) => ({
    name: `deletes ${path}`,
    send: `DELETE ${path}`,
    status: 204,
  })),
];

const COMPLEX: Step[] = [
  { name: 'creates a fifth user', send: 'POST /Users', body: user('emailName357'), status: 201, keeps: 'id1' },
  { name: 'creates a sixth user', send: 'POST /Users', body: user('jump'), status: 201, keeps: 'id2' },
  ...['emails[type eq "work"]', 'emails[value eq "emailName357"]'].map((attributes) => ({
    name: `lists ${attributes}`,
    send: 'GET /Users',
    query: { attributes },
    status: 200,
    contains: ['emailName357'],
  })),
  { name: 'deletes the fifth', send: 'DELETE /Users/{id1}', status: 204 },
  { name: 'deletes the sixth', send: 'DELETE /Users/{id2}', status: 204 },
];

const GARBAGE: Step[] = [
  {
    name: 'creates OMalley',
    send: 'POST /Users',
    body: omalley(),
    status: 201,
    has: { userName: 'OMalley', active: true },
    keeps: 'omalley',
  },
  {
    name: 'creates emp1 with true as a text',
    send: 'POST /Users',
    body: garbage('emp1', { active: 'True' }),
    status: 201,
    has: { active: true },
    keeps: 'emp1',
  },
  { name: 'lists both', send: 'GET /Users', status: 200, has: { totalResults: 2 }, contains: ['OMalley'] },
  { name: 'creates emp2', send: 'POST /Users', body: garbage('emp2'), status: 201, keeps: 'emp2' },
  { name: 'creates emp3', send: 'POST /Users', body: garbage('emp3'), status: 201, keeps: 'emp3' },
  {
    name: 'creates a user without a name',
    send: 'POST /Users',
    body: without(garbage('nameless'), 'userName'),
    status: 400,
  },
  {
    name: 'sends what is no JSON',
    send: 'POST /Users',
    raw: '{\r\n    "acve": tre,\r\n    "adadfdresses": [',
    status: 400,
  },
  ...['', ' again'].map((again) => ({
    name: `creates emp3 who exists${again}`,
    send: 'POST /Users',
    body: garbage('emp3'),
    status: 409,
    contains: ['detail'],
  })),
  {
    name: 'replaces a user with a misspelled name',
    send: 'PUT /Users/{omalley}',
    body: { ...without(omalley(), 'userName'), userame: 'OMalley', id: '{omalley}', ...moved },
    status: 400,
  },
  {
    name: 'replaces a user with a misspelled attribute',
    send: 'PUT /Users/{omalley}',
    body: {
      ...without(omalley(), 'addresses'),
      id: '{omalley}',
      active: false,
      adreses: moved.addresses,
    },
    status: 200,
    lacks: ['addresses', 'adreses'],
  },
  {
    name: 'creates an enterprise user with everything',
    send: 'POST /Users',
    body: garbage('enterprise', { [ENTERPRISE]: { Department: 'some department' } }),
    status: 201,
    keeps: 'enterprise',
  },
  {
    name: 'renames OMalley',
    send: 'PATCH /Users/{omalley}',
    body: patchOf({ op: 'Replace', path: 'userName', value: 'newusername' }),
    status: 200,
    differs: DIFFERENCES.replies,
  },
  {
    name: 'deactivates OMalley with a boolean',
    send: 'PATCH /Users/{omalley}',
    body: patchOf({ op: 'Replace', path: 'active', value: false }),
    status: 200,
    differs: DIFFERENCES.replies,
  },
  {
    name: 'sees both changes',
    send: 'GET /Users/{omalley}',
    status: 200,
    has: { userName: 'newusername', active: false },
  },
  {
    name: 'replaces OMalley',
    send: 'PUT /Users/{omalley}',
    body: omalley({ id: '{omalley}', ...moved }),
    status: 200,
    has: { userName: 'OMalley', active: false },
    contains: ['Germany'],
  },
  {
    name: 'lists a page',
    send: 'GET /Users?startIndex=1&count=2',
    status: 200,
    has: { totalResults: 5, itemsPerPage: 2 },
  },
  {
    name: 'lists some attributes of all',
    send: 'GET /Users?attributes=userName,emails',
    status: 200,
    has: { totalResults: 5 },
  },
  {
    name: 'creates emp3 who exists, for the third time',
    send: 'POST /Users',
    body: garbage('emp3'),
    status: 409,
    contains: ['detail'],
  },
  {
    name: 'filters by one and (another or another), without quotes',
    send: 'GET /Users',
    query: {
      filter: 'name.FamilyName eq Employee and (emails.Value co example.com or emails.Value co example.org)',
    },
    status: 200,
    has: { totalResults: 4 },
  },
  {
    name: 'filters by the beginning of a name, without quotes',
    send: 'GET /Users',
    query: { filter: 'userName sw O' },
    status: 200,
    has: { totalResults: 1 },
  },
  {
    name: 'filters by the time of creation, without quotes',
    send: 'GET /Users',
    query: { filter: 'meta.Created gt 2015-10-10T14:38:21.8617979-07:00' },
    status: 200,
    has: { totalResults: 5 },
  },
];

const GARBAGE_GROUPS: Step[] = [
  {
    name: 'creates a group',
    send: 'POST /Groups',
    body: group('Group 1', { externalId: 'garbage' }),
    status: 201,
    keeps: 'group',
  },
  ...['string id 1', 'string id 2'].map((value) => ({
    name: `adds the member ${value}`,
    send: 'PATCH /Groups/{group}',
    body: { id: '{group}', ...patchOf({ op: 'add', path: 'members', value }) },
    status: 400,
    differs: DIFFERENCES.stranger,
  })),
  { name: 'reads the group', send: 'GET /Groups/{group}', status: 200 },
  { name: 'reads it without members', send: 'GET /Groups/{group}?excludedAttributes=members', status: 200 },
  {
    name: 'replaces the group',
    send: 'PUT /Groups/{group}',
    body: group('Tiffany Ortiz', { id: '{group}', externalId: 'other' }),
    status: 200,
    has: { displayName: 'Tiffany Ortiz' },
  },
  ...[
    '/Users/{omalley}',
    '/Users/{emp1}',
    '/Users/{emp2}',
    '/Users/{emp3}',
    '/Users/{enterprise}',
    '/Groups/{group}',
  ].map((path) => ({ name: `deletes ${path} at the end`, send: `DELETE ${path}`, status: 204 })),
  { name: 'sees that no users are left', send: 'GET /Users?attributes=userName', status: 200, has: { Resources: [] } },
  { name: 'sees that no groups are left', send: 'GET /Groups', status: 200, has: { Resources: [] } },
];

export const MICROSOFT: readonly Step[] = [
  ...ENDPOINTS,
  ...USERS,
  ...GROUPS,
  ...COMPLEX,
  ...GARBAGE,
  ...GARBAGE_GROUPS,
];
