// Threat: an attacker sends bytes that are not HTTP, or HTTP that two servers read differently.
// Every response has the four error fields, no second request is smuggled past the first, and the server keeps running.
import { describe, expect, test } from '@jest/globals';
import { race } from '../../support/race.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
async function expectFourFields(bytes: string | Buffer, statuses: number[]): Promise<void> {
  const reply = await sendRaw(service.baseUrl, bytes);
  expect(statuses).toContain(reply?.status);
  expect(reply?.body).toEqual({
    statusCode: reply?.status,
    error: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[A-Z_]+$/),
  });
  expect(reply?.headers['content-type']).toBe('application/json; charset=utf-8');
}
const host = 'Host: localhost';

describe('a connection that sends invalid HTTP', () => {
  test.each<[string, string | Buffer]>([
    ['garbage', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
    ['a TLS hello', Buffer.from('160301020001000001fc0303', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', lines('FOO /auth/me HTTP/1.1', host)],
    ['NUL in the path', lines('GET /auth/\0me HTTP/1.1', host)],
    ['a space in the path', lines('GET /auth/me x HTTP/1.1', host)],
    ['NUL in a header', lines('GET /auth/me HTTP/1.1', host, 'x: a\0b')],
    ['a space before the colon', lines('GET /auth/me HTTP/1.1', host, 'authorization : Bearer x')],
    ['a header without a colon', lines('GET /auth/me HTTP/1.1', host, 'authorization')],
    ['an unknown version', lines('GET /auth/me HTTP/9.9', host)],
  ])('is refused with 400: %s', async (_, bytes) => {
    await expectFourFields(bytes, [400]);
  });
});

describe('a request that could smuggle a second one', () => {
  const smuggled = 'GET /auth/health HTTP/1.1\r\nHost: x\r\n\r\n';
  test.each([
    ['two lengths', lines('POST /auth/login HTTP/1.1', host, 'content-length: 0', 'content-length: 40') + smuggled],
    [
      'a length and chunks',
      lines('POST /auth/login HTTP/1.1', host, 'content-length: 4', 'transfer-encoding: chunked') +
        `0\r\n\r\n${smuggled}`,
    ],
    ['a length that is no number', lines('POST /auth/login HTTP/1.1', host, 'content-length: +4') + smuggled],
    ['a negative length', lines('POST /auth/login HTTP/1.1', host, 'content-length: -1') + smuggled],
    [
      'an unknown transfer encoding',
      lines('POST /auth/login HTTP/1.1', host, 'transfer-encoding: chunked, x') + smuggled,
    ],
    ['invalid chunks', `${lines('POST /auth/login HTTP/1.1', host, 'transfer-encoding: chunked')}ZZ\r\nx\r\n`],
  ])('is refused with 400: %s', async (_, bytes) => {
    await expectFourFields(bytes, [400]);
  });
});

describe('an unusual HTTP request', () => {
  test('without a Host gets the four error fields', async () => {
    await expectFourFields(lines('GET /nowhere HTTP/1.1'), [400, 404]);
  });

  test('with an unknown Expect header gets the four error fields', async () => {
    await expectFourFields(
      lines('GET /nowhere HTTP/1.1', host, 'expect: the-impossible', 'content-length: 0'),
      [400, 404],
    );
  });

  test('of method CONNECT gets the four error fields', async () => {
    await expectFourFields(lines('CONNECT evil.example:443 HTTP/1.1', host), [400, 404, 405]);
  });

  test('with a foreign absolute URL gets the four error fields', async () => {
    await expectFourFields(lines('GET http://evil.example/auth/me HTTP/1.1', 'Host: evil.example'), [400, 401, 404]);
  });

  test('of OPTIONS * gets the four error fields', async () => {
    await expectFourFields(lines('OPTIONS * HTTP/1.1', host, 'connection: close'), [400, 404, 405]);
  });

  test('for an upgrade to WebSocket gets the four error fields', async () => {
    const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: eA=='];
    await expectFourFields(lines('GET /nowhere HTTP/1.1', host, ...upgrade), [400, 404]);
  });

  test('with headers of 20 KB is refused with 431', async () => {
    await expectFourFields(lines('GET /auth/me HTTP/1.1', host, `x: ${'y'.repeat(20_000)}`), [431]);
  });

  test('with three thousand headers is refused with 431', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `h${index}: x`);
    await expectFourFields(lines('GET /auth/me HTTP/1.1', host, ...many), [431]);
  });
});

test('a request with two Authorization headers is refused with CONFLICTING_CREDENTIALS', async () => {
  const reply = await sendRaw(
    service.baseUrl,
    lines('GET /auth/me HTTP/1.1', host, 'connection: close', 'Authorization: Bearer a', 'authorization: Bearer b'),
  );
  expect([reply?.status, reply?.body?.code]).toEqual([400, 'CONFLICTING_CREDENTIALS']);
});

test('a hundred idle or half-open connections do not block other requests', async () => {
  const { port } = new URL(service.baseUrl);
  const { connect } = await import('node:net');
  const idle = Array.from({ length: 100 }, (_, index) => {
    const socket = connect(
      Number(port),
      '127.0.0.1',
      () => index % 2 && socket.write('POST /auth/login HTTP/1.1\r\nHos'),
    );
    return socket.on('error', () => {});
  });
  const replies = await race(20, () => service.get('/auth/health'));
  for (const socket of idle) socket.destroy();
  expect(replies.every(({ status }) => status === 200)).toBe(true);
});

test('the service works after all hostile connections', async () => {
  expect((await service.get('/auth/health')).status).toBe(200);
});
