// Tests the reload page of GET /auth/callback/{provider}: a navigation from another site comes without some cookies.
import { expect, test } from '@jest/globals';
import { SECURITY_HEADERS } from '../../../lib/http/headers.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const FROM_ELSEWHERE = { 'sec-fetch-site': 'cross-site' };
const callback = (query: string, headers = {}) => service.get(`/auth/callback/google${query}`, { headers });

test('GET /auth/callback/{provider} returns a page that loads the same address again with any query', async () => {
  const query = '?state=a%22%3E%3Cscript%3E&code=%C3%A4%0A&code=2&x=%26y%3D1';
  const reply = await callback(query, FROM_ELSEWHERE);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-type': 'text/html; charset=utf-8' });
  expect(reply.text).toBe('<!doctype html><title>Logging in</title>');
  const [, reloadUrl] = /^0;url=(\S+)$/.exec(reply.headers.refresh as string) ?? [];
  const { origin, pathname, searchParams } = new URL(reloadUrl as string);
  expect([origin, pathname]).toEqual([service.baseUrl, '/auth/callback/google']);
  expect([...searchParams]).toEqual([...new URLSearchParams(query), ['again', '1']]);
});

test.each([
  ['a reloaded page', '?again=1', FROM_ELSEWHERE],
  ['a same-origin navigation', '', { 'sec-fetch-site': 'same-origin' }],
  ['an address typed by the user', '', { 'sec-fetch-site': 'none' }],
  ['a client that is no browser', '', {}],
])('GET /auth/callback/{provider} responds at once to %s', async (_, query, headers) => {
  expect(answerOf(await callback(query, headers))).toEqual(refusal('PROVIDER_NOT_FOUND'));
});
