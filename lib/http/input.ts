// Parses body, form and query as an operation declares them, or names the first field that is wrong.
import type * as z from 'zod/mini';
import { complaint } from '../contract/complaint.ts';
import { fail } from '../contract/errors.ts';
import { refusesUnknownFields } from '../contract/operation.ts';
import type { Bounds } from '../platform/json-scan.ts';
import { parseObject } from './json.ts';
import { withoutOverride } from './override.ts';
import { header, MAX_BODY, type Request } from './request.ts';
import type { Match } from './router.ts';
import { structured } from './structured.ts';
import { isNameable, named, unknownFields } from './unknown-fields.ts';

/** Returns body, form and query as the operation declares them. Throws 400, 413, 415. `onIgnored` gets undeclared fields. */
export function readInput(
  request: Request,
  { route, operation }: Pick<Match, 'route' | 'operation'>,
  onIgnored: (paths: ReturnType<typeof unknownFields>) => void = () => {},
): { body: unknown; form: unknown; query: unknown } {
  const { body, form, query, errorForm } = operation;
  const hasTarget = operation.errors.includes('INVALID_TARGET');
  const { knownQuery, structured, rawQuery, bounds, emptyBody } = operation.input ?? {};
  if (knownQuery) requireKnown(request, query);
  const json = body && bodyOf(request, bounds);
  if (emptyBody && json && !Object.keys(json).length) fail(emptyBody);
  // Before the fields are validated: one that seems to be missing is often misspelt.
  const unknown = body ? unknownFields(body, json) : [];
  if (unknown[0] && refusesUnknownFields(route, operation)) {
    fail('INVALID_INPUT', { message: `${named(unknown[0])}: cannot be set here` });
  }
  if (unknown.length) onIgnored(unknown);
  return {
    body: body && validated(body, json),
    form: form && validated(form, errorForm ? withoutEmpty(formOf(request, hasTarget)) : formOf(request, hasTarget)),
    query: structured ? parametersOf(request) : query && !rawQuery && validated(query, queryOf(request)),
  };
}

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

function bodyOf(request: Request, bounds?: Partial<Bounds>): Record<string, unknown> {
  if (request.body.length > MAX_BODY) fail('PAYLOAD_TOO_LARGE');
  if (!request.body.length) return {};
  const type = header(request, 'content-type') ?? '';
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!isJson || request.headers.has('content-encoding')) fail('UNSUPPORTED_MEDIA_TYPE');
  return parseObject(textOf(request.body), bounds);
}

/** Each field may be sent once, as in a query. */
function formOf(request: Request, hasTarget: boolean): Record<string, string> {
  if (request.body.length > MAX_BODY) fail('PAYLOAD_TOO_LARGE');
  const type = header(request, 'content-type') ?? '';
  const isForm = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!isForm || request.headers.has('content-encoding')) {
    const message = 'The request body must be application/x-www-form-urlencoded in UTF-8.';
    fail('UNSUPPORTED_MEDIA_TYPE', { message });
  }
  const fields = [...new URLSearchParams(request.body.toString())];
  if (new Set(fields.map(([name]) => name)).size !== fields.length) {
    const sentTwice = fields.map(([name]) => name).filter((name, at, names) => names.indexOf(name) < at);
    // RFC 8707 2 allows several resources for one token. Here each has tokens of its own.
    if (hasTarget && sentTwice.includes('resource')) fail('INVALID_TARGET', { message: 'resource: must be sent once' });
    fail('INVALID_INPUT', { message: 'A field of a form must be sent once.' });
  }
  return Object.fromEntries(fields);
}

/** In OAuth, a parameter without a value counts as absent (RFC 6749 3.2). */
const withoutEmpty = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

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
  const name = isNameable(unknown) ? unknown : 'a parameter';
  fail('INVALID_INPUT', { message: `${name}: is not a parameter of this operation` });
}

function validated(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  return fail('INVALID_INPUT', { message: complaint(result.error.issues[0]) });
}
