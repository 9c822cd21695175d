// Makes a request hostile: its method, path, query, headers, credentials or encoding are what no honest client sends.
import { randomBytes } from 'node:crypto';
import { basic } from '../../support/applications.ts';
import type { Draft } from '../request.ts';
import { type Caller, cookiesOf } from '../world/people.ts';
import { draftOf, type Intent } from './intent.ts';
import { drawKnown } from './names.ts';
import { ODD_TEXTS } from './odd.ts';

type Attack = (draft: Draft, intent: Intent) => void;

const drop = (draft: Draft, name: string): void => {
  draft.headers = draft.headers.filter(([each]) => each !== name);
};
const replace = (draft: Draft, name: string, value: string): void => {
  drop(draft, name);
  draft.headers.push([name, value]);
};
/** Bytes that a header can carry. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

const other = ({ context }: Intent): Caller => {
  const { world, chance, caller } = context;
  const all = world.callers.filter((each) => each !== caller && each.kind !== 'stranger');
  const chosen = chance.of(all);
  noteSecrets(context, chosen);
  return chosen;
};

/** The request acts as this caller, too. */
function noteSecrets({ used }: Intent['context'], { side }: Caller): void {
  used.push({ kind: 'access', text: '', side, isSecret: true, isCore: true });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"',
  'application/json;',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
  'application/json, application/x-www-form-urlencoded',
];
const BODIES: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('{'),
  Buffer.from('null'),
  Buffer.from('[]'),
  Buffer.from('"x"'),
  Buffer.from('{}{}'),
  Buffer.from('\ufeff{}'),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
  Buffer.from('a=1&a=2&b[]=3&%ff=%00&=x&c'),
  Buffer.from('_method=GET'),
  Buffer.from('{"_method":"GET","where":"{}"}'),
  Buffer.from('{"_method":"DELETE"}'),
  Buffer.alloc(64 * 1024, ' '),
  Buffer.alloc(64 * 1024 + 1, '{'),
  Buffer.alloc(300 * 1024, 'x'),
];
const HEADERS: readonly [string, string][] = [
  ['origin', 'https://evil.invalid'],
  ['origin', 'null'],
  ['origin', 'http://localhost:3000'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-origin'],
  ['referer', 'https://evil.invalid/'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-host', 'evil.invalid'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for=127.0.0.1;host=evil.invalid'],
  ['x-original-url', '/auth/admin/me'],
  ['x-http-method-override', 'DELETE'],
  ['x-http-method-override', 'GET'],
  ['x-method-override', 'get'],
  ['x-access-token-type', 'cookie'],
  ['x-access-token-type', 'header'],
  ['x-access-token-type', 'none'],
  ['x-csrf-token', 'a.b.c'],
  ['x-csrf-token', '.'.repeat(50)],
  ['x-svc-device-trust', 'dev_x.y'],
  ['x-svc-device-trust', '~'.repeat(200)],
  ['dpop', 'eyJ.eyJ.x'],
  ['dpop', 'e30.e30.'],
  ['accept', 'text/html'],
  ['accept-encoding', 'gzip, br, *;q=0'],
  ['accept-language', '\xff\xfe;q=2'],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'identity'],
  ['expect', '100-continue'],
  ['range', 'bytes=0-0'],
  ['if-none-match', '*'],
  ['if-match', '"0"'],
  ['user-agent', ''],
  ['user-agent', '<script>alert(1)</script>\xff'],
  ['user-agent', 'x'.repeat(8000)],
  ['via', '1.1 evil'],
  ['connection', 'authorization'],
  ['x-amzn-trace-id', 'Root=1-00000000-000000000000000000000000;Sampled=9'],
  ['cookie', 'svc_access; svc_refresh=; =x; a=b=c; svc_admin'],
  ['cookie', '__Host-svc_access=x; svc_access=\xff'],
];
const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'bearer x',
  'Bearer x y',
  'Bearer e30.e30.',
  'Basic Og==',
  'Basic !!!',
  `Basic ${Buffer.from('%ff:%').toString('base64')}`,
  `Basic ${Buffer.from('__proto__:constructor').toString('base64')}`,
  'DPoP x',
  'Digest username="x"',
  'AWS4-HMAC-SHA256 Credential=x',
  `Bearer ${'x'.repeat(9000)}`,
];
const PATHS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.replace('/auth', '/AUTH'),
  (path) => path.replace('/auth', '/%61uth'),
  (path) => path.replace('/auth', '/auth/.'),
  (path) => path.replace('/auth', '/auth/../auth'),
  (path) => path.replace('/auth', '/auth/%2e%2e/auth'),
  (path) => path.replace('/auth', '/auth;x=1'),
  (path) => `${path};a=b`,
  (path) => `${path}%00`,
  (path) => `${path}%2F`,
  (path) => `${path}%c0%af`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}.json`,
  (path) => `${path}/..`,
  (path) => `${path}\\`,
  (path) => `${path}\xff`,
  (path) => path.replace(/[^/]+$/, '%E2%80%AE'),
  (path) => path.replace(/[^/]+$/, '__proto__'),
  (path) => path.replace(/[^/]+$/, 'x'.repeat(4200)),
  (path) => path.replace(/[^/]+$/, '%F0%9F%98%80'.repeat(200)),
  (path) => path.replace(/\/[^/]+$/, ''),
  () => '/',
  () => '//',
  () => '*',
  () => '/auth',
  () => '/auth/admin/api',
  () => '/login',
  () => '/login/../account',
  () => '/login/%2e%2e/%2e%2e/etc/passwd',
  () => '/account/x?y',
  () => '/assets/..%2f..%2fpackage.json',
  () => '/assets/x.js',
  () => '/favicon.ico',
  () => '/.well-known/openid-configuration',
  () => 'http://evil.invalid/auth/me',
];
const QUERIES: readonly ((query: string) => string)[] = [
  (query) => `${query}&${query}`,
  (query) => `${query}&__proto__[x]=1&constructor[prototype][y]=1`,
  (query) => query.replaceAll('=', '[]='),
  (query) => query.replaceAll('=', '[$gt]='),
  (query) => `${query}&%=%&%ff=%ff&&&=&`,
  (query) => `${query}&x=%00&y=%ed%a0%80`,
  (query) => `${query}&${Array.from({ length: 300 }, (_, at) => `p${at}=x`).join('&')}`,
  (query) => `${query}&x=${'y'.repeat(5000)}`,
  (query) => `${query}&a${'[b]'.repeat(60)}=1`,
  (query) => `${query}&a${'.b'.repeat(60)}=1`,
  (query) => `${query}&where[name][$like]=%25&where.name=1`,
  (query) => `${query}&where=${encodeURIComponent('{"$and":'.repeat(30))}`,
  (query) => `${query}&where=${encodeURIComponent(`{"$or":[${'{"name":"x"},'.repeat(80)}{}]}`)}`,
  (query) => `${query}&again=1`,
  (query) => query.toUpperCase(),
  () => '?'.repeat(100),
];

const ATTACKS: readonly Attack[] = [
  (draft, { context }) => {
    draft.method = context.chance.of(METHODS);
  },
  (draft, { context }) => {
    draft.path = context.chance.of(PATHS)(draft.path);
  },
  (draft, { context }) => {
    draft.query = context.chance.of(QUERIES)(draft.query);
  },
  (draft, { context }) => replace(draft, 'content-type', context.chance.of(TYPES)),
  (draft, { context }) => {
    draft.body = context.chance.of(BODIES);
  },
  // A body in the other form.
  (draft) => {
    if (!draft.body) return;
    const isForm = draft.headers.some(([, value]) => value === 'application/x-www-form-urlencoded');
    replace(draft, 'content-type', isForm ? 'application/json' : 'application/x-www-form-urlencoded');
  },
  // A byte of the body is another one.
  (draft, { context }) => {
    if (!draft.body?.length) return;
    draft.body = Buffer.from(draft.body);
    draft.body[context.chance.below(draft.body.length)] = context.chance.below(256);
  },
  (draft, { context }) => void draft.headers.push(context.chance.of(HEADERS)),
  (draft, { context }) => void draft.headers.push(context.chance.of(HEADERS), context.chance.of(HEADERS)),
  (draft, { context }) => void draft.headers.push(['x-filler', 'x'.repeat(context.chance.of([4000, 9000, 17_000]))]),
  (draft, { context }) => replace(draft, 'authorization', context.chance.of(AUTHORIZATIONS)),
  (draft, { context }) => void draft.headers.push(['authorization', context.chance.of(AUTHORIZATIONS)]),
  (draft, { context }) => {
    const name = context.chance.of(['user-agent', 'cookie', 'x-csrf-token', 'origin', 'dpop', 'authorization']);
    draft.headers.push([name, headerText(context.chance.of(ODD_TEXTS)).slice(0, 3000)]);
  },
  // Without a credential, with that of another caller, or with both.
  (draft) => {
    drop(draft, 'authorization');
    drop(draft, 'cookie');
  },
  (draft, intent) => {
    drop(draft, 'authorization');
    drop(draft, 'cookie');
    draft.headers.push(...shownBy(other(intent)));
  },
  (draft, intent) => void draft.headers.push(...shownBy(other(intent))),
  // A token of another kind in the place of an access token, and cookies with values of others.
  (draft, { context }) => {
    const kind = context.chance.of([
      'refresh',
      'idToken',
      'token',
      'code',
      'trust',
      'cursor',
      'csrf',
      'nonce',
      'secret',
      'access',
    ]);
    const text = drawKnown({ ...context, foreign: 0.3 }, kind) ?? 'x';
    const name = context.chance.of([
      'svc_access',
      'svc_refresh',
      'svc_admin',
      'svc_refresh_1',
      'svc_device',
      'svc_sso',
      'svc_binding',
    ]);
    if (context.chance.below(2)) replace(draft, 'authorization', `Bearer ${text}`);
    else draft.headers.push(['cookie', `${name}=${text}`]);
  },
  // A signature that is wrong, missing, or of another token.
  (draft, { context }) => {
    const { access = 'a.b.c' } = context.caller;
    const [head = '', claims = ''] = access.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const forged = context.chance.of([
      `${head}.${claims}.`,
      `${none}.${claims}.`,
      `${head}.${claims}.${randomBytes(0).toString('hex')}AAAA`,
      `${head}.e30.${access.split('.')[2]}`,
      access.slice(0, -2),
      `${access}.x`,
      `${access},${access}`,
    ]);
    replace(draft, 'authorization', `Bearer ${forged}`);
  },
  // A browser's cookies without the proof that its page sent them.
  (draft, { context }) => {
    drop(draft, 'x-csrf-token');
    draft.headers.push(['origin', context.chance.of(['https://evil.invalid', 'null', 'https://o1.example.com'])]);
    draft.headers.push(['sec-fetch-site', context.chance.of(['cross-site', 'same-site', 'none'])]);
  },
  (draft) => {
    draft.method = 'OPTIONS';
    draft.headers.push(['origin', 'https://evil.invalid'], ['access-control-request-method', 'POST']);
  },
];

/** How a caller proves who it is, without the rest of its headers. */
function shownBy(caller: Caller): Draft['headers'] {
  if (caller.cookies.size) return [['cookie', cookiesOf(caller.cookies)]];
  if (caller.client && caller.name.length % 2) return Object.entries(basic(caller.client.id, caller.client.secret));
  return [['authorization', `Bearer ${caller.access}`]];
}

/** Writes the request down with one or two attacks. */
export function attacked(intent: Intent): Draft {
  const { chance } = intent.context;
  const draft = draftOf(intent);
  for (let left = 1 + chance.below(2); left > 0; left--) chance.of(ATTACKS)(draft, intent);
  return draft;
}
