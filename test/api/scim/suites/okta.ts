// Lists requests of Okta: those of its specification tests (Okta-SCIM-20-SPEC-Test.json and Okta-SCIM-20-CRUD-Test.json, as
// better-auth's packages/scim reads them, R1 to R12), and a synchronisation that may be played again.
import { ENTERPRISE, GROUP, patchOf, USER } from '../../../support/scim.ts';
import type { Step } from './step.ts';

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const page = { startIndex: '1', count: '100' };
const named = (userName: string) => ({ filter: `userName eq "${userName}"`, ...page });
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const user = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Runscope', familyName: 'Test' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Runscope Test',
  active: true,
  ...more,
});

/** `name`: a text that no other test has. The directory has a user before it, as Okta asks. */
export function specification(name: string): Step[] {
  const mail = `${name}.runscope@atko.example`;
  return [
    {
      name: 'creates the user whom R1 and R2 need',
      send: 'POST /Users',
      body: user(`${name}.morgan@atko.example`),
      status: 201,
      keeps: 'morgan',
    },
    {
      name: 'R1 reads the first user',
      send: 'GET /Users?count=1&startIndex=1',
      status: 200,
      has: {
        schemas: [LIST],
        itemsPerPage: 1,
        startIndex: 1,
        totalResults: 1,
        Resources: [{ id: '{morgan}', name: user('x').name, active: true, emails: [{ type: 'work' }] }],
      },
    },
    {
      name: 'R2 reads that user by id',
      send: 'GET /Users/{morgan}',
      status: 200,
      has: { id: '{morgan}', name: user('x').name, active: true },
    },
    {
      name: 'R3 looks for a name that is not there',
      send: 'GET /Users',
      query: { filter: 'userName eq "abcdefgh@atko.example"' },
      status: 200,
      has: { schemas: [LIST], totalResults: 0 },
    },
    {
      name: 'R4 reads an id that is not there',
      send: 'GET /Users/010101001010101011001010101011',
      status: 404,
      has: { schemas: [ERROR] },
      contains: ['detail'],
    },
    {
      name: 'R5 makes sure that its user is not there',
      send: 'GET /Users',
      query: { filter: `userName eq "${mail}"` },
      status: 200,
      has: { schemas: [LIST], totalResults: 0 },
    },
    {
      name: 'R6 creates the user',
      send: 'POST /Users',
      headers: JSON_TYPE,
      body: user(mail, { emails: [{ primary: true, value: `${name}.other@atko.example`, type: 'work' }] }),
      status: 201,
      has: { active: true, schemas: [USER], userName: mail, name: user('x').name },
      keeps: 'one',
    },
    {
      name: 'R7 sees the user',
      send: 'GET /Users/{one}',
      status: 200,
      has: { userName: mail, name: user('x').name },
    },
    { name: 'R8 creates the user again', send: 'POST /Users', headers: JSON_TYPE, body: user(mail), status: 409 },
    {
      name: 'R9 looks for the name in capitals',
      send: 'GET /Users',
      query: { filter: `userName eq "${mail.toUpperCase()}"` },
      status: 200,
      has: { totalResults: 1, Resources: [{ userName: mail }] },
    },
    { name: 'R10 lists the groups', send: 'GET /Groups', status: 200, has: { totalResults: 0, Resources: [] } },
    {
      name: 'R11 sends a wrong token',
      send: 'GET /Users',
      query: { filter: `userName eq "${mail.toUpperCase()}"` },
      headers: { authorization: 'non-token' },
      status: 401,
      has: { status: '401', schemas: [ERROR] },
      contains: ['detail'],
    },
    {
      name: 'R12 reads another id that is not there',
      send: 'GET /Users/00919288221112222',
      status: 404,
      has: { status: '404', schemas: [ERROR] },
      contains: ['detail'],
    },
    {
      name: 'is refused with HTTP Basic, which is not supported',
      send: 'GET /Users',
      headers: { authorization: `Basic ${btoa('okta:token')}` },
      status: 401,
      has: { status: '401', schemas: [ERROR] },
    },
  ];
}

const active = (isActive: boolean) => patchOf({ op: 'replace', value: { active: isActive } });

/** The requests that follow when a user is assigned in Okta, changed and unassigned. */
export function lifecycle(name: string): Step[] {
  const mail = `${name}.riley@atko.example`;
  const kept = user(mail, { title: 'Engineer', phoneNumbers: [{ value: '415.123.4567' }] });
  const sent = { ...kept, password: 'N3verSt0red!' };
  return [
    { name: 'creates a user', send: 'POST /Users', body: sent, status: 201, lacks: ['password'], keeps: 'riley' },
    {
      name: 'finds the user',
      send: 'GET /Users',
      query: named(mail),
      status: 200,
      has: { Resources: [{ id: '{riley}' }] },
    },
    { name: 'reads the user', send: 'GET /Users/{riley}', status: 200, has: kept },
    {
      name: 'sends all back with another name',
      send: 'PUT /Users/{riley}',
      body: {
        ...kept,
        id: '{riley}',
        name: { ...sent.name, givenName: 'Rileyupdate' },
        meta: { resourceType: 'User' },
      },
      status: 200,
      has: { name: { givenName: 'Rileyupdate' }, title: 'Engineer' },
    },
    ...[false, true, false].map((isActive, at) => ({
      name: `${isActive ? 'activates' : 'deactivates'} the user, ${at + 1}`,
      send: 'PATCH /Users/{riley}',
      body: active(isActive),
      status: 200,
      has: { active: isActive },
    })),
  ];
}

/** A synchronisation of one user and one group. Played again, it finds all as it is. */
export function synchronisation(name: string): Step[] {
  const mail = `${name}.okta@example.com`;
  const sent = user(mail, {
    externalId: `00u${name}`,
    locale: 'en-US',
    groups: [],
    [ENTERPRISE]: { department: 'Sales' },
  });
  const displayName = `Okta ${name}`;
  const members = [{ value: '{user}', display: mail }];
  return [
    { name: 'looks for the user', send: 'GET /Users', query: named(mail), status: 200, keeps: 'user' },
    { name: 'creates the user', send: 'POST /Users', body: sent, status: 201, again: 409, keeps: 'user' },
    { name: 'reads the user', send: 'GET /Users/{user}', status: 200, has: { userName: mail } },
    { name: 'updates the profile', send: 'PUT /Users/{user}', body: { ...sent, id: '{user}' }, status: 200 },
    { name: 'activates the user', send: 'PATCH /Users/{user}', body: active(true), status: 200 },
    { name: 'lists the groups', send: 'GET /Groups', query: page, status: 200, keeps: 'group' },
    {
      name: 'pushes the group',
      send: 'POST /Groups',
      body: { schemas: [GROUP], displayName, members },
      status: 201,
      again: 409,
      keeps: 'group',
    },
    {
      name: 'pushes its name',
      send: 'PATCH /Groups/{group}',
      body: patchOf({ op: 'replace', value: { id: '{group}', displayName } }),
      status: 204,
    },
    {
      name: 'pushes its members',
      send: 'PATCH /Groups/{group}',
      body: patchOf({ op: 'replace', path: 'members', value: members }),
      status: 204,
    },
    {
      name: 'adds a member who is in it',
      send: 'PATCH /Groups/{group}',
      body: patchOf({ op: 'add', path: 'members', value: members }),
      status: 204,
    },
    {
      name: 'reads the group',
      send: 'GET /Groups/{group}',
      status: 200,
      has: { displayName, members: [{ value: '{user}' }] },
    },
  ];
}
