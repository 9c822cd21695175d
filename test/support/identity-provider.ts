// Runs our own small identity provider on loopback, as dishonest as a test wants it. It speaks OpenID Connect and the
// dialects of GitHub and Facebook. Each realm is a separate issuer, so that cached values do not couple tests.
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '../../infra/tools/local/ports.ts';

type Json = Record<string, unknown>;
export type Step = 'metadata' | 'keys' | 'token' | 'user';
export type Fault = 'hang' | 'error' | 'html' | 'huge' | 'redirect' | 'cut' | 'garbage' | 'refuse';

export type Behaviour = {
  /** Overrides fields of the metadata document. */
  metadata?: Json;
  /** Replaces the JSON text of a step. */
  text?: Partial<Record<Step, string>>;
  /** Overrides claims of the id token. `undefined` omits a claim. */
  claims?: Json;
  header?: Json;
  /** How the token is signed. The default is the right key. */
  signature?: 'none' | 'hmac' | 'other-key' | 'broken';
  /** Replaces the response of a step. */
  fault?: Partial<Record<Step, Fault>>;
  /** Overrides fields of the token endpoint's response. */
  token?: Json;
  /** Overrides GitHub's and Facebook's responses about a person. */
  user?: unknown;
  emails?: unknown;
  /** Replaces the issuer in the redirect back through the browser. */
  iss?: string | null;
  /** The applications that it admits for its people: their id at Gatehouse, by that at the provider. */
  agents?: Record<string, string>;
};

export type Person = { sub: string; email?: unknown; email_verified?: unknown; name?: string } & Json;

export type Realm = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  behaviour: Behaviour;
  /** The passwords of people who log in with the password grant, by address. */
  passwords: Map<string, string>;
  /** Requests of each step so far, with what was sent. */
  requests: { step: Step; url: string; form: Record<string, string>; headers: IncomingMessage['headers'] }[];
  /** For `settings.ssoProviders`. */
  settings: (name: string, more?: Json) => Json;
  /** Logs the person in at `location`. Returns the URL of the redirect back, with the fields of a form in its query. */
  logIn: (location: string, person: Person) => URL;
  /** An id token as an app with the provider's own SDK gets it. */
  idToken: (person: Person, claims?: Json) => string;
  /** An assertion that admits an application (ID-JAG); `more` replaces claims, and `header` members. */
  assertion: (more: Json, header?: Json) => string;
};

export type IdentityProvider = { url: string; realm: (behaviour?: Behaviour) => Realm; stop: () => Promise<void> };

type Grant = { person: Person; nonce: string | null; challenge: string; redirectUri: string };
type Inside = { realm: Realm; grants: Map<string, Grant> };

