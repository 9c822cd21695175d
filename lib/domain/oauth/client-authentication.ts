// Authenticates an application at an endpoint of the OpenID provider. A request uses one method, and the kind of the
// application decides which: `browser` and `native` cannot keep a secret, so theirs is `none`.
//
// Secrets have 256 random bits and keys sign, so neither can be guessed. The right credential always works: only refusals
// are counted, by network, and strangers cannot lock an application out (docs/decisions/0026-what-strangers-can-use-up.md).
import type { JWK } from 'jose';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { ASSERTION_ALGORITHMS, methodsOf } from '../../contract/applications.ts';
import { fail } from '../../contract/errors.ts';
import { oauth } from '../../contract/groups/oauth.ts';
import { type Operation, pathOf } from '../../contract/operation.ts';
import { digest, sameSecret } from '../../crypto/secrets.ts';
import { clientId, isUnregistered } from '../../platform/client-ids.ts';
import { now, seconds } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { config, isLocalRun } from '../../platform/settings/config.ts';
import * as store from '../../store/applications/applications.ts';
import * as assertions from '../../store/applications/assertions.ts';
import { recordRefusedClient } from '../credentials/failure-record.ts';
import * as limits from '../credentials/limits.ts';
import { keysAt } from '../key-sets.ts';
import { describedClient } from './client/described.ts';
import { type ClientProblem, noteRefusal } from './dead-ends.ts';

type Application = store.Application;

/** What a request says about its application: the `authorization` headers, and the form. */
export type ClientCredentials = {
  authorization: readonly string[];
  client_id?: string | undefined;
  client_secret?: string | undefined;
  client_assertion_type?: string | undefined;
  client_assertion?: string | undefined;
  refresh_token?: string | undefined;
};

/** The method by which a client proves itself, who it says it is, and its credential. */
export type Proof =
  | { method: 'none'; id: string }
  | { method: 'client_secret_basic' | 'client_secret_post'; id: string; secret: string }
  | { method: 'private_key_jwt'; id: string; assertion: string };

/** Whether a client that describes itself by a document is known, which no admin has looked at. */
type Known = 'all' | 'registered';

/** RFC 7523 2.2. */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/**
 * Returns the application that sent the request. Throws INVALID_CLIENT for an unknown or disabled one, for another
 * method than its kind requires and for a wrong credential, alike; INVALID_INPUT for a request that uses two methods;
 * RATE_LIMITED after many refusals of one network.
 */
export async function authenticateClient(
  sent: ClientCredentials,
  ip: string,
  known: Known = 'all',
): Promise<Application> {
  const proof = proofIn(sent);
  const { application, cause } = await judged(proof, sent.refresh_token, known);
  if (application && !cause) {
    note({ actor: application.id });
    return application;
  }
  noteRefusal(cause ?? 'application_unknown', {
    application: application?.id,
    value: application ? undefined : idIn(proof),
  });
  if (cause === 'client_document_limit') return fail('RATE_LIMITED', { retryAfter: RETRY_SECONDS });
  const { count } = await limits.consume('client-ip', limits.network(ip));
  // Strangers make up as many addresses as they like.
  const registered = application && isUnregistered(application.id) ? undefined : application;
  await recordRefusedClient(count, registered, typeof proof === 'string' ? undefined : proof.method);
  // Strangers learn no more than that. Where they are none, the developer reads the cause in the reply.
  return fail('INVALID_CLIENT', isLocalRun() ? { message: `The application did not authenticate: ${cause}.` } : {});
}

type Judged = { application?: Application | undefined; cause?: ClientProblem | undefined };

/** Returns the application that is named, as its document describes it if it is not registered, and why the proof is not one of it. */
async function judged(proof: Proof | ClientProblem, refreshToken: string | undefined, known: Known): Promise<Judged> {
  if (typeof proof === 'string') return { cause: proof };
  const id = clientId(proof.id);
  if (!id || !isUnregistered(id)) return proved(await store.find(id), proof);
  if (known === 'registered') return { cause: 'application_unknown' };
  const found = await describedClient(id, { isSigned: proof.method === 'private_key_jwt', refreshToken });
  return typeof found === 'string' ? { application: store.unregistered(id), cause: found } : proved(found, proof);
}

const proved = async (application: Application | undefined, proof: Proof): Promise<Judged> => ({
  application,
  cause: await problemOf(application, proof),
});

/** The budgets of documents are those of a minute. */
const RETRY_SECONDS = 60;

const idIn = (proof: Proof | ClientProblem) => (typeof proof === 'string' ? undefined : proof.id);

/** Returns why the proof is not one of the application; `undefined` if it is. */
function problemOf(
  application: Application | undefined,
  proof: Proof,
): ClientProblem | undefined | Promise<ClientProblem | undefined> {
  if (!application) return 'application_unknown';
  if (application.status !== 'active') return 'application_disabled';
  if (!methodsOf(application).includes(proof.method)) return 'method_not_of_kind';
  if (application.refusesSecrets && 'secret' in proof) return 'secret_refused';
  switch (proof.method) {
    case 'none':
      return undefined;
    case 'client_secret_basic':
    case 'client_secret_post':
      return hasSecret(application, proof.secret) ? undefined : 'secret_wrong';
    case 'private_key_jwt':
      return problemOfAssertion(application, proof.assertion);
  }
}

