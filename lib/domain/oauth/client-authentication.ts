// Authenticates an application at an endpoint of the OpenID provider. A request uses one method, and the kind of the
// application decides which: `browser` and `native` cannot keep a secret, so theirs is `none`.
//
// Secrets have 256 random bits and keys sign, so neither can be guessed. The right credential always works: only refusals
// are counted, by network, and strangers cannot lock an application out (docs/decisions/0026-login-throttle.md).
import type { JWK } from 'jose';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { ASSERTION_ALGORITHMS, CLIENT_METHODS } from '../../contract/applications.ts';
import { fail } from '../../contract/errors.ts';
import { digest, sameSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { applicationId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import * as store from '../../store/applications.ts';
import * as assertions from '../../store/assertions.ts';
import * as limits from '../credentials/limits.ts';

type Application = store.Application;

/** What a request says about its application: the `authorization` headers, and the form. */
export type ClientCredentials = {
  authorization: readonly string[];
  client_id?: string | undefined;
  client_secret?: string | undefined;
  client_assertion_type?: string | undefined;
  client_assertion?: string | undefined;
};

type Proof =
  | { method: 'none'; id: string }
  | { method: 'client_secret_basic' | 'client_secret_post'; id: string; secret: string }
  | { method: 'private_key_jwt'; id: string; assertion: string };

/** RFC 7523 2.2. */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/**
 * Returns the application that sent the request. Throws INVALID_CLIENT for an unknown or disabled one, for another
 * method than its kind requires and for a wrong credential, alike; INVALID_INPUT for a request that uses two methods;
 * RATE_LIMITED after many refusals of one network.
 */
export async function authenticateClient(sent: ClientCredentials, ip: string): Promise<Application> {
  const proof = proofIn(sent);
  const application = proof && (await store.find(applicationId(proof.id)));
  if (proof && application && isUsable(application, proof) && (await isProved(application, proof))) {
    note({ actor: application.id });
    return application;
  }
  await limits.consume('client-ip', limits.network(ip));
  return fail('INVALID_CLIENT');
}

const isUsable = ({ kind, status }: Application, { method }: Proof): boolean =>
  status === 'active' && CLIENT_METHODS[kind].includes(method);

function isProved(application: Application, proof: Proof): boolean | Promise<boolean> {
  switch (proof.method) {
    case 'none':
      return true;
    case 'client_secret_basic':
    case 'client_secret_post':
      return hasSecret(application, proof.secret);
    case 'private_key_jwt':
      return isSignedBy(application, proof.assertion);
  }
}

/** Every live secret is compared, so that the time does not tell which one is in use. */
function hasSecret({ secrets }: Application, sent: string): boolean {
  const hashed = digest(sent);
  return secrets.map((each) => sameSecret(each.digest, hashed)).includes(true);
}

/** Returns what the request proves itself by. Throws INVALID_INPUT for two methods (RFC 6749 2.3). */
function proofIn({ authorization, ...form }: ClientCredentials): Proof | undefined {
  const used = [authorization[0], form.client_secret, form.client_assertion].filter((each) => each !== undefined);
  if (used.length > 1 || authorization.length > 1)
    fail('INVALID_INPUT', { message: 'An application must authenticate by one method.' });
  if (authorization[0] !== undefined) return basic(authorization[0], form.client_id);
  if (form.client_assertion !== undefined) return assertionIn(form, form.client_assertion);
  if (form.client_id === undefined) return undefined;
  if (form.client_secret === undefined) return { method: 'none', id: form.client_id };
  return { method: 'client_secret_post', id: form.client_id, secret: form.client_secret };
}

/** Both halves are encoded as in a form before they are joined (RFC 6749 2.3.1). */
function basic(header: string, id: string | undefined): Proof | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  const [user, secret] = [formDecoded(pair.slice(0, Math.max(0, colon))), formDecoded(pair.slice(colon + 1))];
  if (colon < 0 || !user || !secret || (id !== undefined && id !== user)) return undefined;
  return { method: 'client_secret_basic', id: user, secret };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function assertionIn(form: Omit<ClientCredentials, 'authorization'>, assertion: string): Proof | undefined {
  const { sub } = unverifiedClaims(assertion);
  const isAboutClient = typeof sub === 'string' && (form.client_id === undefined || form.client_id === sub);
  if (form.client_assertion_type !== ASSERTION_TYPE || !isAboutClient) return undefined;
  return { method: 'private_key_jwt', id: sub, assertion };
}

/** Says only whose keys to look for. */
function unverifiedClaims(token: string): { sub?: unknown } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}

/** Seconds. Clocks of others are wrong by seconds; the assertion lives as long as they choose, up to an hour. */
const CLOCK_SKEW = 30;
const LONGEST_ASSERTION = 3600;

/**
 * Whether the application signed the assertion for us and it was not used before (RFC 7523 3). It names no other
 * audience, who could use it here.
 */
async function isSignedBy({ id, jwks }: Application, assertion: string): Promise<boolean> {
  const claims = await verified(assertion, jwks, id);
  if (!claims) return false;
  const { aud, exp, jti } = claims;
  const ours = [config().baseUrl, `${config().baseUrl}/oauth2/token`];
  const named = [aud ?? []].flat();
  const isForUs = named.length > 0 && named.every((each) => ours.includes(each));
  if (!isForUs || exp === undefined || exp > seconds() + LONGEST_ASSERTION) return false;
  if (typeof jti !== 'string' || jti.length < 1 || jti.length > 256) return false;
  return assertions.use(id, jti, exp + CLOCK_SKEW);
}

async function verified(assertion: string, keys: readonly JWK[], id: string) {
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...keys] }), {
      algorithms: [...ASSERTION_ALGORITHMS],
      issuer: id,
      subject: id,
      currentDate: new Date(now()),
      clockTolerance: CLOCK_SKEW,
    });
    return payload;
  } catch {
    return undefined; // jose throws its own errors and plain TypeErrors alike
  }
}
