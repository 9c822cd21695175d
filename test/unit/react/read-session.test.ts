// Reads sessions on a server from the cookies of requests, against a running service.
import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { readSession, scriptJson } from '../../../lib/packages/react/server.ts';
import { cookieSession, disable, later, MINUTE } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
let cookie = '';
const user = prepared(async () => service.signup(await service.tenant()));
beforeAll(async () => {
  cookie = cookieHeader(await cookieSession(service, user));
});

const read = (sent: string, baseUrl = service.baseUrl) => readSession({ headers: { cookie: sent } }, { baseUrl });

describe('readSession', () => {
  test('returns the session with user and tenant from the headers of Node and of the Fetch API', async () => {
    const expected = { user: { email: user.email }, tenant: { id: user.tenant.id }, roles: [], permissions: [] };
    expect(await read(cookie)).toMatchObject(expected);
    const request = { headers: new Headers({ cookie }) };
    expect(await readSession(request, { baseUrl: `${service.baseUrl}/` })).toMatchObject(expected);
  });

  test('returns null for a visitor, without a request', async () => {
    expect(await read('theme=dark', 'http://localhost:1')).toBeNull();
    expect(await readSession({ headers: {} }, { baseUrl: 'http://localhost:1' })).toBeNull();
  });

  test('returns undefined if only the browser can find out', async () => {
    const withoutAccess = cookie.replace(/svc_access=[^;]*/, 'a=b');
    expect(withoutAccess).toContain('svc_refresh=');
    expect(await read(withoutAccess)).toBeUndefined();
    expect(await read('svc_access=garbage')).toBeUndefined();
    expect(await later(16 * MINUTE, () => read(cookie))).toBeUndefined();
    const other = await service.signup(user.tenant);
    const held = cookieHeader(await cookieSession(service, other));
    await disable(other);
    expect(await read(held)).toBeUndefined();
  });

  test('returns undefined if the service does not respond, or something else responds', async () => {
    expect(await read(cookie, 'http://localhost:1')).toBeUndefined();
    const server = createServer((_, response) => response.end('<h1>Maintenance</h1>'));
    expect(await read(cookie, `http://localhost:${await listen(server, 0)}`)).toBeUndefined();
    await close(server);
  });

  test('sends the access cookie and no other', async () => {
    const sent: unknown[] = [];
    const server = createServer(({ headers }, response) => {
      sent.push(headers.cookie);
      response.end('{"session":null}');
    });
    await read('__Host-svc_access=a; svc_refresh=b; theme=dark', `http://localhost:${await listen(server, 0)}`);
    await close(server);
    expect(sent).toEqual(['__Host-svc_access=a']);
  });
});

test('scriptJson keeps a text from ending its script element', () => {
  const value = { name: '</script><script>alert(1)</script><!--' };
  expect(scriptJson(value)).not.toContain('<');
  expect(JSON.parse(scriptJson(value))).toEqual(value);
});
