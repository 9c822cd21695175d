// Makes Lambda authorizers of API Gateway. They read the Authorization header only: a result is cached for all methods,
// and a cookie must not be accepted without a look at the method.
import { admit, type Rules, requireRules } from './admit.ts';
import type { Claims } from './claims.ts';
import { isAuthError } from './errors.ts';
import { headersOf } from './lambda.ts';
import type { McpProtection } from './mcp.ts';
import type { Verifier } from './verifier.ts';

/** What is read of the event of an authorizer. */
export type AuthorizerEvent = {
  type?: string;
  methodArn?: string;
  authorizationToken?: string;
  headers?: { [name: string]: string | undefined } | null;
  multiValueHeaders?: { [name: string]: string[] | undefined } | null;
};
/**
 * The function behind reads it with `authorizedClaims`, a log format as `$context.authorizer.userId`. `sessionId` is empty
 * without a session.
 */
export type AuthorizerContext = { userId: string; tenantId: string; sessionId: string; claims: string };
type Effect = 'Allow' | 'Deny';
export type PolicyResult<Context = AuthorizerContext> = {
  principalId: string;
  policyDocument: {
    Version: string;
    Statement: { Action: string; Effect: Effect; Resource: string }[];
  };
  context?: Context;
};
export type SimpleResult = { isAuthorized: boolean; context?: AuthorizerContext };
/**
 * Authorizers have no rule about the tenant: their result is cached for all paths. They have none about the login: they cannot
 * say what is missing.
 */
export type AuthorizerRules = Omit<Rules, 'tenant' | 'maxAge' | 'secondFactor'>;
const KINDS = { scope: 'string', permission: 'string', role: 'string', online: 'boolean' };

/**
 * Returns an authorizer of REST APIs, of type TOKEN or REQUEST, and of HTTP APIs with payload format 1.0. The policy covers
 * the whole stage: it is cached for the token, and the rules are the same for every path. 401 without a valid token, 403
 * if a rule is not met, 500 if the keys cannot be fetched.
 */
export function policyAuthorizer(verifier: Verifier, rules: AuthorizerRules = {}) {
  requireRules(rules, KINDS);
  return policyFor(async (event) => {
    const claims = await admitted(verifier, rules, event);
    return { principalId: claims.userId, context: contextOf(claims) };
  });
}

/**
 * Returns an authorizer of a REST API for an MCP server. API Gateway writes the responses of an authorizer, so give its gateway
 * responses UNAUTHORIZED and ACCESS_DENIED the header WWW-Authenticate of `mcp.challenges`, and serve `mcp.document` at
 * `mcp.documentPath` without an authorizer. HTTP APIs cannot send that header. Tools that need more ask `mcp.requireScopes`.
 */
export function mcpAuthorizer(mcp: McpProtection) {
  return policyFor(async (event) => {
    const { clientId, scopes, expiresAt } = await mcp.authenticate({ headers: authorizationOf(event) });
    return { principalId: clientId, context: { clientId, scope: scopes.join(' '), expiresAt } };
  });
}

/** Returns an authorizer of the whole stage from one that throws `AuthError`. */
function policyFor<Context>(admit: (event: AuthorizerEvent) => Promise<{ principalId: string; context: Context }>) {
  return async (event: AuthorizerEvent): Promise<PolicyResult<Context>> => {
    const stage = stageOf(event.methodArn);
    try {
      const { principalId, context } = await admit(event);
      return { ...policy('Allow', principalId, stage), context };
    } catch (error) {
      if (isAuthError(error) && error.statusCode === 403) return policy('Deny', 'refused', stage);
      // Exactly this message makes API Gateway respond with 401.
      if (isAuthError(error) && error.statusCode < 500) throw new Error('Unauthorized', { cause: error });
      throw error;
    }
  };
}

/**
 * Returns an authorizer of HTTP APIs with payload format 2.0 and simple responses. API Gateway responds with 401 without
 * the header, 403 if the token is not valid or a rule is not met, 500 if the keys cannot be fetched.
 */
export function simpleAuthorizer(verifier: Verifier, rules: AuthorizerRules = {}) {
  requireRules(rules, KINDS);
  return async (event: AuthorizerEvent): Promise<SimpleResult> => {
    try {
      return { isAuthorized: true, context: contextOf(await admitted(verifier, rules, event)) };
    } catch (error) {
      if (isAuthError(error) && error.statusCode < 500) return { isAuthorized: false };
      throw error;
    }
  };
}

const admitted = (verifier: Verifier, rules: AuthorizerRules, event: AuthorizerEvent): Promise<Claims> =>
  admit(verifier, { headers: authorizationOf(event) }, rules, event);

function authorizationOf(event: AuthorizerEvent) {
  const sent = event.type === 'TOKEN' ? { authorization: event.authorizationToken } : headersOf(event);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name.toLowerCase() === 'authorization'));
}

const contextOf = (claims: Claims): AuthorizerContext => {
  const { userId, tenantId, sessionId } = claims;
  return { userId, tenantId, sessionId: sessionId ?? '', claims: JSON.stringify(claims) };
};

/** The methods of the stage: `arn:aws:execute-api:<region>:<account>:<api>/<stage>/<method>/<path>`. */
function stageOf(arn = ''): string {
  const [api, stage] = arn.split('/');
  if (!api?.startsWith('arn:') || !stage) throw new TypeError('not an event of a Lambda authorizer');
  return `${api}/${stage}/*`;
}

const policy = (effect: Effect, principalId: string, resource: string): PolicyResult<never> => ({
  principalId,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
  },
});
