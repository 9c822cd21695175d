// Checks the inbox as JSON, and who may read it.
import { describe, expect, test } from '@jest/globals';
import { newEmail, useService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = useService({}, { mailer: () => Promise.reject(new Error('never')), changeFeed: false });

const add = (to: string, more: object = {}) => {
  const message = {
    id: crypto.randomUUID(),
    channel: 'email' as const,
    to,
    subject: 'Hello',
    text: 'Text',
    html: null,
    event: null,
    at: new Date().toISOString(),
    ...more,
  };
  service.local.outbound.add(message);
  return message;
};

describe('GET /__inbox/messages', () => {
  test('lists all messages, newest first', async () => {
    const [first, second] = [add(newEmail()), add('+14155550100')];
    const { status, body, headers } = await service.get('/__inbox/messages');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body.slice(0, 2)).toEqual([second, first]);
  });

  test('lists the messages to an address or number', async () => {
    const to = newEmail();
    const [first, second] = [add(to), add(to.toUpperCase())];
    expect((await service.get(`/__inbox/messages?to=${encodeURIComponent(to)}`)).body).toEqual([second, first]);
    const sms = add('+14155550177');
    expect((await service.get('/__inbox/messages?to=%2B14155550177')).body).toEqual([sms]);
    expect((await service.get(`/__inbox/messages?to=${newEmail()}`)).body).toEqual([]);
  });

  test('responds 304 while nothing is new', async () => {
    const { headers } = await service.get('/__inbox/messages');
    const again = () => service.get('/__inbox/messages', { headers: { 'if-none-match': headers.etag as string } });
    expect(await again()).toMatchObject({ status: 304, text: '' });
    add(newEmail());
    expect((await again()).status).toBe(200);
  });
});

test('an e-mail’s HTML is served without any rights', async () => {
  const html = '<!doctype html><html><head><title>x</title></head><body><script>1</script></body></html>';
  const { id } = add(newEmail(), { html });
  const { status, text, headers } = await service.get(`/__inbox/html?id=${id}`);
  expect(status).toBe(200);
  expect(text).toBe(html.replace('<head>', '<head><base target="_blank">'));
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = headers['content-security-policy'] as string;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/^sandbox /);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  expect((await service.get('/__inbox/html?id=none')).body.code).toBe('ROUTE_NOT_FOUND');
});

test('dead letters are listed and can be requeued', async () => {
  const { queue } = service.local;
  expect((await service.get('/__inbox/dead-letters')).body).toEqual([]);
  const { body, status } = await service.post('/__inbox/dead-letters/redrive');
  expect({ status, body }).toEqual({ status: 200, body: { redriven: 0 } });
  expect(queue.deadLetters()).toEqual([]);
  expect((await service.get('/__inbox/dead-letters/redrive')).body.code).toBe('ROUTE_NOT_FOUND');
});

describe('pages', () => {
  test('the inbox runs only its own script', async () => {
    const [one, other] = await Promise.all([service.get('/__inbox'), service.get('/__inbox')]);
    expect(one.status).toBe(200);
    const nonceOf = ({ text }: { text: string }) => /<script nonce="([^"]+)"/.exec(text)?.[1];
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    const policy = one.headers['content-security-policy'] as string;
    expect(policy).toContain(`script-src 'nonce-${nonceOf(one)}'`);
    expect(policy).not.toContain('unsafe');
    expect(one.text).not.toMatch(/(src|href)="(https?:)?\/\//); // nothing from elsewhere
    expect(one.text).not.toMatch(/ (on\w+|style)="/);
  });

  test('an unknown page gets the service’s 404', async () => {
    expect((await service.get('/__nothing')).body).toMatchObject({ statusCode: 404, code: 'ROUTE_NOT_FOUND' });
    expect((await service.send('DELETE', '/__inbox')).body.code).toBe('ROUTE_NOT_FOUND');
  });

  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:3000'])(
    'are served for the host %s',
    async (host) => {
      expect((await service.get('/__inbox/messages', { headers: { host } })).status).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', '192.168.1.2', 'localhost@x'])(
    'don’t answer to %s, a name that may be rebound',
    async (host) => {
      for (const path of ['/__inbox', '/__inbox/messages', '/__events']) {
        const { status, body } = await service.get(path, { headers: { host } });
        expect({ status, body }).toEqual({
          status: 403,
          body: { statusCode: 403, error: 'Forbidden', message: expect.any(String), code: 'REQUEST_BLOCKED' },
        });
      }
    },
  );

  test('reject posts from other sites', async () => {
    const host = 'localhost:3000';
    const post = async (origin: string) =>
      (await service.post('/__inbox/dead-letters/redrive', {}, { headers: { host, origin } })).status;
    expect(await post('https://evil.example')).toBe(403);
    expect(await post('null')).toBe(403);
    expect(await post('http://localhost:3000')).toBe(200);
  });
});

test('a message that cannot be delivered stays in the queue', async () => {
  await service.local.queue.send('x');
  await until(() => service.local.queue.waiting().some(({ receives }) => receives > 0));
});
