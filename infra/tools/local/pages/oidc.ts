// Serves the identity provider `local`: the part of OpenID Connect that the service uses, with two demo people to log
// in as.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { digest, randomSecret, sameSecret } from '../../../../lib/crypto/secrets.ts';
import { LOCAL, type LocalProvider } from './local-provider.ts';
import { json, type Page, type PageReply, reply } from './page.ts';
import { renderPage } from './template.ts';

type Person = { email: string; email_verified: boolean; name: string };
type Grant = { sub: string; nonce: string | undefined; challenge: string; until: number };

const PEOPLE: Readonly<Record<string, Person>> = {
  ida: { email: 'ida@people.example', email_verified: true, name: 'Ida Rhodes' },
  leo: { email: 'leo@people.example', email_verified: true, name: 'Leo Beranek' },
};
const ALG = 'ES256';
const GRANT_MS = 60_000;
const MOST_GRANTS = 100;

const wrong = (error: string): PageReply => reply(400, 'application/json', JSON.stringify({ error }));

/** Returns its pages by route. Keys are generated with the first token and last as long as the run. */
export function createProvider(provider: LocalProvider, baseUrl: string): Readonly<Record<string, Page>> {
  const { issuer, clientId, clientSecret } = provider;
  const callback = `${baseUrl}/auth/callback/${LOCAL}`;
  const grants = new Map<string, Grant>();
  let made: ReturnType<typeof newKeys> | undefined;
  const keys = () => {
    made ??= newKeys();
    return made;
  };

  /** Asks which person to log in as, then redirects back with a code. */
  async function authorize(query: URLSearchParams): Promise<PageReply> {
    const challenge = query.get('code_challenge');
    // Redirects only to the one registered address (RFC 9700 4.11).
    if (query.get('redirect_uri') !== callback || query.get('client_id') !== clientId) return wrong('invalid_client');
    if (query.get('response_type') !== 'code' || !challenge) return wrong('invalid_request');
    const sub = query.get('person');
    if (sub === null) return personPage(query);
    const back = new URL(callback);
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    back.searchParams.set('iss', issuer);
    if (Object.hasOwn(PEOPLE, sub)) {
      const code = randomSecret();
      grants.set(code, { sub, nonce: query.get('nonce') ?? undefined, challenge, until: Date.now() + GRANT_MS });
      for (const old of [...grants.keys()].slice(0, -MOST_GRANTS)) grants.delete(old);
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    return { ...reply(302, 'text/plain', ''), headers: { location: back.href, 'cache-control': 'no-store' } };
  }

  /** Each code works once, for the client that presents the secret and the verifier of the challenge. */
  async function token(form: URLSearchParams): Promise<PageReply> {
    const isClient = form.get('client_id') === clientId && sameSecret(form.get('client_secret') ?? '', clientSecret);
    if (!isClient) return wrong('invalid_client');
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const isValid = grant && digest(form.get('code_verifier') ?? '') === grant.challenge && grant.until > Date.now();
    if (!isValid || form.get('redirect_uri') !== callback) return wrong('invalid_grant');
    const { privateKey, jwk } = await keys();
    const claims = { ...PEOPLE[grant.sub], ...(grant.nonce !== undefined && { nonce: grant.nonce }) };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALG, kid: jwk.kid })
      .setIssuer(issuer)
      .setSubject(grant.sub)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return json({ access_token: randomSecret(), token_type: 'Bearer', expires_in: 300, id_token: idToken });
  }

  return {
    'GET /__oidc/.well-known/openid-configuration': () =>
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        code_challenge_methods_supported: ['S256'],
        id_token_signing_alg_values_supported: [ALG],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      }),
    'GET /__oidc/keys': async () => json({ keys: [(await keys()).jwk] }),
    'GET /__oidc/authorize': ({ query }) => authorize(query),
    'POST /__oidc/token': async ({ form }) => token(await form()),
  };
}

async function newKeys() {
  const { publicKey, privateKey } = await generateKeyPair(ALG);
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: randomSecret(8), alg: ALG, use: 'sig' } };
}

/** Shows a link for each person. The only HTML character in a query written by URLSearchParams is &. */
function personPage(query: URLSearchParams): Promise<PageReply> {
  const link = (sub: string): string => `?${new URLSearchParams([...query, ['person', sub]])}`.replaceAll('&', '&amp;');
  const people = Object.entries(PEOPLE).map(
    ([sub, { name, email }]) => `<li><a href="${link(sub)}"><b>${name}</b> <span>${email}</span></a></li>`,
  );
  return renderPage(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Choose a person · Local identity provider</title>
    <link rel="icon" href="data:,">
  </head>
  <body class="form">
    <main>
      <h1>Log in as</h1>
      <ul class="people">${people.join('')}</ul>
      <p><a href="${link('')}">Cancel</a></p>
      <p class="quiet">This identity provider is part of the local run. It needs no password.</p>
    </main>
  </body>
</html>
`);
}
