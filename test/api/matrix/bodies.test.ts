// Sends every invalid body to every operation that takes one. Generated from the contract: fields and their types
// come from the operation's own schema.
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import type { ErrorCode } from '../../../lib/contract/errors.ts';
import { type Access, errorsOf, methodOf, type Route } from '../../../lib/contract/operation.ts';
import { adminSession, answerOf, expectWellFormed, pathFor, refusal } from '../../support/api.ts';
import type { Reply, Send } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { type Worker, worker } from '../../support/resources.ts';
import { bearer, useService } from '../../support/service.ts';
import { type Field, fieldsOf, type Schema, samples } from './support/fields.ts';

const service = useService();
let userHeaders: Record<string, string>;
let adminHeaders: Record<string, string>;
beforeAll(async () => {
  userHeaders = bearer((await service.signup(await service.tenant())).tokens);
  adminHeaders = { cookie: await adminSession(service) };
});

const credential = (access: Access): Record<string, string> =>
  ({ user: userHeaders, pending: userHeaders, enrolling: userHeaders, admin: adminHeaders })[access as string] ?? {};

let reader: Promise<Worker> | undefined;
/** Those of a user who may read rows. */
const readerHeaders = async (): Promise<Record<string, string>> => {
  reader ??= worker(service);
  return bearer((await reader).tokens);
};

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const padded = (bytes: number): string => `{${' '.repeat(bytes - 2)}}`;
const typed = (type: string): Send['headers'] => ({ 'content-type': type });

