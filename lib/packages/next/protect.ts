// Protects route handlers.
import { admit, type Rules, requireRules } from '../server/admit.ts';
import { refuse } from '../server/errors.ts';
import { isSafe, requireOwnOrigin } from '../server/token-from.ts';
import { withCookies } from './cookies.ts';
import { refusalOf } from './requests.ts';
import type { Session, Sessions } from './session.ts';

/** A route handler that gets the session beside `params`. */
export type ProtectedHandler<Context> = (
  request: Request,
  context: Context & { session: Session },
) => Response | Promise<Response>;

/**
 * Returns a route handler that is called for a session that satisfies the rules. All other requests get a refusal in JSON: 401 without
 * a session, 403 for a rule that does not hold and for a change that a page of another origin causes.
 */
export function protectWith(sessions: () => Sessions) {
  return <Context extends object>(rules: Rules<Request>, handle: ProtectedHandler<Context>) => {
    requireRules(rules);
    return async (request: Request, context: Context): Promise<Response> => {
      const { origin, current, verifier } = sessions();
      let setCookie: string[] = [];
      const respond = async (): Promise<Response> => {
        if (!isSafe(request.method)) requireOwnOrigin(request.headers, origin);
        const found = await current(request.headers);
        setCookie = found.setCookie;
        const session = found.session ?? refuse('NO_AUTH_PROVIDED');
        const sent = { headers: { authorization: `Bearer ${session.accessToken()}` } };
        await admit(verifier, sent, rules, request);
        return handle(request, { ...context, session });
      };
      return withCookies(await respond().catch(refusalOf), setCookie);
    };
  };
}
