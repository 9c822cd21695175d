// Runs oidc-provider, a certified identity provider that isn't ours, on loopback. Its reading of the specifications and
// ours must fit together. Tests walk through its pages as a browser would.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
// @ts-expect-error: it comes without types
import Provider, { errors } from 'oidc-provider';
import { close, listen } from '../../infra/tools/local/ports.ts';

export type OidcProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Starts to serve a client with this redirect URI. */
  serve: (redirectUri: string, client?: Record<string, unknown>, methods?: string[]) => void;
  /** Logs in as `account` and consents. Returns the URL that the browser is sent back to. */
  logIn: (location: string, account: string) => Promise<URL>;
  stop: () => Promise<void>;
};

const CLIENT = { clientId: 'gatehouse', clientSecret: 'a+secret/with~odd:characters=' };

const keys = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
].map(({ privateKey }) => ({ ...privateKey.export({ format: 'jwk' }), use: 'sig' }));

/** The one password of everyone there. */
export const OIDC_PASSWORD = 'the password of everyone there';

/** The password grant, as its documentation says that one adds a grant ("Custom Grant Types"). */
// biome-ignore lint/suspicious/noExplicitAny: it comes without types
async function byPassword(context: any): Promise<void> {
  const { client, params, provider } = context.oidc;
  const [accountId] = params.username.split('@');
  if (params.password !== OIDC_PASSWORD) throw new errors.InvalidGrant('invalid credentials');
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addOIDCScope('openid email profile');
  const { scope } = params;
  const token = new provider.AccessToken({ accountId, client, grantId: await grant.save(), gty: 'password', scope });
  context.oidc.entity('AccessToken', token);
  context.body = { access_token: await token.save(), expires_in: token.expiration, token_type: 'Bearer', scope };
}

/** It says at length that it isn't meant to run like this elsewhere. */
function quietly<T>(make: () => T): T {
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** Takes a port; what it serves is said later, when the redirect is known. */
export async function startOidcProvider(): Promise<OidcProvider> {
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => handler?.(request, response));
  const issuer = `http://localhost:${await listen(server, 0)}`;
  const serve: OidcProvider['serve'] = (
    redirectUri,
    client,
    methods = ['client_secret_basic', 'client_secret_post'],
  ) => {
    const configuration = {
      clients: [
        { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri], ...client },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      clientAuthMethods: methods,
      jwks: { keys },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 3600, AuthorizationCode: 60 },
      pkce: { required: () => true },
      renderError: (context: { body: string }, { error }: { error: string }) => {
        context.body = error;
      },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, email: `${id}@op.example`, email_verified: true, name: `Person ${id}` }),
      }),
    };
    const provider = quietly(() => new Provider(issuer, configuration));
    provider.registerGrantType('password', byPassword, ['username', 'password', 'scope']);
    handler = provider.callback();
  };
  const stop = async () => {
    server.closeAllConnections();
    await close(server);
  };
  return { issuer, ...CLIENT, serve, logIn: (location, account) => walk(issuer, location, account), stop };
}

/** Follows redirects with cookies, and fills in the two forms (login, consent) of its development pages. */
async function walk(issuer: string, location: string, account: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(location);
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] as string).split(/=(.*)/s);
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next) {
      url = new URL(next, url);
      body = undefined;
      if (url.origin !== issuer) return url;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (!prompt || !action) throw new Error(`not a form: ${response.status} ${page.slice(0, 300)}`);
    url = new URL(action, url);
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: account, password: 'any' }) });
  }
  throw new Error('the provider never came to an end');
}