const KID = 'key-1';
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pairs = { right: newPair(), other: newPair() };
const publicKey = pairs.right.publicKey.export({ format: 'jwk' });

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';
/** An assertion names its person by itself. */
const NO_ONE: Person = { sub: '' };

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const realms = new Map<string, Inside>();
  const server = createServer(async (request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('?')[0]!.split('/');
    const inside = realms.get(name);
    if (!inside) return void response.writeHead(404).end();
    await answer(inside, `/${rest.join('/')}`, request, response);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const realm = (behaviour: Behaviour = {}): Realm => {
    const name = randomBytes(6).toString('hex');
    const grants = new Map<string, Grant>();
    const issuer = `${url}/${name}`;
    const [clientId, clientSecret] = [`client-${name}`, `secret-${randomBytes(12).toString('hex')}`];
    const made: Realm = {
      issuer,
      clientId,
      clientSecret,
      behaviour,
      passwords: new Map(),
      requests: [],
      settings: (provider, more) => ({ name: provider, issuer, clientId, clientSecret, trustEmail: true, ...more }),
      logIn: (location, person) => grant(made, grants, location, person),
      idToken: (person, claims = {}) => signed(made, person, null, claims),
      assertion: (more, header = {}) =>
        signed(
          { ...made, behaviour: { header: { typ: 'oauth-id-jag+jwt', ...header }, ...made.behaviour } },
          NO_ONE,
          null,
          more,
        ),
    };
    realms.set(name, { realm: made, grants });
    return made;
  };
  const stop = async () => {
    server.closeAllConnections();
    await close(server);
  };
  return { url, realm, stop };
}

function grant({ issuer, behaviour }: Realm, grants: Map<string, Grant>, location: string, person: Person): URL {
  const { searchParams } = new URL(location);
  const code = randomBytes(12).toString('hex');
  const redirectUri = searchParams.get('redirect_uri') as string;
  const challenge = searchParams.get('code_challenge') as string;
  grants.set(code, { person, nonce: searchParams.get('nonce'), challenge, redirectUri });
  const back = new URL(redirectUri);
  back.searchParams.set('code', code);
  back.searchParams.set('state', searchParams.get('state') as string);
  if (behaviour.iss !== null) back.searchParams.set('iss', behaviour.iss ?? issuer);
  return back;
}

async function answer({ realm, grants }: Inside, path: string, request: IncomingMessage, response: ServerResponse) {
  const step = stepOf(path);
  const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
  realm.requests.push({ step, url: request.url ?? '', form, headers: request.headers });
  const fault = realm.behaviour.fault?.[step];
  if (fault) return misbehave(fault, response);
  const text = realm.behaviour.text?.[step];
  if (text !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  const bodies: Record<Step, () => unknown> = {
    metadata: () => ({
      issuer: realm.issuer,
      authorization_endpoint: `${realm.issuer}/authorize`,
      token_endpoint: `${realm.issuer}/token`,
      jwks_uri: `${realm.issuer}/keys`,
      authorization_response_iss_parameter_supported: true,
      ...realm.behaviour.metadata,
    }),
    keys: () => ({ keys: [{ ...publicKey, kid: KID, alg: 'RS256', use: 'sig' }] }),
    token: () => tokens(realm, grants, form),
    user: () => (path.endsWith('/emails') ? realm.behaviour.emails : realm.behaviour.user),
  };
  const body = bodies[step]();
  json(response, body === undefined ? 400 : 200, body ?? { error: 'invalid_grant', error_description: '<b>no</b>' });
}

function stepOf(path: string): Step {
  if (path.endsWith('/.well-known/openid-configuration')) return 'metadata';
  if (path === '/keys') return 'keys';
  return /token$/.test(path) ? 'token' : 'user';
}

/** Redeems a code. It works once, and only with its PKCE verifier and its redirect URI. */
function tokens(realm: Realm, grants: Map<string, Grant>, form: Record<string, string>) {
  if (form.requested_token_type === ID_JAG) return admission(realm, form);
  if (form.grant_type === 'password') return byPassword(realm, form);
  const granted = grants.get(form.code ?? '');
  grants.delete(form.code ?? '');
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url');
  if (!granted || granted.redirectUri !== form.redirect_uri || granted.challenge !== challenge) return undefined;
  const idToken = signed(realm, granted.person, granted.nonce, {});
  return { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: idToken, ...realm.behaviour.token };
}

/** The password grant (RFC 6749 4.3), for the people in `passwords`. */
function byPassword(realm: Realm, { username = '', password }: Record<string, string>) {
  if (realm.passwords.get(username) !== password) return undefined;
  const idToken = signed(realm, { sub: username, email: username, email_verified: true }, null, {});
  return { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: idToken };
}

/** Exchanges the id token of a person for an assertion that admits an application that it knows. */
function admission(realm: Realm, form: Record<string, string>) {
  const { client_id = '', subject_token = '', audience: aud, resource, scope } = form;
  const agent = realm.behaviour.agents?.[client_id];
  const { iss, sub } = JSON.parse(Buffer.from(subject_token.split('.')[1] ?? '', 'base64url').toString());
  if (agent === undefined || iss !== realm.issuer) return undefined;
  const access_token = realm.assertion({ sub, aud, client_id: agent, resource, scope });
  return { issued_token_type: ID_JAG, token_type: 'N_A', access_token, expires_in: 300 };
}

function signed(realm: Realm, person: Person, nonce: string | null, more: Json): string {
  const { behaviour, issuer, clientId } = realm;
  const at = Math.floor(Date.now() / 1000);
  const all = { ...person, iss: issuer, aud: clientId, iat: at, exp: at + 300, ...(nonce && { nonce }) };
  const claims = JSON.parse(
    JSON.stringify({ ...all, jti: randomBytes(6).toString('hex'), ...more, ...behaviour.claims }),
  );
  const header = { alg: 'RS256', kid: KID, ...behaviour.header };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = (alg: string) => `${part({ ...header, alg })}.${part(claims)}`;
  const signing = (alg: string, key: KeyObject) => sign('sha256', Buffer.from(input(alg)), key).toString('base64url');
  switch (behaviour.signature) {
    case 'none':
      return `${input('none')}.`;
    case 'hmac':
      // With the public key as the secret: what a verifier that trusts the header would check.
      return `${input('HS256')}.${createHmac('sha256', JSON.stringify(publicKey)).update(input('HS256')).digest('base64url')}`;
    case 'other-key':
      return `${input('RS256')}.${signing('RS256', pairs.other.privateKey)}`;
    case 'broken':
      return `${input('RS256')}.${signing('RS256', pairs.right.privateKey).replace(/.{6}$/, 'AAAAAA')}`;
    default:
      return `${input('RS256')}.${signing('RS256', pairs.right.privateKey)}`;
  }
}

function misbehave(fault: Fault, response: ServerResponse): void {
  switch (fault) {
    case 'hang':
      return;
    case 'error':
      json(response, 500, { error: 'server_error' });
      return;
    case 'refuse':
      json(response, 400, { error: 'access_denied', error_description: '<script>alert(1)</script>' });
      return;
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>{}</html>');
    case 'garbage':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":');
    case 'huge':
      json(response, 200, { padding: 'x'.repeat(10 * 1024 * 1024) });
      return;
    case 'redirect':
      return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":');
      return void setTimeout(() => response.destroy(), 20);
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