/** Every live secret is compared, so that the time does not tell which one is in use. */
function hasSecret({ secrets }: Application, sent: string): boolean {
  const hashed = digest(sent);
  return secrets.map((each) => sameSecret(each.digest, hashed)).includes(true);
}

/** Returns what the request proves itself by, or why it is no proof. Throws INVALID_INPUT for two methods (RFC 6749 2.3). */
export function proofIn({ authorization, ...form }: ClientCredentials): Proof | ClientProblem {
  const used = [authorization[0], form.client_secret, form.client_assertion].filter((each) => each !== undefined);
  if (used.length > 1 || authorization.length > 1)
    fail('INVALID_INPUT', { message: 'An application must authenticate by one method.' });
  if (authorization[0] !== undefined) return basic(authorization[0], form.client_id);
  if (form.client_assertion !== undefined) return assertionIn(form, form.client_assertion);
  if (form.client_id === undefined) return 'credentials_missing';
  if (form.client_secret === undefined) return { method: 'none', id: form.client_id };
  return { method: 'client_secret_post', id: form.client_id, secret: form.client_secret };
}

/** Both halves are encoded as in a form before they are joined (RFC 6749 2.3.1). */
function basic(header: string, id: string | undefined): Proof | ClientProblem {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  const [user, secret] = [formDecoded(pair.slice(0, Math.max(0, colon))), formDecoded(pair.slice(colon + 1))];
  if (colon < 0 || !user || !secret || (id !== undefined && id !== user)) return 'credentials_malformed';
  return { method: 'client_secret_basic', id: user, secret };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function assertionIn(form: Omit<ClientCredentials, 'authorization'>, assertion: string): Proof | ClientProblem {
  if (form.client_assertion_type !== ASSERTION_TYPE) return 'assertion_type_wrong';
  const { sub } = unverifiedClaims(assertion);
  if (typeof sub !== 'string' || (form.client_id !== undefined && form.client_id !== sub)) return 'assertion_sub_wrong';
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
 * Returns why the application did not sign the assertion for us, or that it was used before (RFC 7523 3). It names no
 * other audience, who could use it here.
 */
async function problemOfAssertion(application: Application, assertion: string): Promise<ClientProblem | undefined> {
  const { id } = application;
  const claims = await verifiedBy(application, assertion);
  if (typeof claims === 'string') return claims;
  const { aud, exp, jti } = claims;
  const named = [aud ?? []].flat();
  if (!named.length || !named.every((each) => audiences().includes(each))) return 'assertion_aud_wrong';
  if (exp === undefined || exp > seconds() + LONGEST_ASSERTION) return 'assertion_exp_wrong';
  if (typeof jti !== 'string' || jti.length < 1 || jti.length > 256) return 'assertion_jti_wrong';
  return (await assertions.use(id, jti, exp + CLOCK_SKEW)) ? undefined : 'assertion_used';
}

/**
 * What names this service: its issuer, which RFC 7523bis recommends, and each endpoint that an application calls. RFC 9126
 * 2 requires that PAR accepts the first, its own address and the token endpoint. One list for all: an assertion works once.
 */
const audiences = (): string[] => [
  config().baseUrl,
  ...Object.entries<Operation>(oauth).flatMap(([route, { access }]) =>
    access === 'client' ? `${config().baseUrl}${pathOf(route)}` : [],
  ),
];

/** Keys at an address may have changed since they were loaded. */
async function verifiedBy({ id, jwks, jwksUri }: Application, assertion: string) {
  if (!jwksUri) return verified(assertion, jwks, id);
  try {
    const claims = await verified(assertion, await keysAt(jwksUri), id);
    return claims === 'assertion_kid_unknown'
      ? await verified(assertion, await keysAt(jwksUri, undefined, true), id)
      : claims;
  } catch (error) {
    log.warn('jwks_uri_failed', { application: id, error: String(error) });
    return 'jwks_uri_failed';
  }
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
  } catch (error) {
    return causeOf(error);
  }
}

const CLAIMS: Readonly<Record<string, ClientProblem>> = {
  iss: 'assertion_iss_wrong',
  sub: 'assertion_sub_wrong',
  exp: 'assertion_exp_wrong',
  nbf: 'assertion_not_yet_valid',
};

/** jose throws its own errors and plain TypeErrors alike. */
function causeOf(error: unknown): ClientProblem {
  if (error instanceof errors.JWTExpired) return 'assertion_expired';
  if (error instanceof errors.JWTClaimValidationFailed) return CLAIMS[error.claim] ?? 'assertion_malformed';
  if (error instanceof errors.JWKSNoMatchingKey) return 'assertion_kid_unknown';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'assertion_signature_wrong';
  return error instanceof errors.JOSEAlgNotAllowed ? 'assertion_alg_wrong' : 'assertion_malformed';
}
