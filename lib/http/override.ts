// Reads a POST as a GET whose parameters are too long for a URL. Only operations that say so in the contract allow it:
// no other POST ever becomes something else.
import { fail } from '../contract/errors.ts';
import { methodOf, pathOf } from '../contract/operation.ts';
import { MAX_BODY, type Request } from './request.ts';
import type { Match } from './router.ts';

/** The names in use (Google API design guide; ASP.NET and others use the second one). */
export const OVERRIDE_HEADERS = ['x-http-method-override', 'x-method-override'] as const;
/** The member of the body that says GET. It has no effect on a path that other methods own. */
export const OVERRIDE_MEMBER = '_method';

const isGet = (sent: unknown): boolean => typeof sent === 'string' && sent.toLowerCase() === 'get';

/** Whether a POST to the path of these operations may be read as a GET. A literal path is never read as a parameter's. */
export const mayOverride = (at: readonly Match[]): boolean =>
  at.some(
    ({ route, operation }) =>
      operation.input?.overridable && methodOf(route) === 'GET' && pathOf(route) === pathOf((at[0] as Match).route),
  );

/**
 * Returns the request as a GET with `parametersInBody` if it asks for that and its path allows it. Throws INVALID_INPUT
 * if it asks for another method there, or twice.
 */
export function overridden(request: Request, at: (path: string) => readonly Match[]): Request {
  if (request.method !== 'POST' || !mayOverride(at(request.path))) return request;
  const sent = OVERRIDE_HEADERS.flatMap((name) => request.headers.get(name) ?? []);
  if (sent.length > 1 || (sent.length === 1 && !isGet(sent[0]))) {
    fail('INVALID_INPUT', { message: 'A method may be overridden once, by GET.' });
  }
  return sent.length || saysGet(request.body) ? { ...request, method: 'GET', parametersInBody: true } : request;
}

/** The body is validated later, by the rules of the operation that this chooses. */
function saysGet(body: Buffer): boolean {
  if (body.length > MAX_BODY || !body.includes(OVERRIDE_MEMBER)) return false;
  try {
    const value = JSON.parse(body.toString());
    return Object.hasOwn(value, OVERRIDE_MEMBER) && isGet(value[OVERRIDE_MEMBER]);
  } catch {
    return false;
  }
}

/** Returns the members of the body that are parameters. */
export function withoutOverride(body: Record<string, unknown>): Record<string, unknown> {
  const { [OVERRIDE_MEMBER]: method, ...parameters } = body;
  return method === undefined || isGet(method) ? parameters : body;
}
