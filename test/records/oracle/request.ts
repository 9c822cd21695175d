// Writes queries as HTTP requests, in each encoding that the wire format has.
import type { Params, Query } from './query.ts';

export type Encoding = 'json' | 'brackets' | 'post texts' | 'post native';
export type Call = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> };

const SUFFIX = { list: '', all: '/get/all', counts: '/get/counts' };
const OVERRIDE = { 'x-http-method-override': 'GET' };

/** Returns the request of a query. */
export function requestOf({ table, action, id, params }: Query, encoding: Encoding): Call {
  const base = `/${table}${action === 'one' ? `/${id}` : SUFFIX[action]}`;
  const native = action === 'counts' ? countsParams(params) : params;
  if (encoding === 'post native') return { method: 'POST', path: base, body: native, headers: OVERRIDE };
  const texts = Object.fromEntries(Object.entries(native).map(([name, value]) => [name, textOf(name, value)]));
  if (encoding === 'post texts') return { method: 'POST', path: base, body: texts, headers: OVERRIDE };
  const repeated = Object.entries(texts).flatMap(([name, text]) => [text].flat().map((each) => [name, each]));
  const search = encoding === 'json' ? new URLSearchParams(repeated) : bracketed(native);
  return { method: 'GET', path: search.size ? `${base}?${search}` : base };
}

/** JSON, but keys of groups are repeated. */
const textOf = (name: string, value: unknown): string | string[] => {
  if (name === 'groupByKey') return value as string | string[];
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The parameters of counts: all but the keys are in `filter`. */
export function countsParams({ groupByKey, ...filter }: Params): Record<string, unknown> {
  return {
    ...(Object.keys(filter).length ? { filter } : {}),
    ...(groupByKey ? { groupByKey: groupByKey.length === 1 ? groupByKey[0] : groupByKey } : {}),
  };
}

/** `where[score][$gte]=25`, `where[tier][$in][]=a`. */
function bracketed(params: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) search.append(name, String(value));
    else if (Array.isArray(value))
      for (const [at, each] of value.entries()) add(typeof each === 'object' ? `${name}[${at}]` : `${name}[]`, each);
    else for (const [key, each] of Object.entries(value)) add(`${name}[${key}]`, each);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return search;
}

/** A query in brackets cannot tell a text from a number inside lists of objects of more than ten levels, nor an empty value. */
export const fitsBrackets = ({ params, action }: Query): boolean =>
  action === 'list' && Object.values(params).every((value) => typeof value !== 'object' || depthOf(value) < 6);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