const bad: [string, string | Buffer, ErrorCode, Send['headers']?][] = [
  ['malformed JSON', '{"a":', 'INVALID_JSON'],
  ['two JSON values', '{} {}', 'INVALID_JSON'],
  ['a comment', '{} // no', 'INVALID_JSON'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'INVALID_JSON'],
  ['UTF-16', Buffer.from('{}', 'utf16le'), 'INVALID_JSON'],
  ['a byte order mark', '\ufeff{}', 'INVALID_JSON'],
  ['a key twice', '{"a":1,"a":2}', 'INVALID_JSON'],
  ['a key twice, escaped', '{"a":1,"\\u0061":2}', 'INVALID_JSON'],
  ['an array', '[]', 'INVALID_INPUT'],
  ['a string', '"text"', 'INVALID_INPUT'],
  ['a number', '7', 'INVALID_INPUT'],
  ['null', 'null', 'INVALID_INPUT'],
  ['17 levels', nested(17), 'INVALID_INPUT'],
  ['10 000 levels', nested(10_000), 'INVALID_INPUT'],
  ['201 entries', JSON.stringify({ a: Array(201).fill(0) }), 'INVALID_INPUT'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', 'INVALID_INPUT'],
  ['constructor', '{"constructor":{"prototype":{}}}', 'INVALID_INPUT'],
  ['a lone surrogate', '{"a":"\\ud800"}', 'INVALID_INPUT'],
  ['NUL', '{"a":"\\u0000"}', 'INVALID_INPUT'],
  ['an infinite number', '{"a":1e999}', 'INVALID_INPUT'],
  ['64 KB and a byte', padded(64 * 1024 + 1), 'PAYLOAD_TOO_LARGE'],
  ['more than the limit of API Gateway', Buffer.alloc(10 * 1024 * 1024 + 1, ' '), 'PAYLOAD_TOO_LARGE'],
  ['a form', 'a=1', 'UNSUPPORTED_MEDIA_TYPE', typed('application/x-www-form-urlencoded')],
  ['plain text', '{}', 'UNSUPPORTED_MEDIA_TYPE', typed('text/plain')],
  ['a missing content type', '{}', 'UNSUPPORTED_MEDIA_TYPE', typed('')],
  ['another JSON media type', '{}', 'UNSUPPORTED_MEDIA_TYPE', typed('application/json-patch+json')],
  ['another charset', '{}', 'UNSUPPORTED_MEDIA_TYPE', typed('application/json; charset=latin1')],
  ['a compressed body', '{}', 'UNSUPPORTED_MEDIA_TYPE', { 'content-encoding': 'gzip' }],
];
const good: [string, string, Send['headers']?][] = [
  ['16 levels', nested(16)],
  ['200 entries', JSON.stringify({ a: Array(200).fill(0) })],
  ['64 KB', padded(64 * 1024)],
  ['a charset', '{}', typed('Application/JSON;charset="UTF-8"')],
];

describe.each(operations.filter(({ operation }) => operation.body))('$route', ({ route, operation }) => {
  const call = async (options: Send): Promise<Reply> => {
    const headers = { ...credential(operation.access), ...options.headers };
    const reply = await service.send(methodOf(route), pathFor(route), { ...options, headers });
    expectWellFormed(reply);
    if (reply.status >= 300) expect(errorsOf(route as Route, operation)).toContain(reply.body.code);
    return reply;
  };

  test.each(bad.map(([what, raw, code, headers]) => ({ what, raw, code, headers })))('rejects $what', async (each) => {
    const { raw, code, headers } = each;
    expect(answerOf(await call({ raw, headers }))).toEqual(refusal(code));
  });

  test.each(good.map(([what, raw, headers]) => ({ what, raw, headers })))('accepts $what', async ({ raw, headers }) => {
    // A body without fields may have an error of its own.
    const plain = Object.keys(JSON.parse(raw)).length ? '{"a":0}' : '{}';
    const [reply, other] = [await call({ raw, headers }), await call({ raw: plain })];
    expect([reply.status, reply.body.message]).toEqual([other.status, other.body.message]);
  });

  test('authenticates before it reads the body', async () => {
    const reply = await service.send(methodOf(route), pathFor(route), { raw: '{"a":' });
    const isPublic = ['public', 'secret', 'client', 'refresh', 'optional'].includes(operation.access);
    expect(answerOf(reply)).toEqual(refusal(isPublic ? 'INVALID_JSON' : 'NO_AUTH_PROVIDED'));
  });

  const schema = z.toJSONSchema(operation.body as z.ZodMiniType, { io: 'input' }) as Schema;
  // A field that takes everything refuses nothing.
  const fields = fieldsOf(schema, '', (value) => value).filter(({ types }) => !types.includes('any'));

  test.each(fields)('rejects wrong types in $path and names the field', async ({ path, types, body }) => {
    const wrong = Object.entries(samples).filter(([type]) => !types.includes(type));
    expect(wrong.length).toBeGreaterThanOrEqual(4);
    for (const [, value] of wrong) {
      const reply = await call({ body: body(value) });
      expect([...answerOf(reply), reply.body.message.split(': ')[0]]).toEqual([...refusal('INVALID_INPUT'), path]);
    }
  });

  const survives = async (field: Field) => {
    for (const text of [
      '',
      ' ',
      '#',
      "' OR 1=1 --",
      '../../x',
      '{{x}}',
      '%00',
      '\u202e',
      '🔥'.repeat(2000),
      'x'.repeat(5000),
    ])
      expect((await call({ body: field.body(text) })).status).toBeLessThan(500);
  };
  const texts = fields.filter(({ types }) => types.includes('string'));
  if (texts.length) test.each(texts)('survives hostile text in $path', survives);
});

describe.each(operations.filter(({ operation }) => operation.input?.overridable))('$route, sent by POST', (each) => {
  const { route, operation } = each;
  const override = { 'x-http-method-override': 'GET' };

  test.each(bad.map(([what, raw, code, headers]) => ({ what, raw, code, headers })))('rejects $what', async (sent) => {
    const headers = { ...(await readerHeaders()), ...override, ...sent.headers };
    const reply = await service.send('POST', pathFor(route), { raw: sent.raw, headers });
    expectWellFormed(reply);
    expect(errorsOf(route as Route, operation)).toContain(reply.body.code);
    expect(answerOf(reply)).toEqual(refusal(sent.code));
  });

  test('authenticates before it reads the body', async () => {
    const reply = await service.send('POST', pathFor(route), { raw: '{"a":', headers: override });
    expect(answerOf(reply)).toEqual(refusal('NO_AUTH_PROVIDED'));
  });
});
