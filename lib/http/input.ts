// Parses body, form and query as an operation declares them, or names the first field that is wrong.
import type * as z from 'zod/mini';
import { fail } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Bounds } from '../platform/json-scan.ts';
import { parseObject } from './json.ts';
import { withoutOverride } from './override.ts';
import { header, MAX_BODY, type Request } from './request.ts';
import { structured } from './structured.ts';

/** Returns body, form and query as the operation declares them. Undeclared fields are dropped. Throws 400, 413, 415. */
export function readInput(
  request: Request,
  { body, form, query, knownQuery, structured, maxEntries, maxText, emptyBody }: Operation,
): { body: unknown; form: unknown; query: unknown } {
  if (knownQuery) requireKnown(request, query);
  const json = body && bodyOf(request, boundsOf(maxEntries, maxText));
  if (emptyBody && json && !Object.keys(json).length) fail(emptyBody);
  return {
    body: body && validated(body, json),
    form: form && validated(form, formOf(request)),
    query: structured ? parametersOf(request) : query && validated(query, queryOf(request)),
  };
}

const boundsOf = (entries: number | undefined, text: number | undefined): Partial<Bounds> => ({
  ...(entries === undefined ? {} : { entries }),
  ...(text === undefined ? {} : { text }),
});

/** A parameter that is JSON may be as long as the body, and a filter of 8 levels is deeper than other bodies. */
const PARAMETERS: Partial<Bounds> = { depth: 24, text: MAX_BODY };

/** Returns the parameters of the URL, and those of the body of a POST that is read as a GET. */
function parametersOf(request: Request): Readonly<Record<string, unknown>> {
  const inUrl = structured(request.query);
  if (!request.parametersInBody) return inUrl;
  const inBody = withoutOverride(bodyOf(request, PARAMETERS));
  if (Object.keys(inBody).some((name) => name in inUrl)) {
    fail('INVALID_INPUT', { message: 'A parameter must be in the URL or in the body, not in both.' });
  }
  return Object.assign(Object.create(null), inUrl, inBody);
}

function bodyOf(request: Request, bounds: Partial<Bounds>): Record<string, unknown> {
  if (request.body.length > MAX_BODY) fail('PAYLOAD_TOO_LARGE');
  if (!request.body.length) return {};
  const type = header(request, 'content-type') ?? '';
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!isJson || request.headers.has('content-encoding')) fail('UNSUPPORTED_MEDIA_TYPE');
  return parseObject(textOf(request.body), bounds);
}

/** Each field may be sent once, as in a query. */
function formOf(request: Request): Record<string, string> {
  if (request.body.length > MAX_BODY) fail('PAYLOAD_TOO_LARGE');
  const type = header(request, 'content-type') ?? '';
  const isForm = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!isForm || request.headers.has('content-encoding')) fail('UNSUPPORTED_MEDIA_TYPE');
  const fields = [...new URLSearchParams(request.body.toString())];
  if (new Set(fields.map(([name]) => name)).size !== fields.length) {
    fail('INVALID_INPUT', { message: 'A field of a form must be sent once.' });
  }
  return Object.fromEntries(fields);
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return fail('INVALID_JSON');
  }
}

/** Each parameter may be sent once, without brackets: servers interpret anything else differently. */
function queryOf(request: Request): Record<string, string> {
  const odd = [...request.query].find(([name, values]) => values.length > 1 || name.includes('['));
  if (odd) fail('INVALID_INPUT', { message: 'A query parameter must be sent once, without brackets.' });
  return Object.fromEntries([...request.query].map(([name, values]) => [name, values[0] ?? '']));
}

/** Throws INVALID_INPUT, naming the first parameter that the operation does not declare. */
function requireKnown({ query }: Request, schema: z.ZodMiniType | undefined): void {
  const declared: object = schema && 'shape' in schema ? (schema as z.ZodMiniObject).shape : {};
  const unknown = [...query.keys()].find((name) => !Object.hasOwn(declared, name));
  if (unknown === undefined) return;
  const name = nameable(unknown) === unknown ? unknown : 'a parameter';
  fail('INVALID_INPUT', { message: `${name}: is not a parameter of this operation` });
}

function validated(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  return fail('INVALID_INPUT', { message: complaint(result.error.issues[0]) });
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters long', array: ' entries long' };

/** Names a field that does not exist. Other text than a name is not repeated. */
const nameable = (key = ''): string => (/^\w{1,64}$/.test(key) ? key : 'a field');

/** Names the first invalid field and what it should be. Never repeats what was sent. */
function complaint(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request is not valid.';
  const field = issue.path.map(String).join('.') || 'body';
  switch (issue.code) {
    case 'invalid_type':
      return `${field}: ${issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`}`;
    case 'too_small':
      return `${field}: must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `${field}: must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_value':
      return `${field}: must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `${[...issue.path, nameable(issue.keys[0])].join('.')}: cannot be set here`;
    case 'custom':
      return `${field}: ${issue.message}`;
    default:
      return `${field}: is not valid`;
  }
}
