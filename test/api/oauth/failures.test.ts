// Fails requests that browsers send to the OpenID provider before the request is looked at. A person gets a page with a
// reference, and all others the error of the contract. The status is the same.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { failure } from '../../../lib/domain/oauth/dead-ends.ts';
import { shownToPerson } from '../../../lib/http/errors.ts';
import type { Request } from '../../../lib/http/request.ts';
import { inContext } from '../../../lib/platform/request-context.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { newServer, pathOf, requestOf } from '../../support/oauth-browser.ts';
import { type Service, startService } from '../../support/service.ts';

const NAVIGATION = { 'sec-fetch-mode': 'navigate' };
let directory: string;
let service: Service;
let authorize: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-failures-'));
  service = await startService({}, { directory });
  authorize = pathOf(requestOf(await newServer(), 'x'.repeat(43)));
  await service.local.engine.stop();
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
});

const resume = '/oauth2/authorize?resume=x';
/** The address to which the page leads. */
const ledTo = (refresh: string): URL => new URL(refresh.replace(/^0;url=/, ''));

describe('while the table does not respond', () => {
  test.each([
    ['a navigation', NAVIGATION],
    ['a navigation of an old browser', { accept: 'text/html,*/*;q=0.8' }],
  ])('%s gets a page that leads to the error page, with the reference of its line', async (_, headers) => {
    let reply = await service.get('/auth/health');
    const lines = await logged(async () => {
      reply = await service.get(authorize, { headers });
    });
    expect([reply.status, reply.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(reply.headers['retry-after']).toMatch(/^[1-9]$/);
    const { origin, pathname, searchParams } = ledTo(String(reply.headers.refresh));
    expect([origin + pathname, searchParams.get('code')]).toEqual([`${service.baseUrl}/login/error`, 'unavailable']);
    const line = ofEvent(lines, 'request').find(({ requestId }) => requestId === searchParams.get('reference'));
    expect(line).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  });

  test.each([
    ['a script', { 'sec-fetch-mode': 'cors', accept: 'text/html' }],
    ['a library', {}],
  ])('%s gets the error as JSON', async (_, headers) => {
    const { status, body, headers: got } = await service.get(authorize, { headers });
    expect([status, body.error, got.refresh]).toEqual([503, 'temporarily_unavailable', undefined]);
  });

  test('a request that needs no table is refused as ever', async () => {
    expect((await service.get(resume, { headers: NAVIGATION })).status).toBe(302);
  });
});

describe('the page of a failure', () => {
  const request = (method: string, path: string): Request => ({
    ...{ method, path, ip: '192.0.2.1', body: Buffer.alloc(0), cookies: new Map(), query: new Map() },
    headers: new Map([['sec-fetch-mode', ['navigate']]]),
  });
  const pages = { 'GET /oauth2/logout': failure };
  const response = { statusCode: 429, headers: { 'retry-after': '7' }, multiValueHeaders: {}, body: '{}' };

  test.each([
    [429, 'too_many_requests'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [400, 'invalid_request'],
  ])('for %s has the code %s', async (statusCode, code) => {
    await inContext({ requestId: 'r-1' }, async () => {
      const sent = { ...response, statusCode };
      const shown = shownToPerson(sent, request('GET', '/oauth2/logout'), pages);
      expect(shown).toMatchObject({ statusCode, headers: { 'retry-after': '7' } });
      expect(ledTo(shown.headers.refresh ?? '').search).toBe(`?code=${code}&reference=r-1`);
    });
  });

  test('is at the routes of people alone', () => {
    expect(shownToPerson(response, request('GET', '/oauth2/userinfo'), pages)).toBe(response);
  });

  test('is the error itself while a setting is invalid', () => {
    const broken = () => {
      throw new Error('no base URL');
    };
    const asked = request('GET', '/oauth2/logout');
    expect(shownToPerson(response, asked, { 'GET /oauth2/logout': broken })).toBe(response);
  });
});
