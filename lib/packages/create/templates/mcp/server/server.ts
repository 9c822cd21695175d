import { protectMcp } from '@gatehouse-auth/server/mcp';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { byTool, everyRequest } from './scopes.ts';
import { toolsFor } from './tools.ts';

/** `resource` is the address of this server, and the audience of its tokens. `now` is for tests. */
export type Options = { issuer: string; resource: string; now?: () => number };
export type Serve = (request: Request) => Promise<Response>;

/** Returns the MCP server. `npm run dev`, the tests and the function call it. */
export function createServer(options: Options): Serve {
  const moreScopes = [...new Set(Object.values(byTool).flat())];
  const mcp = protectMcp({ ...options, scopes: everyRequest, moreScopes, name: 'My App' });
  return (request) =>
    mcp.handle(request, async (auth) => {
      const body: unknown =
        request.method === 'POST'
          ? await request
              .clone()
              .json()
              .catch(() => undefined)
          : undefined;
      // Before a tool runs, so that the client learns which scopes to ask for.
      mcp.requireScopes(auth, scopesOf(body));
      return createMcpHandler(() => toolsFor(auth)).fetch(request, {
        authInfo: auth,
        ...(body !== undefined && { parsedBody: body }),
      });
    });
}

/** Returns the scopes that the tools of a request need. Older clients may send several messages at once. */
function scopesOf(body: unknown): string[] {
  const messages = [body].flat() as { method?: string; params?: { name?: string } }[];
  return messages.flatMap((each) => (each?.method === 'tools/call' ? (byTool[each.params?.name ?? ''] ?? []) : []));
}
