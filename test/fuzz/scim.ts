// Draws requests of SCIM from pieces of its grammar, with mistakes, and checks that each reply is one of SCIM.

import type { Reply } from '../support/http.ts';
import { ENTERPRISE, GROUP, USER } from '../support/scim.ts';
import type { Random } from '../world/random.ts';

export type Drawn = { method: string; path: string; body?: unknown; raw?: string; headers?: Record<string, string> };
/** Ids that exist. */
export type Known = { user: string; group: string };

const NAMES = [
  'userName',
  'emails',
  'name',
  'members',
  'type',
  'value',
  'primary',
  'active',
  'id',
  'meta.created',
  '$ref',
];
const ODD = ['__proto__', 'constructor', 'toString', '', ' ', '.', ':', '\u0000', '😀', 'ﬀ', '%', 'x'.repeat(300)];
const WORDS = [
  'eq',
  'ne',
  'co',
  'sw',
  'ew',
  'pr',
  'gt',
  'le',
  'and',
  'or',
  'not',
  '(',
  ')',
  '[',
  ']',
  'true',
  'null',
  '"x"',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  'True',
  'x',
  '',
  7,
  -1e9,
  {},
  [],
  [null],
  { value: 'x' },
  [[[]]],
  { active: 'no' },
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Draws a request. Most of them are close to what a client sends. */
export function drawRequest(chance: Random, known: Known): Drawn {
  const word = (): string => chance.of(chance.below(5) ? [...NAMES, ...WORDS, USER, GROUP, ENTERPRISE] : ODD);
  const text = (): string => Array.from({ length: chance.below(9) }, word).join(chance.of(['', ' ', '.', ':']));
  const filter = (): string =>
    chance.below(3)
      ? `${chance.of(NAMES)} ${chance.of(WORDS)} ${chance.of(['"x"', 'true', '7', 'null', `"${known.user}"`])}`
      : text();
  const value = (): unknown => (chance.below(3) ? chance.of(VALUES) : { [word() || 'x']: chance.of(VALUES) });
  const operation = () => ({
    op: chance.of(['add', 'Replace', 'remove', 'x']),
    ...(chance.below(4) && { path: chance.below(3) ? `${chance.of(NAMES)}[${filter()}].${word()}` : text() }),
    ...(chance.below(4) && { value: value() }),
  });
  const move = () => ({ op: chance.of(['add', 'remove']), path: 'members', value: [{ value: known.user }] });
  const parameters = (): Record<string, unknown> => ({
    ...(chance.below(2) && { filter: filter() }),
    ...(!chance.below(3) && { sortBy: word(), sortOrder: chance.of(['ascending', 'descending', 'x']) }),
    ...(!chance.below(3) && { cursor: chance.of(['', 'x', `e30.${'A'.repeat(43)}`]) }),
    ...(!chance.below(3) && { count: chance.of(['0', '1', '-1', '1e9', 'x']) }),
    ...(!chance.below(4) && { startIndex: chance.of(['0', '1', '999999999', '9999999999', 'x']) }),
    ...(!chance.below(4) && { attributes: text() }),
    ...(!chance.below(6) && { excludedAttributes: text() }),
  });
  const resource = () => ({
    ...(chance.below(2) && { userName: `${chance.next()}@example.com` }),
    ...(chance.below(2) && { displayName: value() }),
    ...(chance.below(2) && { [word() || 'x']: value() }),
    ...(!chance.below(3) && { schemas: chance.of([[USER], [GROUP], [], 'x', null]) }),
  });
  const kind = chance.of(['/Users', '/Groups'] as const);
  const id = chance.below(3) ? (kind === '/Users' ? known.user : known.group) : `x${encodeURIComponent(word())}`;
  const query = (): string =>
    new URLSearchParams(Object.entries(parameters()).map(([name, each]) => [name, String(each)])).toString();
  switch (chance.below(6)) {
    case 0:
      return { method: 'GET', path: `${kind}?${query()}` };
    case 1:
      return { method: 'POST', path: `${chance.of(['', kind])}/.search`, body: parameters() };
    case 2:
      return {
        method: 'PATCH',
        path: `${kind}/${id}`,
        body: { Operations: chance.below(4) ? [operation(), operation()] : [move()] },
      };
    case 3:
      return { method: chance.of(['POST', 'PUT']), path: chance.of([kind, `${kind}/${id}`]), body: resource() };
    case 4:
      return { method: 'PATCH', path: `${kind}/${id}`, raw: JSON.stringify(operation()).slice(0, chance.below(60)) };
    default:
      // Nothing is deleted: the known ones are what the others are about.
      return {
        method: chance.of(METHODS.filter((each) => each !== 'DELETE')),
        path: `/x${encodeURIComponent(word())}?${query()}`,
        headers: { 'if-match': word().replace(/[^ -~]/g, '') },
      };
  }
}

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Returns what is wrong with a reply; `undefined`: nothing. */
export function wrongIn({ status, body, headers }: Reply): string | undefined {
  if (status >= 500 && status !== 501) return `responds ${status}`;
  if (status === 204 || status === 304) return undefined;
  if (headers['content-type'] !== 'application/scim+json; charset=utf-8')
    return `has the type ${headers['content-type']}`;
  const isError = body?.schemas?.[0] === ERROR && body.status === String(status) && typeof body.detail === 'string';
  if (status >= 400) return isError ? undefined : 'is no error of SCIM';
  return Array.isArray(body?.schemas) ? undefined : 'has no schemas';
}
