// GET /auth/callback/{provider}, when another site sends the browser here: it comes again, with the cookies it held back
import { expect, test } from '@jest/globals';
import { SECURITY_HEADERS } from '../../../lib/http/headers.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const FROM_ELSEWHERE = { 'sec-fetch-site': 'cross-site' };
const come = (query: string, headers = {}) => service.get(`/auth/callback/google${query}`, { headers });

test('a page loads the same address again, whatever the query holds', async () => {
  const query = '?state=a%22%3E%3Cscript%3E&code=%C3%A4%0A&code=2&x=%26y%3D1';
  const reply = await come(query, FROM_ELSEWHERE);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-type': 'text/html; charset=utf-8' });
  expect(reply.text).toBe('<!doctype html><title>Logging in</title>');
  const [, again] = /^0;url=(\S+)$/.exec(reply.headers.refresh as string) ?? [];
  const { origin, pathname, searchParams } = new URL(again as string);
  expect([origin, pathname]).toEqual([service.baseUrl, '/auth/callback/google']);
  expect([...searchParams]).toEqual([...new URLSearchParams(query), ['again', '1']]);
});

test.each([
  ['the second time', '?again=1', FROM_ELSEWHERE],
  ['a navigation of our own', '', { 'sec-fetch-site': 'same-origin' }],
  ['somebody who types the address', '', { 'sec-fetch-site': 'none' }],
  ['what is no browser', '', {}],
])('%s is answered at once', async (_, query, headers) => {
  expect(answerOf(await come(query, headers))).toEqual(refusal('PROVIDER_NOT_FOUND'));
});
