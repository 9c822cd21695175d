// Calls every declared path in other spellings, with undeclared methods and with invalid queries. Generated from the
// contract.
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { errorsOf, methodOf, type Route } from '../../../lib/contract/operation.ts';
import { answerOf, expectWellFormed, methodsAt, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { type Worker, worker } from '../../support/resources.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

let asked: Promise<Worker> | undefined;
/** A user who may read rows. */
const reader = (): Promise<Worker> => {
  asked ??= worker(service);
  return asked;
};

const paths = [...new Set(operations.map(({ route }) => pathFor(route)))];

describe.each(paths)('%s', (path) => {
  const declared = methodsAt(path);
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
    (each) => !declared.includes(each),
  );

  test.each(others)('rejects with 405 and Allow the method %s', async (method) => {
    const reply = await service.send(method, path, { raw: method === 'POST' ? '{"a":' : undefined });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('METHOD_NOT_ALLOWED'));
    expect(reply.headers.allow).toBe(declared.join(', '));
  });

  test('rejects with 405 and Allow the method HEAD', async () => {
    const reply = await service.send('HEAD', path);
    expect([reply.status, reply.headers.allow, reply.text]).toEqual([405, declared.join(', '), '']);
  });

  test('is served with a slash behind it, as API Gateway does', async () => {
    const [plain, slashed] = [await service.send('TRACE', path), await service.send('TRACE', `${path}/`)];
    expect([slashed.headers.allow, answerOf(slashed)]).toEqual([plain.headers.allow, answerOf(plain)]);
    const reply = await service.send(declared[0] as string, `${path}/`);
    expect(reply.body?.code).not.toBe('ROUTE_NOT_FOUND');
  });

  const spellings = [
    ['two slashes before it', `/${path}`],
    ['two slashes in it', path.replace(/(?<=.)\//, '//')],
    ['two slashes behind it', `${path}//`],
    ['upper case', path.toUpperCase()],
    ['one capital', path.replace(/^\/\W*\w/, (text) => text.toUpperCase())],
    ['a parameter in a segment', path.replace(/(?<=.)\//, ';a=b/')],
    ['an encoded letter', path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ['an encoded slash', path.replace(/(?<=.)\//, '%2f')],
    ['a dot segment', `/.${path}`],
    ['a parent segment', `/x/..${path}`],
    ['a backslash', path.replace(/(?<=.)\//, '\\')],
    ['more segments behind it', `${path}/x/y/z`],
    ['a prefix', `/v1${path}`],
  ].filter(([, variant]) => variant !== path);

  test('has another spelling of each kind, those of a second segment excepted', () => {
    expect(spellings).toHaveLength(path.split('/').length > 2 ? 13 : 9);
  });

  test.each(spellings)('rejects with 404 %s', async (_, variant) => {
    const reply = await service.send(declared[0] as string, variant as string);
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('ROUTE_NOT_FOUND'));
  });
});

test.each(['/', '/auth', '/nothing', '/auth/login.json', '/auth/%', '/auth/%00', '/__proto__', '/auth/constructor'])(
  'an unknown path is rejected with 404: %s',
  async (path) => {
    const reply = await service.get(path);
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('ROUTE_NOT_FOUND'));
  },
);

test('a path of more than 4 KB is rejected with 414', async () => {
  const reply = await service.get(`/auth/${'a'.repeat(4096)}`);
  expectWellFormed(reply);
  expect(answerOf(reply)).toEqual(refusal('URI_TOO_LONG'));
});

test('headers of more than 16 KB are rejected with 431', async () => {
  const reply = await service.get('/', { headers: { cookie: 'x'.repeat(17 * 1024) } });
  expectWellFormed(reply);
  expect(answerOf(reply)).toEqual(refusal('HEADERS_TOO_LARGE'));
});

test('a query is not part of the path', async () => {
  expect((await service.get('/auth/health?x=1&x=2&y[]=%zz')).status).toBe(200);
});

describe.each(operations.filter(({ operation }) => operation.query))('$route', ({ route, operation }) => {
  const schema = z.toJSONSchema(operation.query as z.ZodMiniType, { io: 'input' });
  const names = Object.keys(schema.properties ?? {});
  const ask = async (query: string) => {
    const headers: Record<string, string> = operation.access === 'admin' ? { cookie: await service.adminCookie() } : {};
    if (operation.access === 'user') Object.assign(headers, bearer((await reader()).tokens));
    const reply = await service.send(methodOf(route), `${pathFor(route)}?${query}`, { headers });
    expectWellFormed(reply);
    return reply;
  };

  // An error of a browser's request goes to the application (RFC 6749 4.1.2.1): test/attacks/oauth/redirects.test.ts.
  if (!operation.input?.structured && !operation.input?.rawQuery)
    test.each(names)('rejects with 400 %s sent twice, as a list or as an object', async (name) => {
      for (const query of [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[a]=b`, `${name}%5B%5D=a`])
        expect(answerOf(await ask(query))).toEqual(refusal('INVALID_INPUT'));
    });

  test.each(names)('survives hostile text in %s', async (name) => {
    for (const text of [
      '',
      '%',
      '%zz',
      '%00',
      '%ff',
      '%F0%9F%94%A5',
      "'%20OR%201=1",
      '%23',
      '__proto__',
      'x'.repeat(4000),
    ]) {
      const reply = await ask(`${name}=${text}`);
      if (reply.status !== operation.status) expect(errorsOf(route as Route, operation)).toContain(reply.body.code);
    }
  });
});
