// Runs an MCP server on loopback that `protectMcp` protects. Each request needs `tools:read`, and a call of a tool `tools:call`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { close, createServer, listen } from '../../infra/tools/local/ports.ts';
import { isAuthError } from '../../lib/packages/server/index.ts';
import { type McpAuth, type McpProtection, protectMcp } from '../../lib/packages/server/mcp.ts';
import { running } from './prepared.ts';
import { newResource, scopeOf } from './protected-resources.ts';
import type { Service } from './service.ts';

export type ProtectedServer = {
  uri: string;
  /** The status of each refusal so far. */
  refused: number[];
  stop: () => Promise<void>;
};

async function start(service: Pick<Service, 'baseUrl'>): Promise<ProtectedServer> {
  const refused: number[] = [];
  const server = createServer((request, response) => void answer(mcp, refused, request, response));
  const origin = `http://127.0.0.1:${await listen(server, 0)}`;
  const uri = `${origin}/mcp`;
  const options = { issuer: service.baseUrl, resource: uri, scopes: ['tools:read'], moreScopes: ['tools:call'] };
  // `origin`: tokens that are bound to a key get in with a proof.
  const mcp = protectMcp({ ...options, origin });
  await newResource({ uri, scopes: [scopeOf('tools:read'), scopeOf('tools:call')], isFirstPartyOnly: false });
  return { uri, refused, stop: () => close(server) };
}

/** Runs the server while the tests of a file run. */
export const useMcpServer = (service: Pick<Service, 'baseUrl'>): ProtectedServer => running(() => start(service));

async function answer(
  mcp: McpProtection,
  refused: number[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url === mcp.documentPath) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(mcp.document));
    return;
  }
  const chunks = await request.toArray();
  const message = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
  let auth: McpAuth;
  try {
    auth = await mcp.authenticate(request);
    if (message?.method === 'tools/call') mcp.requireScopes(auth, ['tools:call']);
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
