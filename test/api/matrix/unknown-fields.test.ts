// Sends a field that no operation has to every object of every body. Generated from the contract: the operations of the
// specification that users call ignore it and name it in a header, all others refuse it by name.
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { type Access, methodOf } from '../../../lib/contract/operation.ts';
import { adminSession, answerOf, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { worker } from '../../support/resources.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { SPECIFIED } from '../../support/specified-operations.ts';

const service = useService();
let admin: Record<string, string>;
const reader = prepared(() => worker(service));
beforeAll(async () => {
  admin = { cookie: await adminSession(service) };
});
const credential = (access: Access) => (access === 'admin' ? admin : bearer(reader.tokens));

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: unknown;
};
type Place = { path: string; body: (inner: object) => unknown };

/** Every place of a body where an object has declared fields. */
const placesOf = ({ properties, items, anyOf = [], additionalProperties }: Schema, { path, body }: Place): Place[] => [
  // A standard may let an object have other members, which are ignored (RFC 7517 4).
  ...(properties && !additionalProperties ? [{ path, body }] : []),
  ...Object.entries(properties ?? {}).flatMap(([name, each]) =>
    placesOf(each, { path: `${path}${name}.`, body: (inner) => body({ [name]: inner }) }),
  ),
  ...(items ? placesOf(items, { path: `${path}0.`, body: (inner) => body([inner] as object) }) : []),
  ...anyOf.flatMap((each) => placesOf(each, { path, body })),
];

const NAME = 'noSuchField';
const cases = operations.flatMap(({ route, operation }) =>
  operation.body
    ? placesOf(z.toJSONSchema(operation.body, { io: 'input' }) as Schema, { path: '', body: (inner) => inner }).map(
        ({ path, body }) => ({ route, operation, field: `${path}${NAME}`, body: body({ [NAME]: 'wish' }) }),
      )
    : [],
);
const isLenient = (route: string) => SPECIFIED.includes(route) && !route.includes('/auth/admin/');
const send = (route: string, access: Access, body: unknown) =>
  service.send(methodOf(route), pathFor(route), { body, headers: credential(access) });

describe('an unknown field is refused by name', () => {
  test.each(cases.filter(({ route }) => !isLenient(route)))('by $route: $field', async (each) => {
    const { route, operation, field, body } = each;
    const reply = await send(route, operation.access, body);
    expect([...answerOf(reply), reply.body.message]).toEqual([
      ...refusal('INVALID_INPUT'),
      `${field}: cannot be set here`,
    ]);
    expect(reply.headers['x-ignored-fields']).toBeUndefined();
  });
});

describe('an unknown field is ignored and named in a header', () => {
  test.each(cases.filter(({ route }) => isLenient(route)))('by $route: $field', async (each) => {
    const { route, operation, field, body } = each;
    const reply = await send(route, operation.access, body);
    expect(reply.headers['x-ignored-fields']).toBe(field);
    expect(reply.body.message ?? '').not.toContain(NAME);
    expect(JSON.stringify(await everyRow())).not.toContain('wish');
  });

  test('up to ten of them, in percent encoding, and the log has their names', async () => {
    const odd = { 'a\r\nset-cookie: x=1': 1, 'ä,b': 1, [`x${'y'.repeat(300)}`]: 1 };
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, 1]));
    const { headers, setCookies } = await service.post('/auth/login', { ...odd, ...many });
    expect(headers['x-ignored-fields']).toBe(
      `a%0D%0Aset-cookie%3A%20x%3D1, %C3%A4%2Cb, x${'y'.repeat(63)}, f0, f1, f2, f3, f4, f5, f6, ...`,
    );
    expect(setCookies).toEqual([]);
    const { headers: none } = await service.post('/auth/login', { tenantId: 'x', credentials: {} });
    expect(none['x-ignored-fields']).toBeUndefined();
  });

  test('also where the cut goes through a character', async () => {
    const start = 'a'.repeat(63);
    const { status, headers } = await service.post('/auth/login', {
      [`${start}😀`]: 1,
      tenantId: 'x',
      credentials: {},
    });
    expect([status, headers['x-ignored-fields']]).toEqual([400, `${start}%EF%BF%BD`]);
  });
});
