// Tests the protection of an MCP server by the server package, against a running service.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { mcpAuthorizer } from '../../../lib/packages/server/authorizer.ts';
import { type FetchEvent, fetchHandler } from '../../../lib/packages/server/lambda.ts';
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
      mcp.requireScopes(auth, []);
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

describe('mcpAuthorizer', () => {
  const methodArn = 'arn:aws:execute-api:eu-central-1:123456789012:abc/prod/POST/mcp';
  const decide = (token?: string) =>
    mcpAuthorizer(protection())({
      type: 'TOKEN',
      methodArn,
      ...(token !== undefined && { authorizationToken: `Bearer ${token}` }),
    });

  test('allows the stage to a token with the scopes, and tells the function who calls', async () => {
    const { policyDocument, context } = await decide(await tokenFor('tools:read'));
    expect(policyDocument.Statement).toEqual([
      {
        Action: 'execute-api:Invoke',
        Effect: 'Allow',
        Resource: 'arn:aws:execute-api:eu-central-1:123456789012:abc/prod/*',
      },
    ]);
    expect(context).toEqual({ clientId: known.application.id, scope: 'tools:read', expiresAt: expect.any(Number) });
  });

  test('denies a token without the scopes, and refuses others with the message of a 401', async () => {
    const denied = await decide(await tokenFor('tools:call'));
    expect([denied.policyDocument.Statement[0]?.Effect, denied.context]).toEqual(['Deny', undefined]);
    for (const token of [undefined, 'x', await tokenFor('openid', null)])
      await expect(decide(token)).rejects.toThrow(/^Unauthorized$/);
  });

  test('has challenges for the gateway responses that equal those of the server itself', async () => {
    const { unauthorized, insufficientScope } = protection().challenges;
    expect(unauthorized).toBe((await ask()).headers.get('www-authenticate'));
    expect(insufficientScope).toBe(
      `Bearer error="insufficient_scope", scope="tools:read", resource_metadata="${documentUrl()}"`,
    );
  });
});

describe('fetchHandler', () => {
  const event = (more: Partial<FetchEvent> = {}): FetchEvent => ({
    rawPath: '/mcp',
    rawQueryString: 'a=1&b=%20',
    headers: { host: 'abc.execute-api.example', 'content-type': 'application/json' },
    requestContext: { http: { method: 'POST' } },
    body: '{"a":"\u00fc"}',
    ...more,
  });
  const echo = async (request: Request) =>
    new Response(`${request.method} ${request.url} ${await request.text()}`, {
      status: 202,
      headers: { 'x-type': request.headers.get('content-type') ?? '' },
    });

  test.each([
    ['text', event()],
    ['base64', event({ body: Buffer.from('{"a":"\u00fc"}').toString('base64'), isBase64Encoded: true })],
  ])('hands a request with a body in %s over, at the address that clients call', async (_, sent) => {
    const reply = await fetchHandler('https://mcp.example', echo)(sent);
    expect([reply.statusCode, reply.headers['x-type'], reply.body]).toEqual([
      202,
      'application/json',
      'POST https://mcp.example/mcp?a=1&b=%20 {"a":"\u00fc"}',
    ]);
  });

  test('protects an MCP server on Lambda', async () => {
    const mcp = protection();
    const { origin } = new URL(uri);
    const handler = fetchHandler(origin, (request) => mcp.handle(request, () => new Response('in')));
    const stranger = await handler(event());
    expect([stranger.statusCode, stranger.headers['www-authenticate']]).toEqual([401, mcp.challenges.unauthorized]);
    const read = event({ rawPath: mcp.documentPath, rawQueryString: '', requestContext: { http: { method: 'GET' } } });
    const { body: _, ...get } = read;
    expect(JSON.parse((await handler(get)).body)).toEqual(mcp.document);
    const headers = bearer(await tokenFor('tools:read'));
    expect(await handler(event({ headers }))).toMatchObject({
      statusCode: 200,
      body: 'in',
    });
  });
});
