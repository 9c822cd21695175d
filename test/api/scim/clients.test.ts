// Replays what directories send, in their order, and checks what they look for in the replies. Sources: Okta's SPEC-Test.json and
// CRUD-Test.json, Microsoft's PostmanCollection.json (AzureAD/SCIMReferenceCode) and "Develop a SCIM endpoint" of Entra.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, directoryOf, ENTERPRISE, GROUP, USER } from '../../support/scim.ts';
import { prepared, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

describe('Okta', () => {
  const okta = prepared(() => directoryOf(service, tenant));
  const userName = `${unique('runscope')}@atko.com`;
  const sent = {
    schemas: [USER],
    userName,
    name: { givenName: 'Runscope', familyName: 'Test' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Runscope Test',
    locale: 'en-US',
    externalId: unique('00u'),
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const find = (name: string) =>
    okta.ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}&startIndex=1&count=100`);

  test('tests the connection, creates, updates, deactivates and activates a user', async () => {
    const first = await okta.ask('GET', '/Users?count=1&startIndex=1');
    expect([first.status, first.body]).toMatchObject([200, { schemas: [expect.any(String)], startIndex: 1 }]);
    expect(typeof first.body.itemsPerPage).toBe('number');
    expect((await okta.ask('GET', '/Users/010101001010101011001010101011')).body.schemas).toEqual([
      'urn:ietf:params:scim:api:messages:2.0:Error',
    ]);
    expect((await find('abcdefgh@atko.com')).body).toMatchObject({ totalResults: 0, Resources: [] });
    const { status, body } = await okta.ask('POST', '/Users', sent);
    expect([status, body]).toMatchObject([201, { active: true, userName, name: sent.name, schemas: [USER] }]);
    const { id } = body;
    expect((await okta.ask('GET', `/Users/${id}`)).body).toMatchObject({
      userName,
      emails: sent.emails,
      locale: 'en-US',
    });
    expect((await okta.ask('POST', '/Users', sent)).status).toBe(409);
    expect((await find(userName.toUpperCase())).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const renamed = await okta.ask('PUT', `/Users/${id}`, {
      ...sent,
      id,
      name: { givenName: 'Another', familyName: 'Test' },
    });
    expect([renamed.status, renamed.body.name.givenName, renamed.body.active]).toEqual([200, 'Another', true]);
    for (const active of [false, true]) {
      const Operations = [{ op: 'replace', value: { active } }];
      const changed = await okta.ask('PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations });
      expect([changed.status, changed.body.active]).toEqual([200, active]);
    }
  });

  test('pushes a group, its members and its new name', async () => {
    const { Resources } = (await find(userName)).body;
    const member = { value: Resources[0].id, display: userName };
    const displayName = unique('Pushed');
    const { body: group, status } = await okta.ask('POST', '/Groups', {
      schemas: [GROUP],
      displayName,
      members: [member],
    });
    expect(status).toBe(201);
    const operations = (...Operations: object[]) =>
      okta.ask('PATCH', `/Groups/${group.id}`, { schemas: [PATCH_OP], Operations });
    expect((await operations({ op: 'remove', path: `members[value eq "${member.value}"]` })).status).toBe(204);
    expect((await operations({ op: 'add', path: 'members', value: [member] })).status).toBe(204);
    expect((await operations({ op: 'replace', path: 'members', value: [member] })).status).toBe(204);
    expect((await operations({ op: 'replace', value: { id: group.id, displayName: `${displayName} 2` } })).status).toBe(
      204,
    );
    expect((await okta.ask('GET', `/Groups/${group.id}`)).body).toMatchObject({
      displayName: `${displayName} 2`,
      members: [{ value: member.value }],
    });
    expect((await okta.ask('DELETE', `/Groups/${group.id}`)).status).toBe(204);
  });
});

describe('Entra', () => {
  const entra = prepared(() => directoryOf(service, tenant));
  const mail = `${unique('ryan')}@contoso.com`;
  const sent = {
    schemas: [USER, ENTERPRISE],
    externalId: unique('0a21f0f2'),
    userName: mail,
    active: true,
    emails: [{ primary: true, type: 'work', value: mail }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
    roles: [],
    [ENTERPRISE]: { department: 'Sales' },
  };
  const patch = (id: string, ...Operations: object[]) =>
    entra.ask('PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations });

  test('looks for a person of its own, creates, changes and disables them', async () => {
    const look = `/Users?filter=${encodeURIComponent(`userName eq "${unique('guid')}"`)}`;
    expect((await entra.ask('GET', look)).body).toMatchObject({ totalResults: 0 });
    const { status, body } = await entra.ask('POST', '/Users', sent);
    expect([status, body[ENTERPRISE]]).toEqual([201, { department: 'Sales' }]);
    const changed = await patch(
      body.id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `${unique('new')}@contoso.com` },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 151 1' },
      { op: 'Replace', path: 'name.familyName', value: 'Updated' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: '42' },
      { op: 'Add', value: { [`${ENTERPRISE}:employeeNumber`]: '7', title: 'Lead' } },
    );
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        name: { familyName: 'Updated', givenName: 'Ryan' },
        phoneNumbers: [{ type: 'mobile', value: '+49 151 1' }],
        title: 'Lead',
        [ENTERPRISE]: { department: 'Sales', manager: { value: '42' }, employeeNumber: '7' },
      },
    ]);
    expect((await patch(body.id, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
    expect((await patch(body.id, { op: 'Remove' })).status).toBe(400);
    expect((await entra.ask('DELETE', `/Users/${body.id}`)).status).toBe(204);
    expect((await entra.ask('GET', `/Users/${body.id}`)).status).toBe(404);
  });

  test('finds a group by name without its members, and changes them one by one', async () => {
    const { id } = await entra.create({ ...sent, externalId: unique('x') });
    const displayName = unique('Group');
    const { body: group } = await entra.ask('POST', '/Groups', {
      schemas: [GROUP],
      displayName,
      externalId: unique('8aa1'),
    });
    const filter = encodeURIComponent(`displayName eq "${displayName}"`);
    const found = await entra.ask('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: group.id }] });
    for (const [op, members] of [
      ['Add', [{ value: id }]],
      ['Remove', undefined],
    ] as const) {
      const Operations = [{ op, path: 'members', value: [{ $ref: null, value: id }] }];
      expect((await entra.ask('PATCH', `/Groups/${group.id}`, { schemas: [PATCH_OP], Operations })).status).toBe(204);
      expect((await entra.ask('GET', `/Groups/${group.id}`)).body.members).toEqual(
        members && [{ value: id, $ref: `${entra.url}/Users/${id}`, type: 'User' }],
      );
    }
  });
});

test("what Microsoft's collection calls garbage is understood", async () => {
  const directory: Directory = await directoryOf(service, tenant);
  const mail = `${unique('emp')}@example.org`;
  const garbage = {
    userName: unique('OMalley'),
    active: 'True',
    addresses: [
      {
        country: 'Bermuda',
        formatted: '9132 Jennifer Way Suite 040\nSouth Nancy, MI 55645',
        type: 'work',
        primary: false,
      },
      { country: null, formatted: '18522 Lisa Unions', locality: null, type: 'other', primary: false },
    ],
    emails: [{ Primary: true, type: 'work', value: mail }],
    entitlements: [],
    phoneNumbers: [{ type: 'fax', value: '312-320-0500' }],
    roles: [],
    schemas: [ENTERPRISE, USER],
    title: 'Site engineer',
    adreses: 'x',
  };
  const { status, body } = await directory.ask('POST', '/Users', garbage);
  expect([status, body.active, body.emails]).toEqual([201, true, [{ primary: true, type: 'work', value: mail }]]);
  expect(body).not.toHaveProperty('adreses');
  const { body: list } = await directory.ask(
    'GET',
    `/Users?filter=${encodeURIComponent('meta.Created gt "2015-10-10T14:38:21.000Z"')}`,
  );
  expect(list.totalResults).toBe(1);
  const junk = await directory.ask('POST', '/Users', undefined, { raw: '{ "acve": tre,' });
  expect(junk.status).toBe(400);
});
