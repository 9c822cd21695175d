// Runs imitations of earlier services on loopback: a token endpoint, a user pool of Cognito and a hook, with the shapes that
// their documentation has. Each realm is apart, has its own people, and keeps what it was asked.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '../../infra/tools/local/ports.ts';

type Json = Record<string, unknown>;
export type Kind = 'oauth' | 'cognito' | 'hook';
/** `claims`: of OpenID Connect. `step`: the service asks this person for more than a password. */
export type Resident = { password: string; claims?: Json; step?: true };
type Response = { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

export type Realm = {
  kind: Kind;
  url: string;
  clientId: string;
  clientSecret: string;
  people: Map<string, Resident>;
  /** Replaces responses, by the path or the action. `hang`: there is none. */
  fault?: { at?: string; response: Response | 'hang' | 'cut' };
  /** Runs before a response is sent. */
  before?: () => Promise<unknown>;
  requests: { path: string; headers: IncomingMessage['headers']; body: string }[];
  /** For `settings.migration`. */
  settings: (more?: Json) => Json;
};

export type EarlierService = { url: string; realm: (kind: Kind) => Realm; stop: () => Promise<void> };

const DAY = 86_400_000;

export async function startEarlierService(): Promise<EarlierService> {
  const realms = new Map<string, Realm>();
  const server = createServer(async (request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('/');
    const realm = realms.get(name);
    if (!realm) return void response.writeHead(404).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = String(request.headers['x-amz-target'] ?? `/${rest.join('/')}`)
      .split('.')
      .at(-1) as string;
    realm.requests.push({ path, headers: request.headers, body });
    await realm.before?.();
    const { fault } = realm;
    const isFaulty = fault !== undefined && (fault.at === undefined || fault.at === path);
    if (isFaulty && fault.response === 'hang') return;
    if (isFaulty && fault.response === 'cut') return void request.socket.destroy();
    send(
      response,
      realm.kind,
      isFaulty ? (fault.response as Response) : RESPONDERS[realm.kind](realm, path, request, body),
    );
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const realm = (kind: Kind): Realm => {
    const name = randomBytes(6).toString('hex');
    const clientSecret = kind === 'hook' ? `whsec_${randomBytes(32).toString('base64')}` : `secret ${name}+/`;
    const made: Realm = {
      kind,
      url: `${url}/${name}/`,
      clientId: `client-${name}`,
      clientSecret,
      people: new Map(),
      requests: [],
      settings: (more = {}) => ({
        kind,
        url: made.url,
        ...(kind !== 'hook' && { clientId: made.clientId }),
        clientSecret,
        endsAt: new Date(Date.now() + 30 * DAY).toISOString(),
        ...more,
      }),
    };
    realms.set(name, made);
    return made;
  };
  const stop = async () => {
    server.closeAllConnections();
    await close(server);
  };
  return { url, realm, stop };
}

function send(response: ServerResponse, kind: Kind, { status, body, text, headers }: Response): void {
  const type = kind === 'cognito' ? 'application/x-amz-json-1.1' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text ?? JSON.stringify(body));
}

type Responder = (realm: Realm, path: string, request: IncomingMessage, body: string) => Response;

const jwt = (claims: Json): string =>
  ['{"alg":"none"}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** Auth0 and Keycloak respond so (RFC 6749 5.2, Auth0 API Explorer, "Resource Owner Password"). */
const oauth: Responder = (realm, path, { headers }, body) => {
  if (path === '/userinfo') {
    const found = realm.people.get(Buffer.from(String(headers.authorization).slice(7), 'hex').toString());
    return found ? { status: 200, body: found.claims ?? {} } : { status: 401, body: { error: 'invalid_token' } };
  }
  const form = new URLSearchParams(body);
  const [id, secret] = Buffer.from(String(headers.authorization).slice(6), 'base64')
    .toString()
    .split(':')
    .map(formDecoded);
  const isClient = headers.authorization
    ? id === realm.clientId && secret === realm.clientSecret
    : form.get('client_id') === realm.clientId && form.get('client_secret') === realm.clientSecret;
  if (!isClient) return { status: 401, body: { error: 'invalid_client' } };
  if (form.get('grant_type') !== 'password') return { status: 400, body: { error: 'unsupported_grant_type' } };
  const username = form.get('username') ?? '';
  const found = realm.people.get(username);
  if (!found || found.password !== form.get('password')) {
    return { status: 403, body: { error: 'invalid_grant', error_description: 'Wrong email or password.' } };
  }
  if (found.step) return { status: 403, body: { error: 'mfa_required', mfa_token: 'x' } };
  const idToken = found.claims && jwt({ aud: realm.clientId, ...found.claims });
  return {
    status: 200,
    body: { access_token: Buffer.from(username).toString('hex'), token_type: 'Bearer', id_token: idToken },
  };
};
const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Amazon Cognito API Reference: InitiateAuth, GetUser, their errors and the challenge of InitiateAuth. */
const cognito: Responder = (realm, action, _, body) => {
  const input = JSON.parse(body);
  const refuse = (__type: string, message = '') => ({ status: 400, body: { __type, message } });
  if (action === 'GetUser') {
    const name = Buffer.from(String(input.AccessToken), 'hex').toString();
    const attributes = Object.entries(realm.people.get(name)?.claims ?? {});
    const UserAttributes = attributes.map(([Name, value]) => ({ Name, Value: String(value) }));
    return { status: 200, body: { Username: name, UserAttributes } };
  }
  const { USERNAME, PASSWORD, SECRET_HASH } = input.AuthParameters;
  const hash = createHmac('sha256', realm.clientSecret).update(`${USERNAME}${realm.clientId}`).digest('base64');
  if (input.ClientId !== realm.clientId) return refuse('ResourceNotFoundException');
  if (SECRET_HASH !== hash) return refuse('InvalidParameterException', 'Unable to verify secret hash for client');
  const found = realm.people.get(USERNAME);
  if (!found || found.password !== PASSWORD) return refuse('NotAuthorizedException', 'Incorrect username or password.');
  if (found.step) {
    const ChallengeParameters = { USER_ID_FOR_SRP: USERNAME };
    return { status: 200, body: { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'x', ChallengeParameters } };
  }
  const AccessToken = Buffer.from(USERNAME).toString('hex');
  const result = { AccessToken, ExpiresIn: 3600, TokenType: 'Bearer', IdToken: 'x', RefreshToken: 'x' };
  return { status: 200, body: { AuthenticationResult: result, ChallengeParameters: {} } };
};

/** Verifies the signature as the guide says (Standard Webhooks 1.0.0). */
const hook: Responder = (realm, _, { headers }, body) => {
  const key = Buffer.from(realm.clientSecret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  if (headers['webhook-signature'] !== signature) return { status: 400, body: { error: 'signature' } };
  const { email, phone, password } = JSON.parse(body);
  const found = realm.people.get(email ?? phone);
  if (!found || found.password !== password) return { status: 401, body: { error: 'wrong' } };
  if (found.step) return { status: 403, body: { error: 'password_change_required' } };
  return { status: 200, body: { sub: email ?? phone, ...found.claims } };
};

const RESPONDERS: Readonly<Record<Kind, Responder>> = { oauth, cognito, hook };
