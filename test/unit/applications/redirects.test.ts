// Checks which addresses an application may register, and which address of a request is a registered one.
import { describe, expect, test } from '@jest/globals';
import type { ApplicationKind } from '../../../lib/contract/applications.ts';
import { isRegistered, problemOf } from '../../../lib/domain/applications/redirects.ts';

describe('problemOf', () => {
  test.each<[ApplicationKind, string]>([
    ['browser', 'https://app.example/callback'],
    ['server', 'https://app.example'],
    ['server', 'https://app.example:8443/a/b?c=d&e=%20'],
    ['browser', 'http://localhost:5173/callback'],
    ['browser', 'http://127.0.0.1/callback'],
    ['native', 'http://[::1]/callback'],
    ['native', 'com.example.app:/callback'],
    ['native', 'com.example.app://callback/x'],
    ['native', 'https://app.example/link'],
  ])('lets a %s application register %s', (kind, uri) => {
    expect(problemOf(kind, uri)).toBeUndefined();
  });

  test.each<[ApplicationKind, string]>([
    ['browser', ''],
    ['browser', '/callback'],
    ['browser', '//app.example/callback'],
    ['browser', 'https://'],
    ['browser', 'http://app.example/callback'],
    ['browser', 'http://localhost.evil.example/'],
    ['browser', 'http://127.0.0.1.evil.example/'],
    ['browser', 'http://127.0.0.2/'],
    ['browser', 'http://localhost:65536/'],
    ['browser', 'http://localhost:0/'],
    ['browser', 'http://localhost@evil.example/'],
    ['browser', 'https://app.example@evil.example/'],
    ['browser', 'https://user:secret@app.example/'],
    ['browser', 'https://app.example/#fragment'],
    ['browser', 'https://app.example/#'],
    ['browser', 'https://*.example/'],
    ['browser', 'https://app.example/*'],
    ['browser', 'https://APP.example/'],
    ['browser', 'https://app.example:443/'],
    ['browser', 'https://app.example/a/../b'],
    ['browser', 'https://app.example/%2e%2e/b'],
    ['browser', 'https://app.example\\@evil.example/'],
    ['browser', 'https://app.example/ callback'],
    ['browser', 'https://app.example/\ncallback'],
    ['browser', 'https://äpp.example/'],
    ['browser', 'https:app.example/'],
    ['browser', 'com.example.app:/callback'],
    ['server', 'com.example.app:/callback'],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:https://app.example/x',
      'file:///etc/passwd',
    ].map((uri): [ApplicationKind, string] => ['native', uri]),
    ['native', 'myapp:/callback'],
    ['native', 'java.script:alert(1)#x'],
    ['native', 'ftp://app.example/'],
  ])('keeps a %s application from registering %j', (kind, uri) => {
    expect(problemOf(kind, uri)).toEqual(expect.stringMatching(/^must/));
  });
});

describe('isRegistered compares exactly', () => {
  const uris = ['https://app.example/callback', 'https://app.example/other?x=1'];
  test.each(uris)('finds %s', (uri) => {
    expect(isRegistered({ kind: 'browser' }, uris, uri)).toBe(true);
  });
  test.each([
    'https://app.example/callback/',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'https://app.example:443/callback',
    'https://app.example:8443/callback',
    'https://app.example/callback?x=1',
    'https://app.example/callback#x',
    'https://app.example/%63allback',
    'https://app.example/callback%2f..',
    'https://app.example/x/../callback',
    'https://user@app.example/callback',
    'https://app.example.evil.example/callback',
    'http://app.example/callback',
    'https://app.example/other',
    '',
  ])('does not find %j', (uri) => {
    expect(isRegistered({ kind: 'browser' }, uris, uri)).toBe(false);
  });
});

describe('a loopback address', () => {
  const uris = ['http://127.0.0.1/callback', 'http://localhost:3000/'];
  test.each(['http://127.0.0.1:51004/callback', 'http://localhost/', 'http://localhost:1/'])(
    'of a native application may have any port: %s',
    (uri) => {
      expect(isRegistered({ kind: 'native' }, uris, uri)).toBe(true);
      expect(isRegistered({ kind: 'browser' }, uris, uri)).toBe(false);
    },
  );
  test.each([
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:051/callback',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://[::1]:51004/callback',
    'http://127.0.0.1.evil.example/callback',
    'https://127.0.0.1:51004/callback',
    'http://localhost:3000/#x',
  ])('stays exact in everything else: %s', (uri) => {
    expect(isRegistered({ kind: 'native' }, uris, uri)).toBe(false);
  });

  test('of any kind may use the application of the local run, which is no other one', () => {
    const demo = { kind: 'browser', anyLoopback: true } as const;
    expect(isRegistered(demo, [], 'http://localhost:5173/any/page?x=1')).toBe(true);
    for (const uri of ['http://localhost.evil.example/', 'https://app.example/', 'http://localhost:1@evil.example/'])
      expect(isRegistered(demo, [], uri)).toBe(false);
  });
});
