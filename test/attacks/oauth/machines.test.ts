// Attacks on the authentication of applications and on the tokens of machines.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import {
  assertionForm,
  basic,
  basicOf,
  newApplication,
  newMachine,
  newSigner,
  postForm,
} from '../../support/applications.ts';
import { freshIp, type Reply } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { logged } from '../../support/logs.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();
const FORM = { grant_type: 'client_credentials' };
const token = (fields: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}) =>
  postForm(service, '/oauth2/token', fields, { headers });
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an assertion', () => {
  test('is refused with another algorithm than that of its key', async () => {
    const { application, sign, publicKey } = await newSigner(await service.tenant());
    const [, body = ''] = (await sign(application.id, service.baseUrl)).split('.');
    // The public key as the secret of an HMAC, in each of its spellings.
    for (const secret of [JSON.stringify(publicKey), publicKey.x as string, '']) {
      const head = part({ alg: 'HS256', kid: 'one' });
      const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
      expect(answerOf(await token(assertionForm(`${head}.${body}.${mac}`)))).toEqual(refusal('INVALID_CLIENT'));
    }
    for (const alg of ['none', 'None', 'RS256', 'ES384']) {
      const forged = `${part({ alg, kid: 'one' })}.${body}.${alg.toLowerCase() === 'none' ? '' : 'AAAA'}`;
      expect(answerOf(await token(assertionForm(forged)))).toEqual(refusal('INVALID_CLIENT'));
    }
  });

  test('is refused with a key that it brings along', async () => {
    const tenant = await service.tenant();
    const [victim, thief] = [await newSigner(tenant), await newSigner(tenant)];
    const header = { jwk: thief.publicKey, jku: 'https://evil.example/jwks' };
    const forged = await thief.sign(victim.application.id, service.baseUrl, {}, header);
    expect(answerOf(await token(assertionForm(forged)))).toEqual(refusal('INVALID_CLIENT'));
  });

  test.each<[string, (now: number, id: string) => Record<string, unknown>]>([
    ['another audience', () => ({ aud: 'https://other.example' })],
    ['another audience beside ours', () => ({ aud: [service.baseUrl, 'https://other.example'] })],
    ['an empty audience', () => ({ aud: [] })],
    ['another issuer', () => ({ iss: 'app_x' })],
    ['another subject', () => ({ sub: 'app_x' })],
    ['no expiry', () => ({ exp: undefined })],
    ['an expiry in the past', (now) => ({ exp: now - 60 })],
    ['an expiry in a day', (now) => ({ exp: now + 86_400 })],
    ['a beginning in the future', (now) => ({ nbf: now + 600 })],
    ['no id', () => ({ jti: undefined })],
    ['an empty id', () => ({ jti: '' })],
    ['an id that is no text', () => ({ jti: 7 })],
    ['a long id', () => ({ jti: 'x'.repeat(257) })],
  ])('is refused with %s', async (_, over) => {
    const { application, sign } = await newSigner(await service.tenant());
    const now = Math.floor(Date.now() / 1000);
    const assertion = await sign(application.id, service.baseUrl, over(now, application.id));
    expect(answerOf(await token(assertionForm(assertion)))).toEqual(refusal('INVALID_CLIENT'));
  });

  test('is refused a second time, at another endpoint and later, too', async () => {
    const { application, sign } = await newSigner(await service.tenant());
    const form = assertionForm(await sign(application.id, service.baseUrl));
    expect((await token(form)).status).toBe(200);
    form.set('token', 'x');
    expect(answerOf(await postForm(service, '/oauth2/revoke', form))).toEqual(refusal('INVALID_CLIENT'));
    expect(answerOf(await later(MINUTE, () => token(form)))).toEqual(refusal('INVALID_CLIENT'));
  });

  test('of one application does not use up the id of another one', async () => {
    const tenant = await service.tenant();
    for (const { application, sign } of [await newSigner(tenant), await newSigner(tenant)]) {
      const form = assertionForm(await sign(application.id, service.baseUrl, { jti: 'same' }));
      expect((await token(form)).status).toBe(200);
    }
  });

  test('of a public application is refused', async () => {
    const { sign, publicKey } = await newSigner(await service.tenant());
    const { application } = await newApplication({ kind: 'browser', jwks: [publicKey] });
    const form = assertionForm(await sign(application.id, service.baseUrl));
    expect(answerOf(await token(form))).toEqual(refusal('INVALID_CLIENT'));
  });
});

