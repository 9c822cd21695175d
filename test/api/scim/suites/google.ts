// Lists requests of Google Workspace and Cloud Identity, as far as their help for administrators says it ("Configure automated user
// provisioning", as better-auth's packages/scim reads it): a pasted token, a mapping from /Schemas, suspension and deletion that know
// nothing of each other. Google brings no groups. The forms of requests are those of RFC 7644.
import { patchOf, USER } from '../../../support/scim.ts';
import type { Step } from './step.ts';

const user = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  active: true,
  emails: [{ value: userName, primary: true, type: 'work' }],
  name: { givenName: 'Casey', familyName: 'Google' },
  externalId: `g-${userName}`,
  ...more,
});
const suspend = patchOf({ op: 'replace', value: { active: false } });

export function deprovisioning(name: string): Step[] {
  return [
    {
      name: 'creates a user who is deleted while active',
      send: 'POST /Users',
      body: user(`${name}.deleted@google.example`),
      status: 201,
      has: { active: true },
      keeps: 'deleted',
    },
    { name: 'deletes them without a suspension', send: 'DELETE /Users/{deleted}', status: 204 },
    { name: 'sees that they are gone', send: 'GET /Users/{deleted}', status: 404 },
    {
      name: 'creates a user who is suspended first',
      send: 'POST /Users',
      body: user(`${name}.suspended@google.example`),
      status: 201,
      keeps: 'suspended',
    },
    {
      name: 'creates a group with them',
      send: 'POST /Groups',
      body: { displayName: `Suspended then deleted ${name}`, members: [{ value: '{suspended}' }] },
      status: 201,
      keeps: 'group',
    },
    {
      name: 'suspends them',
      send: 'PATCH /Users/{suspended}',
      body: suspend,
      status: 200,
      has: { active: false },
    },
    { name: 'deletes them days later', send: 'DELETE /Users/{suspended}', status: 204 },
    { name: 'sees that they are gone, too', send: 'GET /Users/{suspended}', status: 404 },
    { name: 'sees a group without them', send: 'GET /Groups/{group}', status: 200, lacks: ['{suspended}'] },
  ];
}

/** A synchronisation of one user. Played again, it finds all as it is. */
export function synchronisation(name: string): Step[] {
  const mail = `${name}@google.example`;
  return [
    {
      name: 'reads the schema of users for its mapping',
      send: `GET /Schemas/${USER}`,
      status: 200,
      has: { id: USER, name: 'User' },
      contains: ['"name":"userName"', '"name":"emails"', '"name":"familyName"'],
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
      name: 'updates the user',
      send: 'PUT /Users/{user}',
      body: user(mail, { id: '{user}' }),
      status: 200,
      has: { userName: mail },
    },
    {
      name: 'keeps the user active',
      send: 'PATCH /Users/{user}',
      body: patchOf({ op: 'replace', path: 'active', value: true }),
      status: 200,
      has: { active: true },
    },
  ];
}
