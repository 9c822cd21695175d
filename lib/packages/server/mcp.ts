// Protects an MCP server: the document that leads its clients to Gatehouse (RFC 9728), and the challenges that tell them
// which scopes to ask for.
import { type AnyClaims, requireScope } from './claims.ts';
import { AuthError, isAuthError } from './errors.ts';
import { boundTokenFrom, type RequestLike, tokenFrom } from './token-from.ts';
import { createVerifier, type VerifierOptions } from './verifier.ts';

export type McpOptions = Omit<VerifierOptions, 'audience' | 'cookies'> & {
  /** The URI of the protected resource: the address of the MCP server, in its canonical spelling. */
  resource: string;
  /** The scopes that every request needs. */
  scopes: readonly string[];
  /** Further scopes, which single tools need: `requireScopes`. */
  moreScopes?: readonly string[];
  /** The name that clients may show. */
  name?: string;
};

/** What `@modelcontextprotocol/sdk` calls `AuthInfo`, and hands to tools. */
export type McpAuth = {
  token: string;
  clientId: string;
  scopes: string[];
  /** Seconds. */
  expiresAt: number;
  extra: { claims: AnyClaims };
};

/** The metadata of the resource (RFC 9728 2). */
export type ResourceDocument = {
  resource: string;
  authorization_servers: string[];
  scopes_supported: string[];
  bearer_methods_supported: string[];
  resource_name?: string;
};

export type McpProtection = {
  /** Where the document must be, to be read by every origin. */
  documentPath: string;
  document: ResourceDocument;
  /** The challenge without a valid token, and that for scopes: headers of gateway responses, beside `mcpAuthorizer`. */
  challenges: { unauthorized: string; insufficientScope: string };
  /**
   * Returns who calls. Throws `AuthError`, whose headers tell the client where to get a token and with which scopes:
   * 401 without a valid token for this resource, 403 `INSUFFICIENT_SCOPE`.
   */
  authenticate(request: RequestLike): Promise<McpAuth>;
  /** Throws 403 INSUFFICIENT_SCOPE unless the caller has these scopes, too. */
  requireScopes(auth: McpAuth, scopes: readonly string[]): void;
  /** Serves the document, refuses the request, or passes it on: for servers of the Fetch API. */
  handle(request: Request, next: (auth: McpAuth) => Response | Promise<Response>): Promise<Response>;
};

const PATH = '/.well-known/oauth-protected-resource';
const OPEN = { 'access-control-allow-origin': '*' };

/** Protects the MCP server at `resource`. Throws a TypeError on options that would switch a check off. */
export function protectMcp({ resource, scopes, moreScopes = [], name, ...options }: McpOptions): McpProtection {
  const { origin, pathname, search } = requireCanonical(resource);
  if (!scopes.length || ![...scopes, ...moreScopes].every((each) => /^[^\s"\\]+$/.test(each)))
    throw new TypeError('scopes must be names without spaces, at least one');
  const verifier = createVerifier({ ...options, audience: resource });
  // RFC 9728 3.1: between host and path. The slash of an address without a path is left out.
  const documentPath = `${PATH}${pathname === '/' ? '' : pathname}${search}`;
  const documentUrl = `${origin}${documentPath}`;
  const document: ResourceDocument = {
    resource,
    authorization_servers: [options.issuer],
    scopes_supported: [...scopes, ...moreScopes],
    bearer_methods_supported: ['header'],
    ...(name !== undefined && { resource_name: name }),
  };
  const challengeOf = (error: string | undefined, wanted: readonly string[]): string => {
    const parts = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      `scope="${wanted.join(' ')}"`,
      `resource_metadata="${documentUrl}"`,
    ];
    return `Bearer ${parts.join(', ')}`;
  };
  const challenge = (...asked: Parameters<typeof challengeOf>) => ({ 'www-authenticate': challengeOf(...asked) });
  const requireScopes: McpProtection['requireScopes'] = ({ scopes: has, extra }, wanted) => {
    if (!wanted.length) return;
    try {
      requireScope(extra.claims, wanted.join(' '));
    } catch (error) {
      // With those that it has: a client that asks for the new ones alone would lose the others.
      throw refused(error, challenge('insufficient_scope', [...new Set([...has, ...wanted])]));
    }
  };
  const authenticate: McpProtection['authenticate'] = async (request) => {
    const claims = await verifier.authenticateAny(request).catch((error) => {
      const code = isAuthError(error) ? error.code : undefined;
      if (code !== 'NO_AUTH_PROVIDED' && code !== 'INVALID_TOKEN') throw error;
      throw refused(error, challenge(code === 'INVALID_TOKEN' ? 'invalid_token' : undefined, scopes));
    });
    const auth = authOf(claims, request);
    requireScopes(auth, scopes);
    return auth;
  };
  return {
    documentPath,
    document,
    challenges: {
      unauthorized: challengeOf(undefined, scopes),
      insufficientScope: challengeOf('insufficient_scope', scopes),
    },
    authenticate,
    requireScopes,
    async handle(request, next) {
      const url = new URL(request.url);
      if (request.method === 'GET' && `${url.pathname}${url.search}` === documentPath)
        return Response.json(document, { headers: OPEN });
      try {
        return await next(await authenticate(request));
      } catch (error) {
        if (isAuthError(error)) return error.getResponse();
        throw error;
      }
    },
  };
}

function refused(error: unknown, headers: Record<string, string>): unknown {
  return isAuthError(error) ? new AuthError(error.body, { cause: error.cause, headers }) : error;
}

function authOf(claims: AnyClaims, request: RequestLike): McpAuth {
  const clientId = claims.kind === 'machine' ? claims.clientId : claims.applicationId;
  return {
    token: tokenFrom(request) ?? boundTokenFrom(request)?.token ?? '',
    clientId: clientId ?? '',
    scopes: [...claims.scopes],
    expiresAt: Math.floor(claims.expiresAt.getTime() / 1000),
    extra: { claims },
  };
}

/** Gatehouse compares the address of a resource as a text. Over plain http a stranger could read the tokens. */
function requireCanonical(resource: string): URL {
  const url = URL.canParse(resource) ? new URL(resource) : undefined;
  const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) || url.hash || url.username)
    throw new TypeError('resource must be an https address without user and fragment');
  if (url.href !== resource) throw new TypeError(`resource must have its canonical spelling ${url.href}`);
  return url;
}
