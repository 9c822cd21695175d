// Lets `CrossAppAccessProvider` of @modelcontextprotocol/client reach a protected MCP server for a person whose identity
// provider admits it: the provider exchanges their id token for an assertion (ID-JAG), and Gatehouse that for a token.
import { beforeAll, expect, test } from '@jest/globals';
import { CrossAppAccessProvider, discoverAndRequestJwtAuthGrant } from '@modelcontextprotocol/client';
import type { Known } from '../../support/applications.ts';
import { admittingTenant, member, newAgent } from '../../support/id-jag.ts';
import { type Person, type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { current } from '../../support/mcp-clients.ts';
import { useMcpServer } from '../../support/mcp-server.ts';
import { running, type Tenant, useService } from '../../support/service.ts';
import * as sso from '../../support/sso.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const server = useMcpServer(service);
const idp = running(() => startIdentityProvider());
const AT_PROVIDER = 'the-agent';
let realm: Realm;
let tenant: Tenant;
let agent: Known;
let person: Person;
let id: string;

beforeAll(async () => {
  realm = idp.realm();
  tenant = await admittingTenant(service, realm);
  ({ person, id } = await member(service, tenant, realm));
  agent = await newAgent(tenant);
  // The client requires all that OpenID Connect Discovery 3 requires.
  const metadata = {
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  Object.assign(realm.behaviour, { metadata, agents: { [AT_PROVIDER]: agent.application.id } });
});

/** The scopes that the client asks the provider for are added to `asked`. */
const newProvider = (asked: (string | undefined)[] = []) =>
  new CrossAppAccessProvider({
    clientId: agent.application.id,
    clientSecret: agent.secret,
    expectedIssuer: service.baseUrl,
    assertion: async ({ authorizationServerUrl: audience, resourceUrl: resource, scope, fetchFn }) => {
      asked.push(scope);
      const about = { idpUrl: realm.issuer, clientId: AT_PROVIDER, idToken: realm.idToken(person) };
      return (await discoverAndRequestJwtAuthGrant({ ...about, audience, resource, scope, fetchFn })).jwtAuthGrant;
    },
  });

test('the client of an admitted application gets a token for the server, and a further scope, without a browser', async () => {
  const asked: string[] = [];
  const provider = newProvider(asked);
  server.refused.length = 0;
  const tools = await current.connect(server.uri, provider);
  const claims = claimsOf(provider.tokens()?.access_token ?? '');
  const { id: client_id } = agent.application;
  expect(claims).toMatchObject({ aud: server.uri, sub: id, tid: tenant.id, client_id, idp: realm.issuer });
  expect([claims.scope, await tools.names()]).toEqual(['tools:read', ['scopes']]);
  expect(await tools.call('scopes')).toEqual([{ type: 'text', text: 'tools:read tools:call' }]);
  expect([asked, server.refused]).toEqual([
    ['tools:read', 'tools:read tools:call'],
    [401, 403],
  ]);
});

test('the client of an application gets no token when the tenant does not let its provider admit any', async () => {
  const ssoProviders = [realm.settings(sso.PROVIDER, { admitsAgents: false })];
  const { status } = await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, {
    settings: { ssoProviders },
  });
  expect(status).toBe(200);
  await expect(current.connect(server.uri, newProvider())).rejects.toMatchObject({ code: 'invalid_grant' });
});
