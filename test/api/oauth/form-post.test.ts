// Tests response_mode=form_post (OAuth 2.0 Form Post Response Mode).
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../lib/contract/fields/languages.ts';
import { WORDS } from '../../../lib/http/form-page.ts';
import { newApplication, postForm } from '../../support/applications.ts';
import type { Reply } from '../../support/http.ts';
import { createJar } from '../../support/jar.ts';
import { CALLBACK, exchange, newServer, pathOf, requestOf, signedIn, targetOf } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const VERIFIER = 'v'.repeat(43);
const STATE = `"><script>alert(1)</script>&'`;
const browser = prepared(async () => signedIn(service, await service.tenant()));
const known = prepared(() => newServer());

const request = (more: Record<string, string | undefined> = {}, of = known) =>
  pathOf(requestOf(of, VERIFIER, { response_mode: 'form_post', state: STATE, ...more }));

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** The form of the page: where it goes and its fields. */
function formIn({ status, text }: Reply) {
  if (status !== 200) throw new Error(`no page: ${status} ${text}`);
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: unescaped(/<form method="post" action="([^"]*)">/.exec(text)?.[1] ?? ''),
    fields: Object.fromEntries(fields.map(([, name, value]) => [name, unescaped(value as string)])),
  };
}

describe('a request with form_post', () => {
  test('gets a page that posts the code, which the application exchanges', async () => {
    const reply = await browser.jar.get(request());
    const { action, fields } = formIn(reply);
    expect([action, fields]).toEqual([
      CALLBACK,
      { code: expect.stringMatching(/./), state: STATE, iss: service.baseUrl },
    ]);
    expect((await exchange(service, known, { code: fields.code, verifier: VERIFIER })).status).toBe(200);
  });

  test('gets a page that runs one script and nothing that a request brought', async () => {
    const { text, headers } = await browser.jar.get(request());
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/g)].map(([, script]) => script as string);
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256')
      .update(scripts[0] as string)
      .digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect([headers['cache-control'], headers['referrer-policy'], headers.location]).toEqual([
      'no-store',
      'strict-origin',
      undefined,
    ]);
    expect(text).toContain('<noscript><button>');
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['login_required', { prompt: 'none', tenant: 'nowhere' }],
    ['invalid_request', { code_challenge: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
  ])('gets the error %s by a form, too', async (error, more) => {
    const { action, fields } = formIn(await browser.jar.get(request(more)));
    expect([action, fields.error, fields.state, fields.iss]).toEqual([CALLBACK, error, STATE, service.baseUrl]);
  });

  test('keeps the mode through a login, a form of its own and a pushed request', async () => {
    const { query } = targetOf(await browser.jar.get(request({ prompt: 'select_account' })));
    const resumed = `/oauth2/authorize?resume=${encodeURIComponent(query.resume as string)}`;
    expect(formIn(await browser.jar.get(resumed)).fields.code).toMatch(/./);
    const asForm = await postForm(
      service,
      '/oauth2/authorize',
      requestOf(known, VERIFIER, { response_mode: 'form_post' }),
    );
    expect(asForm.status).toBe(303);
    expect(formIn(await browser.jar.get((asForm.headers.location as string).replace(service.baseUrl, ''))).action).toBe(
      CALLBACK,
    );
  });

  test('goes to the error page by a redirect if the address is not registered', async () => {
    const reply = await createJar(service).get(request({ redirect_uri: 'https://other.example.com/callback' }));
    expect(targetOf(reply).to).toBe(`${service.baseUrl}/login/error`);
  });

  test('is refused by a redirect for the scheme of a native app, which takes no form', async () => {
    const redirect_uri = 'com.example.app:/callback';
    const app = await newApplication({ kind: 'native', redirectUris: [redirect_uri] });
    const { headers } = await browser.jar.get(request({ redirect_uri, state: 's' }, app));
    expect(headers.location).toMatch(/^com\.example\.app:\/callback\?error=invalid_request/);
  });

  test.each(['fragment', 'form_post.jwt', 'FORM_POST'])('is refused by a redirect with the mode %s', async (mode) => {
    expect(targetOf(await browser.jar.get(request({ response_mode: mode }))).query.error).toBe('invalid_request');
  });

  test.each<[string | undefined, string, string]>([
    [undefined, 'en', 'Continue'],
    ['de-AT,en;q=0.5', 'de', 'Weiter'],
    ['xx, ar', 'ar', WORDS.ar as string],
    ['pt', 'pt-BR', 'Continuar'],
  ])('for %s has a button in %s', async (accepted, language, word) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    const { text } = await browser.jar.send('GET', request(), { headers });
    expect(text).toContain(`<html lang="${language}"`);
    expect(text).toContain(`<button>${word}</button>`);
  });
});

test('the button has a text in every language of the pages', () => {
  expect(Object.keys(WORDS).sort()).toEqual([...LANGUAGES].sort());
});
