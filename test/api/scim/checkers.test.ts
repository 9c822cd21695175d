// Does what the checkers of scim2-tester do (python-scim/scim2-tester, commit 84e6560, scim2_tester/checkers): documents, the life of a
// resource, selections, and each attribute of the schemas added, replaced and removed by its full path.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, directoryOf, ENTERPRISE, GROUP, patchOf, person, USER } from '../../support/scim.ts';
import { prepared, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const directory = prepared(async () => directoryOf(service, await service.tenant()));
const ask: Directory['ask'] = (...sent) => directory.ask(...sent);
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const DOCUMENTS = ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'];

describe('documents', () => {
  test('an address that does not exist has an error in the form of SCIM', async () => {
    for (const path of ['/9e0a2b7c', '/ResourceTypes/9e0a2b7c', '/Schemas/9e0a2b7c']) {
      const { status, body } = await ask('GET', path);
      expect([path, status, body.schemas, body.status]).toEqual([path, 404, [ERROR], '404']);
    }
  });

  test('refuse every method but GET', async () => {
    for (const path of DOCUMENTS)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect([method, path, (await ask(method, path, {})).status]).toEqual([method, path, 405]);
  });

  test('name schemas that can be read', async () => {
    const { body } = await ask('GET', '/ResourceTypes');
    for (const { id, schema, schemaExtensions } of body.Resources) {
      expect((await ask('GET', `/ResourceTypes/${id}`)).body.schema).toBe(schema);
      for (const each of [schema, ...schemaExtensions.map((extension: { schema: string }) => extension.schema)])
        expect((await ask('GET', `/Schemas/${each}`)).body.id).toBe(each);
    }
  });

  // scim2-tester also wants the schemas of the three documents themselves. RFC 7643, 7 lists those of resources.
});

type Sub = { name: string; type: string };
type Attribute = Sub & { multiValued: boolean; required: boolean; mutability: string; subAttributes?: Sub[] };
type Json = Record<string, unknown>;

/** A value of the attribute that no other one has. */
function newValue({ name, type, multiValued, subAttributes = [] }: Attribute): unknown {
  if (type !== 'complex') return newSimple(name, type);
  const parts = Object.fromEntries(subAttributes.map((part) => [part.name, newSimple(name, part.type, part.name)]));
  return multiValued ? [parts] : parts;
}

function newSimple(name: string, type: string, part = ''): unknown {
  if (type === 'boolean') return true;
  if (type === 'reference') return `https://${unique('ref')}.example`;
  if (type === 'binary') return btoa(unique('binary'));
  return name === 'emails' && part === 'value' ? `${unique('mail')}@example.com` : unique(name.toLowerCase());
}

/** The attributes of a schema that a client may change, with their full path and where a body has them. */
async function attributesIn(schema: string): Promise<(Attribute & { path: string; read: (body: Json) => unknown })[]> {
  const { body } = await ask('GET', `/Schemas/${schema}`);
  const isExtension = schema === ENTERPRISE;
  return body.attributes
    .filter(({ mutability, required }: Attribute) => mutability !== 'readOnly' && !required)
    .map((each: Attribute) => ({
      ...each,
      path: `${schema}:${each.name}`,
      read: (resource: Json) =>
        isExtension ? (resource[schema] as Json | undefined)?.[each.name] : resource[each.name],
    }));
}

const isShown = ({ mutability }: Attribute): boolean => mutability !== 'writeOnly';
/** A client may not take it away: an account is active, or it is not. */
const isFixed = ({ name }: Attribute): boolean => name === 'active';

describe('the users of a directory', () => {
  const created = async (more: Json = {}) => directory.create({ userName: `${unique('user')}@example.com`, ...more });
  const patched = async (id: string, operation: object) => {
    const reply = await ask('PATCH', `/Users/${id}`, patchOf(operation));
    expect([operation, reply.status]).toEqual([operation, 200]);
    return [reply.body, (await ask('GET', `/Users/${id}`)).body];
  };

  test.each([USER, ENTERPRISE])('take each attribute of %s that is added', async (schema) => {
    const { id } = await created();
    for (const attribute of await attributesIn(schema)) {
      const value = newValue(attribute);
      for (const body of await patched(id, { op: 'add', path: attribute.path, value }))
        expect([attribute.path, attribute.read(body)]).toEqual([
          attribute.path,
          isShown(attribute) ? value : undefined,
        ]);
    }
  });

  test.each([USER, ENTERPRISE])(
    'take each attribute of %s that is replaced, and lose it when it is removed',
    async (schema) => {
      const attributes = await attributesIn(schema);
      const values = Object.fromEntries(attributes.map((each) => [each.name, newValue(each)]));
      const { id } = await created(schema === USER ? values : { schemas: [USER, schema], [schema]: values });
      for (const attribute of attributes) {
        const value = newValue(attribute);
        for (const body of await patched(id, { op: 'replace', path: attribute.path, value }))
          expect([attribute.path, attribute.read(body)]).toEqual([
            attribute.path,
            isShown(attribute) ? value : undefined,
          ]);
      }
      for (const attribute of attributes)
        for (const body of await patched(id, { op: 'remove', path: attribute.path }))
          expect([attribute.path, attribute.read(body)]).toEqual([
            attribute.path,
            isFixed(attribute) ? true : undefined,
          ]);
    },
  );

  test('are created, read, listed, replaced and deleted', async () => {
    const sent = person();
    const user = await directory.create(sent);
    expect(user).toMatchObject(sent);
    expect((await ask('GET', `/Users/${user.id}`)).body).toEqual(user);
    expect((await ask('GET', '/Users?count=200')).body.Resources).toContainEqual(user);
    const next = person();
    expect((await ask('PUT', `/Users/${user.id}`, next)).body).toMatchObject({ ...next, id: user.id });
    expect((await ask('DELETE', `/Users/${user.id}`)).status).toBe(204);
    expect((await ask('GET', `/Users/${user.id}`)).status).toBe(404);
  });
});

describe('the groups of a directory', () => {
  const created = async () => (await ask('POST', '/Groups', { displayName: unique('group') })).body;

  test('take each attribute that is added and replaced, and lose it when it is removed', async () => {
    const { id } = await created();
    const { id: member } = await directory.create(person());
    const shown = async () => (await ask('GET', `/Groups/${id}`)).body;
    for (const [path, value] of [
      [`${GROUP}:externalId`, unique('ext')],
      [`${GROUP}:members`, [{ value: member }]],
    ] as const) {
      const name = path.slice(GROUP.length + 1);
      for (const op of ['add', 'replace']) {
        expect((await ask('PATCH', `/Groups/${id}`, patchOf({ op, path, value }))).status).toBe(204);
        expect(await shown()).toMatchObject({ [name]: value });
      }
      expect((await ask('PATCH', `/Groups/${id}`, patchOf({ op: 'remove', path }))).status).toBe(204);
      expect(await shown()).not.toHaveProperty(name);
    }
  });

  test('are created, read, listed, replaced and deleted', async () => {
    const group = await created();
    expect((await ask('GET', `/Groups/${group.id}`)).body).toEqual(group);
    expect((await ask('GET', '/Groups')).body.Resources).toContainEqual(group);
    const displayName = unique('group');
    expect((await ask('PUT', `/Groups/${group.id}`, { displayName })).body).toMatchObject({ displayName });
    expect((await ask('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await ask('GET', `/Groups/${group.id}`)).status).toBe(404);
  });
});

test('a selection holds for one resource, a list and a search of both kinds', async () => {
  const { id } = await directory.create(person({ title: 'Analyst' }));
  const { id: group } = (await ask('POST', '/Groups', { displayName: unique('group'), externalId: unique('ext') }))
    .body;
  for (const [path, resource] of [
    ['/Users', id],
    ['/Groups', group],
  ] as const) {
    for (const [parameters, has, lacks] of [
      [{ attributes: 'externalId' }, 'externalId', 'meta'],
      [{ excludedAttributes: 'externalId' }, 'meta', 'externalId'],
    ] as const) {
      const query = new URLSearchParams(parameters);
      const alone = (await ask('GET', `${path}/${resource}?${query}`)).body;
      const listed = (await ask('GET', `${path}?count=200&${query}`)).body.Resources;
      const searched = (await ask('POST', '/.search', { ...parameters, count: 200 })).body.Resources;
      const isIt = (each: { id: string }) => each.id === resource;
      for (const body of [alone, listed.find(isIt), searched.find(isIt)]) {
        expect(body).toHaveProperty(has);
        expect(body).not.toHaveProperty(lacks);
      }
    }
  }
});
