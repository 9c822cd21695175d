// Tests the protection of an MCP server by the server package, against a running service.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type McpOptions, protectMcp } from '../../../lib/packages/server/mcp.ts';
import { now } from '../../../lib/platform/clock.ts';
import { basicOf, type Known, newMachine, postForm } from '../../support/applications.ts';
import { newServer, type SignedIn, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
let browser: SignedIn;
let known: Known;
let uri: string;
beforeAll(async () => {
  tenant = await service.tenant();
  browser = await signedIn(service, tenant);
  known = await newServer();
  ({ uri } = await newResource({ scopes: [scopeOf('tools:read'), scopeOf('tools:call')] }));
});

const protection = (more: Partial<McpOptions> = {}) =>
  protectMcp({
    issuer: service.baseUrl,
    resource: uri,
    scopes: ['tools:read'],
    moreScopes: ['tools:call'],
    name: 'Tools',
    now,
    ...more,
  });
const ask = (token?: string, path = '', mcp = protection()) =>
  mcp.handle(
    new Request(`${uri}${path}`, { method: 'POST', headers: token === undefined ? {} : bearer(token) }),
    (auth) => Response.json({ scopes: auth.scopes, clientId: auth.clientId, token: auth.token }),
  );
const tokenFor = async (scope: string, resource: string | null = uri): Promise<string> =>
  (await tokensOf(service, browser.jar, known, { scope, resource: resource ?? undefined })).access_token;
const documentUrl = () => uri.replace('.example/', '.example/.well-known/oauth-protected-resource/');

describe('protectMcp', () => {
  test('serves the document of RFC 9728 to every origin, at the path between host and path', async () => {
    const mcp = protection();
    expect(mcp.documentPath).toBe('/.well-known/oauth-protected-resource/mcp');
    const reply = await mcp.handle(new Request(documentUrl()), () => Response.error());
    expect([reply.headers.get('access-control-allow-origin'), await reply.json()]).toEqual([
      '*',
      {
        resource: uri,
        authorization_servers: [service.baseUrl],
        scopes_supported: ['tools:read', 'tools:call'],
        bearer_methods_supported: ['header'],
        resource_name: 'Tools',
      },
    ]);
    expect(protection({ resource: 'https://api.example/' }).documentPath).toBe('/.well-known/oauth-protected-resource');
  });

  test('passes a token with the scopes, and says whose it is', async () => {
    const token = await tokenFor('tools:read');
    const reply = await ask(token);
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { scopes: ['tools:read'], clientId: known.application.id, token },
    ]);
    const machine = await newMachine(tenant);
    const form = { grant_type: 'client_credentials', resource: uri };
    const { body } = await postForm(service, '/oauth2/token', form, { headers: basicOf(machine) });
    expect((await ask(body.access_token)).status).toBe(200);
  });

  test('leads a client without a token to the document, with the scopes to ask for', async () => {
    const reply = await ask();
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer scope="tools:read", resource_metadata="${documentUrl()}"`,
    ]);
  });

  test('refuses tokens of this service and of another resource', async () => {
    const other = await newResource({ scopes: [scopeOf('tools:read')] });
    for (const token of [await tokenFor('openid', null), await tokenFor('tools:read', other.uri), 'x']) {
      const reply = await ask(token);
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer error="invalid_token", scope="tools:read", resource_metadata="${documentUrl()}"`,
      ]);
    }
  });

  test('names the missing scope beside those that the token has', async () => {
    const mcp = protection();
    const refused = await ask(await tokenFor('tools:call'), '', mcp);
    const challenge = `Bearer error="insufficient_scope", scope="tools:call tools:read", resource_metadata="${documentUrl()}"`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, challenge]);
    const request = new Request(uri, { method: 'POST', headers: bearer(await tokenFor('tools:read')) });
    const reply = await mcp.handle(request, (auth) => {
      mcp.requireScopes(auth, ['tools:call']);
      return Response.error();
    });
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      403,
      challenge.replace('tools:call tools:read', 'tools:read tools:call'),
    ]);
  });

  test.each<[string, Partial<McpOptions>]>([
    ['http', { resource: 'http://api.example/mcp' }],
    ['a fragment', { resource: 'https://api.example/mcp#x' }],
    ['another spelling', { resource: 'https://api.example' }],
    ['no scope', { scopes: [] }],
    ['two scopes in one', { scopes: ['a b'] }],
  ])('refuses options with %s', (_, more) => {
    expect(() => protection(more)).toThrow(TypeError);
  });
});
