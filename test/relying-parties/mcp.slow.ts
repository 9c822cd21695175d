// Lets the client of @modelcontextprotocol/sdk reach an MCP server that `protectMcp` protects: it finds Gatehouse, gets a
// token for that server alone, and asks for a further scope when a tool needs it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { isAuthError } from '../../lib/packages/server/index.ts';
import { type McpAuth, type McpProtection, protectMcp } from '../../lib/packages/server/mcp.ts';
import { type Known, newApplication } from '../support/applications.ts';
import { useDocuments } from '../support/client-documents.ts';
import type { Jar } from '../support/jar.ts';
import { agree, signedIn, targetOf } from '../support/oauth-browser.ts';
import { newResource, scopeOf } from '../support/protected-resources.ts';
import { bearer, useService } from '../support/service.ts';
import { claimsOf } from '../support/tokens.ts';

const service = useService();
const documents = useDocuments();
const CALLBACK = 'http://localhost:9/callback';
let server: Server;
let uri: string;
let jar: Jar;
let known: Known;
/** The refusals of the server, by status. */
const refused: number[] = [];

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const scopes = [scopeOf('tools:read'), scopeOf('tools:call')];
  await newResource({ uri, scopes, isFirstPartyOnly: false });
  known = await newApplication({ kind: 'native', party: 'third', redirectUris: [CALLBACK] });
  const hosts = [documents.host];
  ({ jar } = await signedIn(service, await service.tenant({ unregisteredClients: { policy: 'listed', hosts } })));
});
afterAll(() => void server.close());

let protection: McpProtection | undefined;
const mcp = (): McpProtection => {
  const options = { issuer: service.baseUrl, resource: uri, scopes: ['tools:read'], moreScopes: ['tools:call'] };
  protection ??= protectMcp(options);
  return protection;
};

type Sent = Parameters<StreamableHTTPServerTransport['handleRequest']>[0];
type Reply = Parameters<StreamableHTTPServerTransport['handleRequest']>[1];
async function answer(request: Sent, response: Reply): Promise<void> {
  if (request.url === mcp().documentPath) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(mcp().document));
    return;
  }
  const chunks = await request.toArray();
  const message = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
  let auth: McpAuth;
  try {
    auth = await mcp().authenticate({ method: request.method, headers: request.headers });
    if (message?.method === 'tools/call') mcp().requireScopes(auth, ['tools:call']);
  } catch (error) {
    if (!isAuthError(error)) throw error;
    refused.push(error.statusCode);
    response.writeHead(error.statusCode, { ...error.headers }).end(JSON.stringify(error.body));
    return;
  }
  const tools = new McpServer({ name: 'tools', version: '1.0.0' });
  tools.registerTool('scopes', { description: 'Says the scopes' }, ({ authInfo }) => ({
    content: [{ type: 'text', text: authInfo?.scopes.join(' ') ?? '' }],
  }));
  const transport = new StreamableHTTPServerTransport({});
  await tools.connect(transport as Parameters<typeof tools.connect>[0]);
  await transport.handleRequest(Object.assign(request, { auth }), response, message);
}

/** A client whose user is signed in at Gatehouse: registered before, or known by the address of its document. */
function newProvider(who: Pick<OAuthClientProvider, 'clientInformation' | 'clientMetadataUrl'>) {
  const kept: { tokens?: OAuthTokens; verifier?: string; code?: string; asked: (string | null)[] } = { asked: [] };
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK] },
    ...who,
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    redirectToAuthorization: async (url) => {
      kept.asked.push(url.searchParams.get('scope'));
      // An application at a port of this machine is asked for each time.
      const { query } = targetOf(await jar.get(`${url.pathname}${url.search}`));
      kept.code = (await agree(jar, query.resume as string)).query.code as string;
    },
  };
  return { kept, provider };
}

const connect = async (provider: OAuthClientProvider): Promise<Client> => {
  const client = new Client({ name: 'client', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(uri), { authProvider: provider });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
};
const finish = async (provider: OAuthClientProvider, code: string | undefined): Promise<void> =>
  new StreamableHTTPClientTransport(new URL(uri), { authProvider: provider }).finishAuth(code ?? '');

test('the client of the MCP SDK gets a token for the server alone, and a further scope when a tool needs it', async () => {
  const { kept, provider } = newProvider({ clientInformation: () => ({ client_id: known.application.id }) });
  refused.length = 0;
  await expect(connect(provider)).rejects.toThrow('Unauthorized');
  await finish(provider, kept.code);
  expect(claimsOf(kept.tokens?.access_token ?? '')).toMatchObject({ aud: uri, scope: 'tools:read' });
  expect((await service.get('/auth/me', { headers: bearer(kept.tokens?.access_token ?? '') })).status).toBe(401);

  const client = await connect(provider);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['scopes']);
  await expect(client.callTool({ name: 'scopes' })).rejects.toThrow('Unauthorized');
  await finish(provider, kept.code);
  const { content } = await (await connect(provider)).callTool({ name: 'scopes' });
  expect(content).toEqual([{ type: 'text', text: 'tools:read tools:call' }]);
  expect([kept.asked, refused]).toEqual([
    ['tools:read', 'tools:read tools:call'],
    [401, 403],
  ]);
});

test('the client of the MCP SDK that is not registered gets a token by its document', async () => {
  const { application } = documents.publish({ redirect_uris: [CALLBACK] });
  let saved: { client_id: string } | undefined;
  const { kept, provider } = newProvider({ clientInformation: () => saved, clientMetadataUrl: application.id });
  provider.saveClientInformation = (information) => {
    saved = information;
  };
  await expect(connect(provider)).rejects.toThrow('Unauthorized');
  expect(saved?.client_id).toBe(application.id);
  await finish(provider, kept.code);
  const claims = claimsOf(kept.tokens?.access_token ?? '');
  expect(claims).toMatchObject({ aud: uri, scope: 'tools:read', client_id: application.id });
  expect((await (await connect(provider)).listTools()).tools.map(({ name }) => name)).toEqual(['scopes']);
});

test('the client of the MCP SDK that is not registered gets nothing of a tenant that does not let it in', async () => {
  const { application } = documents.publish({ redirect_uris: [CALLBACK] });
  const { jar: other } = await signedIn(service, await service.tenant());
  const { provider } = newProvider({ clientInformation: () => undefined, clientMetadataUrl: application.id });
  let page: string | undefined;
  provider.redirectToAuthorization = async (url) => {
    page = targetOf(await other.get(`${url.pathname}${url.search}`)).to;
  };
  provider.saveClientInformation = () => undefined;
  await expect(connect(provider)).rejects.toThrow('Unauthorized');
  expect(page).toBe(`${service.baseUrl}/login`);
});
