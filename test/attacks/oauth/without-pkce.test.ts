// Attacks applications that may log users in without PKCE, and codes that were asked for with it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { applicationKind } from '../../../lib/contract/applications.ts';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { basicOf, type Known, postForm } from '../../support/applications.ts';
import {
  CALLBACK,
  challengeOf,
  newServer,
  pathOf,
  requestOf,
  signedIn,
  targetOf,
} from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const VERIFIER = 'v'.repeat(43);
const NONE = { code_challenge: undefined, code_challenge_method: undefined };
let strict: Known;
let lenient: Known;
const browser = prepared(async () => signedIn(service, await service.tenant()));
beforeAll(async () => {
  [strict, lenient] = await Promise.all([newServer(), newServer({ pkce: 'optional' })]);
});

const ask = async (known: Known, more: Record<string, string | undefined> = {}) =>
  targetOf(await browser.jar.get(pathOf(requestOf(known, VERIFIER, more)))).query;

/** Shows a code, with these fields beside it. */
async function show(known: Known, code: string | undefined, fields: Record<string, string>, headers = basicOf(known)) {
  const { status, body } = await postForm(
    service,
    '/oauth2/token',
    { grant_type: 'authorization_code', code: code as string, ...fields },
    { headers },
  );
  return status === 200 ? 'tokens' : `${status} ${body.error}`;
}

const REPEATED = { redirect_uri: CALLBACK };
const PROVED = { code_verifier: VERIFIER };

describe('a code', () => {
  // With a challenge or without × what is shown × the policy of the application.
  test.each<['required' | 'optional', boolean, Record<string, string>, string]>([
    ['required', true, { ...REPEATED, ...PROVED }, 'tokens'],
    ['required', true, PROVED, 'tokens'],
    ['required', true, REPEATED, '400 invalid_request'],
    ['required', true, {}, '400 invalid_request'],
    ['required', true, { redirect_uri: `${CALLBACK}2`, ...PROVED }, '400 invalid_grant'],
    ['optional', true, { ...REPEATED, ...PROVED }, 'tokens'],
    ['optional', true, PROVED, 'tokens'],
    ['optional', true, REPEATED, '400 invalid_grant'],
    ['optional', true, { ...REPEATED, code_verifier: 'w'.repeat(43) }, '400 invalid_grant'],
    ['optional', true, {}, '400 invalid_request'],
    ['optional', false, REPEATED, 'tokens'],
    ['optional', false, {}, '400 invalid_request'],
    ['optional', false, { redirect_uri: `${CALLBACK}2` }, '400 invalid_grant'],
    ['optional', false, PROVED, '400 invalid_grant'],
    ['optional', false, { ...REPEATED, ...PROVED }, '400 invalid_grant'],
  ])(
    'of an application with pkce %s, with challenge: %s, shown with %j: %s',
    async (pkce, hasChallenge, fields, result) => {
      const known = pkce === 'required' ? strict : lenient;
      const { code } = await ask(known, hasChallenge ? {} : NONE);
      expect(code).toMatch(/./);
      expect(await show(known, code, fields)).toBe(result);
    },
  );

  test('without a challenge is of no use without the credential of the application', async () => {
    const { code } = await ask(lenient, NONE);
    const bare = await show(lenient, code, { ...REPEATED, client_id: lenient.application.id }, {} as never);
    expect(bare).toBe('401 invalid_client');
    expect(await show(strict, code, REPEATED)).toBe('400 invalid_request');
    expect(await show(await newServer({ pkce: 'optional' }), code, REPEATED)).toBe('400 invalid_grant');
    expect(await show(lenient, code, REPEATED)).toBe('tokens');
  });

  test('without a challenge gives tokens to one of twenty who show it at once', async () => {
    const { code } = await ask(lenient, NONE);
    const results = await Promise.all(Array.from({ length: 20 }, () => show(lenient, code, REPEATED)));
    expect(results.filter((each) => each === 'tokens')).toHaveLength(1);
  });

  test('without a challenge stops working when the application requires one', async () => {
    const known = await newServer({ pkce: 'optional' });
    const { code } = await ask(known, NONE);
    const path = `/auth/admin/api/applications/${known.application.id}`;
    expect((await service.admin('PATCH', path, { pkce: 'required' })).status).toBe(200);
    expect(await show(known, code, REPEATED)).toBe('400 invalid_request');
    expect(await show(known, code, { ...REPEATED, ...PROVED })).toBe('400 invalid_grant');
    expect((await ask(known, NONE)).error).toBe('invalid_request');
  });
});

describe('a request', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['half a challenge', { code_challenge: undefined }],
    ['plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['a challenge without its method', { code_challenge_method: undefined }],
    ['a malformed challenge', { code_challenge: 'x' }],
  ])('with %s is refused, also where none is required', async (_, more) => {
    expect((await ask(lenient, more)).error).toBe('invalid_request');
  });

  test('without a challenge is refused for an application that requires one', async () => {
    expect((await ask(strict, NONE)).error).toBe('invalid_request');
    const pushed = { redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' };
    const push = (known: Known) => postForm(service, '/oauth2/par', pushed, { headers: basicOf(known) });
    expect([(await push(strict)).status, (await push(lenient)).status]).toEqual([400, 201]);
  });

  test('keeps the challenge through a login', async () => {
    const code_challenge = challengeOf(randomSecret());
    const { resume } = targetOf(
      await browser.jar.get(pathOf(requestOf(lenient, VERIFIER, { code_challenge, prompt: 'select_account' }))),
    ).query;
    const { code } = targetOf(
      await browser.jar.get(`/oauth2/authorize?resume=${encodeURIComponent(resume as string)}`),
    ).query;
    expect(await show(lenient, code, REPEATED)).toBe('400 invalid_grant');
  });
});

describe('the setting', () => {
  test.each(applicationKind.options)(
    'of a %s application can be optional only where there is a secret and a user',
    async (kind) => {
      const made = await service.admin('POST', '/auth/admin/api/applications', { name: 'A', kind, pkce: 'optional' });
      expect(made.status).toBe(kind === 'server' ? 201 : 400);
      if (made.status === 400) expect(made.body.message).toBe(`pkce: a ${kind} application cannot have it`);
    },
  );
});
