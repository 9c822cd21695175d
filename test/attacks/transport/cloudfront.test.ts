// Threat: a client of a deployment behind CloudFront walks around it, or claims the address of another.
// CloudFront proves itself by a secret header, and the client's address is the one in its own header. What clients write into
// x-forwarded-for, or send to the API's own address, does not count.
import { afterAll, describe, expect, test } from '@jest/globals';
import { maxOf } from '../../../lib/domain/credentials/limits.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, startService } from '../../support/service.ts';
import { warmed } from '../../support/warm-up.ts';

const [OLD, NEW] = ['o'.repeat(48), 'n'.repeat(48)];
const BLOCKED = refusal('REQUEST_BLOCKED');
const tenantId = 'ten_00000000000000000000000000';
type Headers = Record<string, string | string[]>;

const service = prepared(() =>
  startService({ GATEHOUSE_TRUSTED_PROXY: 'cloudfront', PROXY_SECRET: JSON.stringify({ 1: OLD, 2: NEW }) }),
);
afterAll(async () => {
  await service.stop();
  delete process.env.GATEHOUSE_TRUSTED_PROXY;
  delete process.env.PROXY_SECRET;
});

/** What CloudFront sends for a client. */
const from = (client: string, secret = NEW): Headers => ({
  'x-gatehouse-proxy': secret,
  'cloudfront-viewer-address': `${client}:50123`,
});
const guess = (headers: Headers) =>
  service.post('/auth/login', { tenantId, credentials: { email: newEmail(), password: newPassword() } }, { headers });

test('a function warms itself up as one of its clients would call it', async () => {
  expect(await warmed('admin-tenants')).toMatchObject({ status: 401, code: 'SESSION_INVALID', lines: [] });
});

describe('a request past CloudFront', () => {
  const { 'x-gatehouse-proxy': _, ...claimed } = from('198.51.100.7');
  const cases: [string, Headers][] = [
    ['nothing', {}],
    ['an address that it claims', claimed],
    ['a claim in x-forwarded-for', { ...claimed, 'x-forwarded-for': '198.51.100.7' }],
    ['a wrong secret', from('198.51.100.7', 'x'.repeat(48))],
    ['the JSON of the secret', from('198.51.100.7', JSON.stringify({ 1: OLD, 2: NEW }))],
    ['the name of a value', from('198.51.100.7', '2')],
    ['an empty secret', from('198.51.100.7', '')],
    ['two secrets', { ...from('198.51.100.7'), 'x-gatehouse-proxy': [NEW, NEW] }],
  ];
  test.each(cases)('is refused with %s', async (_, headers) => {
    expect(answerOf(await guess(headers))).toEqual(BLOCKED);
  });
});

describe('the address of the client', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['without a port', '198.51.100.7'],
    ['a name', 'client.example:443'],
    ['out of range', '198.51.100.256:443'],
    ['in brackets', '[2001:db8::7]:443'],
    ['a list', '198.51.100.7:443,198.51.100.8:443'],
    ['twice', ['198.51.100.7:443', '198.51.100.8:443']],
  ])('is required: a request with one that is %s is refused', async (_, sent) => {
    const { 'cloudfront-viewer-address': __, ...proof } = from('');
    const headers = sent === undefined ? proof : { ...proof, 'cloudfront-viewer-address': sent };
    expect(answerOf(await guess({ ...headers, 'x-forwarded-for': '198.51.100.9' }))).toEqual(BLOCKED);
  });

  test.each(['198.51.100.7', '2001:db8::7', '2001:0db8:0000:0000:0000:0000:0000:0007'])(
    'may be of either version, without brackets: %s',
    async (client) => {
      const lines = await logged(() => guess(from(client)));
      expect(ofEvent(lines, 'request').map(({ ip }) => ip)).toEqual([client]);
    },
  );

  test('is what CloudFront wrote, not what the client claims', async () => {
    const [client, most] = [freshIp(), maxOf('login-ip')];
    const claims = (at: number): Headers => ({ ...from(client), 'x-forwarded-for': `203.0.113.${at}` });
    const replies = await race(most + 20, (at) => guess(claims(at % 250)));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': most, '429 RATE_LIMITED': 20 });
    expect(answerOf(await guess(from(freshIp())))).toEqual(refusal('INVALID_CREDENTIALS'));
  });
});

test('during a change of the secret both values count', async () => {
  for (const secret of [OLD, NEW])
    expect(answerOf(await guess(from(freshIp(), secret)))).toEqual(refusal('INVALID_CREDENTIALS'));
});
