// Checks that no request makes the provider send a browser, a code or an error to an address that is not registered.
import { describe, expect, test } from '@jest/globals';
import { newApplication } from '../../support/applications.ts';
import { agree, ask, newServer, signedIn, targetOf } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const known = prepared(() =>
  newServer({
    redirectUris: ['https://app.example.com/callback'],
    postLogoutRedirectUris: ['https://app.example.com/signed-out'],
  }),
);
const native = prepared(() =>
  newApplication({
    kind: 'native',
    redirectUris: ['http://127.0.0.1/callback', 'com.example.app:/callback'],
  }),
);
const browser = prepared(async () => signedIn(service, await service.tenant()));
const errorPage = () => `${service.baseUrl}/login/error`;

const FOREIGN = [
  'https://APP.example.com/callback',
  'HTTPS://app.example.com/callback',
  'https://app.example.com/Callback',
  'https://app.example.com:8443/callback',
  'https://app.example.com:443/callback',
  'http://app.example.com/callback',
  'https://app.example.com/callback/',
  'https://app.example.com/callback/../callback',
  'https://app.example.com/callback/..%2f..%2fevil',
  'https://app.example.com/callback?x=1',
  'https://app.example.com/callback?',
  'https://app.example.com/callback#x',
  'https://app.example.com/callback#',
  'https://app.example.com/%63allback',
  'https://app.example.com%2fcallback',
  'https://app.example.com./callback',
  'https://app.example.com@evil.example.com/callback',
  'https://user:pass@app.example.com/callback',
  'https://app.example.com.evil.example.com/callback',
  'https://evil.example.com/https://app.example.com/callback',
  'https://app.example.com\\@evil.example.com/callback',
  'https:\\\\app.example.com/callback',
  '//app.example.com/callback',
  ' https://app.example.com/callback',
  'https://app.example.com/callback\t',
  'https://app.example.com/call\nback',
  'https://app.example.com/callback\u0000',
  'https://\u0430pp.example.com/callback',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://localhost/callback',
];

describe.each(FOREIGN)('the address %j', (redirect_uri) => {
  test.each<[string, Record<string, string>]>([
    ['with a session', {}],
    ['with an error', { response_type: 'token' }],
    ['with prompt none', { prompt: 'none', tenant: 'none' }],
  ])('gets nothing %s', async (_, more) => {
    const { to, query } = await ask(browser.jar, known, { redirect_uri, ...more });
    expect([to, query.code, Object.keys(query)]).toEqual([
      errorPage(),
      'invalid_request',
      ['code', 'reference', 'cause'],
    ]);
  });

  test('gets no browser after a logout', async () => {
    const parameters = new URLSearchParams({ client_id: known.application.id, post_logout_redirect_uri: redirect_uri });
    expect(targetOf(await browser.jar.get(`/oauth2/logout?${parameters}`)).to).toBe(errorPage());
  });
});

test('the port of a loopback address is free for a native application alone, and nothing else of it', async () => {
  const of = async (redirect_uri: string) => {
    const { to, query } = await ask(browser.jar, native, { redirect_uri });
    return to.endsWith('/consent') ? (await agree(browser.jar, query.resume as string)).to : to;
  };
  expect(await of('http://127.0.0.1:51004/callback')).toBe('http://127.0.0.1:51004/callback');
  for (const uri of [
    'http://localhost:51004/callback',
    'http://127.0.0.2:51004/callback',
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:51004@evil.example.com/callback',
    'http://x@127.0.0.1:51004/callback',
    'https://127.0.0.1:51004/callback',
    'com.example.evil:/callback',
  ]) {
    expect([uri, await of(uri)]).toEqual([uri, errorPage()]);
  }
});
