// Reads the bodies and parameters of SCIM.
import { parseObject } from '../../http/json.ts';
import { header, type Request } from '../../http/request.ts';
import { refuse, ScimError } from '../errors.ts';

/** Bytes: ten thousand members with their addresses. Lambda takes 6 MB, in which a body has a third more. */
const MAX_GROUP_BODY = 2 * 1024 * 1024;
const MAX_BODY = 256 * 1024;
const TYPE = /^application\/(scim\+)?json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
/** As every body, but for the operations of a PATCH and the members of a group. */
const BOUNDS = { entries: 1001, text: 8192 };
const GROUP_BOUNDS = { ...BOUNDS, entries: 10_001 };

/** Returns the JSON object in the body. Throws 400, 413 and 415. */
export const bodyOf = (request: Request): Record<string, unknown> => bodyWithin(request, MAX_BODY, BOUNDS);

/** Like `bodyOf`, for a group, which may have many members. */
export const groupBodyOf = (request: Request): Record<string, unknown> =>
  bodyWithin(request, MAX_GROUP_BODY, GROUP_BOUNDS);

function bodyWithin(request: Request, most: number, bounds: typeof BOUNDS): Record<string, unknown> {
  if (request.body.length > most) throw new ScimError(413, 'The request body is too large.');
  if (!TYPE.test(header(request, 'content-type') ?? '') || request.headers.has('content-encoding'))
    throw new ScimError(415, 'The request body must be application/scim+json in UTF-8.');
  return parseObject(textOf(request.body), bounds);
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return refuse('invalidSyntax', 'The request body must be in UTF-8.');
  }
}

/** Returns what finds a parameter of the query, in any case. Throws invalidValue for one that is sent twice. */
export const queryOf =
  ({ query }: Request) =>
  (name: string): string | undefined => {
    const values = [...query].filter(([each]) => each.toLowerCase() === name.toLowerCase()).flatMap(([, all]) => all);
    return values.length > 1 ? refuse('invalidValue', `${name}: must be sent once`) : values[0];
  };
