// Threat: bytes that are no HTTP, or HTTP that two servers would read differently.
// Whatever can be answered gets the four fields; nothing is smuggled past the first request, and nothing stops the server.
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

describe('no HTTP', () => {
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
  ])('%s', async (_, bytes) => {
    await expectFourFields(bytes, [400]);
  });
});

describe('HTTP that is read in two ways', () => {
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
    ['chunks that are none', `${lines('POST /auth/login HTTP/1.1', host, 'transfer-encoding: chunked')}ZZ\r\nx\r\n`],
  ])('%s', async (_, bytes) => {
    await expectFourFields(bytes, [400]);
  });
});

describe('HTTP that a server answers by itself', () => {
  test('no Host', async () => {
    await expectFourFields(lines('GET /nowhere HTTP/1.1'), [400, 404]);
  });

  test('an expectation nobody can meet', async () => {
    await expectFourFields(
      lines('GET /nowhere HTTP/1.1', host, 'expect: the-impossible', 'content-length: 0'),
      [400, 404],
    );
  });

  test('CONNECT', async () => {
    await expectFourFields(lines('CONNECT evil.example:443 HTTP/1.1', host), [400, 404, 405]);
  });

  test('a foreign absolute URL', async () => {
    await expectFourFields(lines('GET http://evil.example/auth/me HTTP/1.1', 'Host: evil.example'), [400, 401, 404]);
  });

  test('OPTIONS *', async () => {
    await expectFourFields(lines('OPTIONS * HTTP/1.1', host, 'connection: close'), [400, 404, 405]);
  });

  test('an upgrade', async () => {
    const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: eA=='];
    await expectFourFields(lines('GET /nowhere HTTP/1.1', host, ...upgrade), [400, 404]);
  });

  test('headers of 20 KB', async () => {
    await expectFourFields(lines('GET /auth/me HTTP/1.1', host, `x: ${'y'.repeat(20_000)}`), [431]);
  });

  test('three thousand headers', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `h${index}: x`);
    await expectFourFields(lines('GET /auth/me HTTP/1.1', host, ...many), [431]);
  });
});

test('two Authorization headers', async () => {
  const reply = await sendRaw(
    service.baseUrl,
    lines('GET /auth/me HTTP/1.1', host, 'connection: close', 'Authorization: Bearer a', 'authorization: Bearer b'),
  );
  expect([reply?.status, reply?.body?.code]).toEqual([400, 'CONFLICTING_CREDENTIALS']);
});

test('a hundred connections that say nothing or half of something keep nobody out', async () => {
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

test('after all that the service works', async () => {
  expect((await service.get('/auth/health')).status).toBe(200);
});
