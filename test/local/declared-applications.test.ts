// Tests the file of applications of a local run.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { keepApplications } from '../../infra/tools/local/declared-applications.ts';
import { basic, postForm } from '../support/applications.ts';
import { useService } from '../support/service.ts';

const service = useService();
const path = join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'applications.json');
const ID = 'app_shop000000000000000000';
const SECRET = 'local-secret-of-the-shop';
const SHOP = {
  id: ID,
  name: 'Shop',
  kind: 'server',
  secrets: [SECRET],
  redirectUris: ['http://localhost:4000/callback'],
};
const MACHINE = { id: 'app_agent00000000000000000', name: 'Agent', kind: 'machine', secrets: [SECRET] };
const TOOLS = {
  uri: 'http://localhost:3333/mcp',
  name: 'Tools',
  scopes: [{ name: 'tools:call', text: 'Use the tools in your name' }],
  isFirstPartyOnly: false,
};

const keep = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return keepApplications(path);
};
const stored = async () => (await service.admin('GET', `/auth/admin/api/applications/${ID}`)).body.application;
const resource = async () => {
  const { data } = (await service.admin('GET', '/auth/admin/api/protected-resources')).body;
  return data.find(({ uri }: { uri: string }) => uri === TOOLS.uri);
};

describe('the file of applications', () => {
  test('creates an application with its id and secret, and changes nothing at the next start', async () => {
    expect(await keep([SHOP])).toContain(ID);
    const first = await stored();
    await keep([SHOP]);
    expect(await stored()).toEqual(first);
    const push = { response_type: 'code', redirect_uri: SHOP.redirectUris[0] as string, scope: 'openid' };
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const headers = basic(ID, SECRET);
    expect((await postForm(service, '/oauth2/par', { ...push, ...challenge }, { headers })).status).toBe(201);
  });

  test('updates the application, and what it leaves out has its default', async () => {
    await keep([{ ...SHOP, pkce: 'optional' }]);
    expect((await stored()).pkce).toBe('optional');
    await keep([{ ...SHOP, name: 'Shop 2' }]);
    expect(await stored()).toMatchObject({ name: 'Shop 2', pkce: 'required', secrets: [{ hint: 'shop' }] });
  });

  test('creates a protected resource, which names machines of the file, and changes nothing at the next start', async () => {
    const content = { applications: [MACHINE], protectedResources: [{ ...TOOLS, actorIds: [MACHINE.id] }] };
    expect(await keep(content)).toContain(`The protected resource ${TOOLS.uri} is Tools.`);
    const first = await resource();
    expect(first).toMatchObject({
      uri: TOOLS.uri,
      scopes: [{ name: 'tools:call', permission: null, needsRecentLogin: false }],
      isFirstPartyOnly: false,
      actorIds: [MACHINE.id],
    });
    await keep(content);
    expect(await resource()).toEqual(first);
    const { id: tenant } = await service.tenant();
    const form = { grant_type: 'client_credentials', resource: TOOLS.uri, tenant };
    const { body } = await postForm(service, '/oauth2/token', form, { headers: basic(MACHINE.id, SECRET) });
    expect(body).toMatchObject({ scope: 'tools:call' });
  });

  test('updates the protected resource, and what it leaves out has its default', async () => {
    await keep({ protectedResources: [{ ...TOOLS, accessTtlSeconds: 60, isActive: false }] });
    const { id } = await resource();
    expect(await resource()).toMatchObject({ accessTtlSeconds: 60, isActive: false, actorIds: [] });
    await keep({ protectedResources: [{ uri: TOOLS.uri, name: 'Tools 2' }] });
    expect(await resource()).toMatchObject({
      ...{ id, name: 'Tools 2', scopes: [], isFirstPartyOnly: true, accessTtlSeconds: null, isActive: true },
    });
  });

  test.each<[string, unknown, string]>([
    ['text that is not JSON', '{', 'is not JSON'],
    ['neither a list nor an object', '"x"', ''],
    ['an unknown list', { resources: [] }, 'resources: is unknown'],
    ['an unknown field of a resource', { protectedResources: [{ ...TOOLS, id: 'x' }] }, 'protectedResources.0.id'],
    ['a URI that occurs twice', { protectedResources: [TOOLS, TOOLS] }, 'protectedResources.1.uri'],
    [
      'a URI in another spelling',
      { protectedResources: [{ ...TOOLS, uri: 'HTTP://localhost:3333/mcp' }] },
      'protectedResources.0.uri: must have its canonical spelling http://localhost:3333/mcp',
    ],
    [
      'a scope of this service',
      { protectedResources: [{ ...TOOLS, scopes: [{ name: 'openid', text: 'x' }] }] },
      'protectedResources.0.scopes.0.name',
    ],
    [
      'an actor that is no machine',
      { applications: [SHOP], protectedResources: [{ ...TOOLS, actorIds: [ID] }] },
      `protectedResources.0.actorIds: ${ID} is not a machine`,
    ],
    ['an application in an object', { applications: [{ ...SHOP, id: 'shop' }] }, 'applications.0.id'],
    ['an unknown field', [{ ...SHOP, redirectUrls: [] }], '0.redirectUrls: is unknown'],
    ['an id of another form', [{ ...SHOP, id: 'shop' }], '0.id'],
    ['an id that occurs twice', [SHOP, { ...SHOP, name: 'Shop 2' }], '1.id'],
    ['a short secret', [{ ...SHOP, secrets: ['x'] }], '0.secrets.0'],
    [
      'an address that no application can have',
      [{ ...SHOP, redirectUris: ['http://shop.example.com/'] }],
      '0.redirectUris.0',
    ],
    ['another kind', [{ ...SHOP, kind: 'machine', redirectUris: [] }], '0.kind'],
  ])('is refused in one line with %s', async (_, content, reason) => {
    const error = await keep(content).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    expect(error).toContain(`GATEHOUSE_APPLICATIONS: ${path}`);
    expect(error).toContain(reason);
    expect(error).not.toContain('\n');
  });
});