describe('a secret', () => {
  test('is not locked out by strangers who guess it from many networks', async () => {
    const machine = await newMachine(await service.tenant());
    const guess = (at: number) =>
      postForm(service, '/oauth2/token', FORM, { headers: basic(machine.application.id, `gcs_${at}`), ip: freshIp() });
    expect(outcomes(await race(100, guess))).toEqual({ '401 INVALID_CLIENT': 100 });
    expect((await token(FORM, basicOf(machine))).status).toBe(200);
  });

  test('of one application does not open another one', async () => {
    const tenant = await service.tenant();
    const [one, two] = [await newMachine(tenant), await newMachine(tenant)];
    const crossed = basic(one.application.id, two.secret);
    expect(answerOf(await token(FORM, crossed))).toEqual(refusal('INVALID_CLIENT'));
  });

  test('its digest is no secret', async () => {
    const { application } = await newMachine(await service.tenant());
    const stolen = basic(application.id, application.secrets[0]?.digest as string);
    expect(answerOf(await token(FORM, stolen))).toEqual(refusal('INVALID_CLIENT'));
  });
});

test('no secret, assertion or token gets into the log', async () => {
  const tenant = await service.tenant();
  const [machine, { application, sign }] = [await newMachine(tenant), await newSigner(tenant)];
  const assertion = await sign(application.id, service.baseUrl);
  const replies: Reply[] = [];
  const lines = await logged(async () => {
    replies.push(
      await token(FORM, basicOf(machine)),
      await token({ ...FORM, client_id: machine.application.id, client_secret: machine.secret }),
      await token(assertionForm(assertion)),
      await token(FORM, basic(machine.application.id, `${machine.secret}x`)),
    );
  });
  const tokens = replies.flatMap(({ body }) => body.access_token ?? []);
  const log = JSON.stringify(lines);
  expect([replies.map(({ status }) => status), tokens.length]).toEqual([[200, 200, 200, 401], 3]);
  expect(log).toContain(machine.application.id);
  for (const text of [machine.secret, assertion, ...tokens]) expect(log).not.toContain(text);
});

test('the token of a machine opens no operation of users or admins', async () => {
  const tenant = await service.tenant();
  const { body } = await token(FORM, basicOf(await newMachine(tenant)));
  const guarded = operations.filter(({ operation: { access } }) => ['user', 'pending', 'enrolling'].includes(access));
  expect(guarded.length).toBeGreaterThan(10);
  for (const { route } of guarded) {
    const [method = '', path = ''] = route.split(' ');
    const reply = await service.send(method, path.replace(/\{[^}]+\}/g, 'nobody'), {
      headers: bearer(body.access_token),
    });
    expect([route, ...answerOf(reply)]).toEqual([route, ...refusal('INVALID_TOKEN')]);
  }
  const cookie = { cookie: `svc_access=${body.access_token}; __Host-svc_access=${body.access_token}` };
  expect((await service.get('/auth/session', { headers: cookie })).body).not.toMatchObject({ user: expect.anything() });
});

test('a machine cannot choose who it is by the form', async () => {
  const [tenant, other] = [await service.tenant(), await service.tenant()];
  const machine = await newMachine(tenant);
  const more = { sub: 'usr_x', tid: other.id, roles: 'admin', permissions: 'all', roleIds: 'x', tenantIds: other.id };
  const { body } = await token({ ...FORM, ...more }, basicOf(machine));
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ sub: machine.application.id, tid: tenant.id, roles: [], permissions: [] });
});
