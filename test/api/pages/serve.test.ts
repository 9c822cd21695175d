// Loads the pages over HTTP as a browser does: documents, scripts, styles, and their headers.

import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { shellNames } from '../../../infra/web/shells.ts';
import { SECURITY_HEADERS } from '../../../lib/http/headers.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** The files that a document names. */
const filesOf = (text: string): string[] =>
  [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, file]) => `/${file}`);

describe.each(shellNames)('/%s', (name) => {
  const path = `/${name}`;

  test('is a document that runs scripts and styles of this origin only', async () => {
    const { status, headers } = await service.get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': SECURITY_HEADERS['strict-transport-security'],
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Accept-Language',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('has no inline script, style or handler, and says so where scripts are off', async () => {
    const { text } = await service.get(path);
    expect(text).toContain('<noscript><div class="page"><main class="card"><h1>');
    expect(text).toContain('<p lang="en">This page needs JavaScript.');
    const inArabic = await service.get(path, { headers: { 'accept-language': 'ar-EG,en;q=0.5' } });
    expect(inArabic.text).toContain('<p lang="ar" dir="rtl">');
    expect(inArabic.headers.etag).not.toBe((await service.get(path)).headers.etag);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|javascript:/i);
    expect(text).toContain('<base href="/">');
    expect(text).not.toContain('{base}');
  });

  test('is also the document of every path below it', async () => {
    const { text } = await service.get(path);
    for (const below of ['/', '/sign-up', '/a/b/c', '/..%2f..%2fetc', '/%00', '/assets/x.js'])
      expect((await service.get(path + below)).text).toBe(text);
  });

  test('does not change with a query', async () => {
    const { text } = await service.get(path);
    expect((await service.get(`${path}?tenant=%3Cscript%3E&login_hint=%22x`)).text).toBe(text);
  });

  test('is 304 without a body for a browser that has this version, and only then', async () => {
    const { headers } = await service.get(path);
    const etag = headers.etag as string;
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await service.get(path, { headers: { 'if-none-match': sent } });
      expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', etag]);
      expect(reply.headers['content-security-policy']).toBe(headers['content-security-policy']);
    }
    for (const sent of ['"other"', etag.slice(1, -1), ''])
      expect((await service.get(path, { headers: { 'if-none-match': sent } })).status).toBe(200);
  });

  test('has the same headers for HEAD, and no body', async () => {
    const [get, head] = [await service.get(path), await service.send('HEAD', path)];
    const ofPage = ({ etag, 'content-security-policy': policy }: typeof get.headers) => [etag, policy];
    expect([head.status, head.text, ofPage(head.headers)]).toEqual([200, '', ofPage(get.headers)]);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('does not know %s', async (method) => {
    const reply = await service.send(method, path);
    expectRefusal(reply, 405, 'METHOD_NOT_ALLOWED');
    expect(reply.headers.allow).toBe('GET, HEAD');
  });
});

describe('a file that a document names', () => {
  test('exists, has its type and never changes', async () => {
    const documents = await Promise.all(shellNames.map((name) => service.get(`/${name}`)));
    const files = new Set(documents.flatMap(({ text }) => filesOf(text)));
    expect(files.size).toBeGreaterThan(3);
    const types = new Set<string | undefined>();
    for (const file of files) {
      const { status, headers, text } = await service.get(file);
      expect([file, status, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(text.length).toBeGreaterThan(100);
      types.add(headers['content-type']);
      expect((await service.get(file, { headers: { 'if-none-match': headers.etag as string } })).status).toBe(304);
    }
    expect([...types].sort()).toEqual(['image/svg+xml', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8']);
  });

  test.each([
    '/assets',
    '/assets/',
    '/assets/missing.js',
    '/assets/login.html',
    '/assets/..%2flogin.html',
    '/assets/%2e%2e/login.html',
    '/assets/../login.html',
    '/assets/./login.js',
    '/assets//x.js',
    '/assets/a/b.js',
    '/assets/__proto__',
    '/assets/constructor',
    '/login.html',
    '/logins',
    '/Login',
    '//login',
  ])('is not found at %s', async (path) => {
    expectRefusal(await service.get(path), 404, 'ROUTE_NOT_FOUND');
  });
});

describe('compression', () => {
  /** Asks for a path and returns the bytes as they are sent. */
  const raw = (path: string, accepted: string | undefined) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ coding: string | undefined; body: Buffer }>();
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    request(`${service.baseUrl}${path}`, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ coding: response.headers['content-encoding'], body });
    })
      .on('error', reject)
      .end();
    return promise;
  };

  test('is used for files of more than a packet, for browsers that accept it', async () => {
    const { text } = await service.get('/login');
    const script = filesOf(text).find((file) => file.includes('chunk')) as string;
    const plain = await raw(script, undefined);
    expect(plain.coding).toBeUndefined();
    for (const accepted of ['gzip', 'br, gzip;q=0.5, deflate']) {
      const packed = await raw(script, accepted);
      expect(packed.coding).toBe('gzip');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    }
    for (const accepted of ['br', 'gzip;q=0', 'identity']) expect((await raw(script, accepted)).coding).toBeUndefined();
  });

  test('is not used for short replies', async () => {
    expect((await raw('/login', 'gzip')).coding).toBeUndefined();
    expect((await raw('/auth/health', 'gzip')).coding).toBeUndefined();
  });
});
