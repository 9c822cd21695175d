// Verifies access tokens of one Gatehouse: offline with its public keys, or online when an end must count at once.
import { jwtVerify } from 'jose';
import { type AnyClaims, type Claims, readClaims } from './claims.ts';
import { AuthError, type ErrorBody, isAuthError, refuse } from './errors.ts';
import { keySet } from './key-set.ts';
import { verifyProof } from './proof.ts';
import { accessCookie, boundTokenFrom, type RequestLike, tokenFrom } from './token-from.ts';

/** The algorithms that Gatehouse can sign with. None of them is symmetric. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export type VerifierOptions = {
  /** The base URL of Gatehouse, as in the `iss` of its tokens: `https://auth.example.com`. */
  issuer: string;
  /** The `aud` of the tokens that you accept: GATEHOUSE_AUDIENCE, which is the base URL unless it is set. */
  audience: string | readonly string[];
  /** Fetches the keys and asks online. Default: the global `fetch`. */
  fetch?: typeof fetch;
  /** Default: all that Gatehouse can sign with. */
  algorithms?: readonly Algorithm[];
  /** By how many seconds your clock may differ. Default 5, at most 60. */
  clockTolerance?: number;
  /** Also accept the access cookie, which reaches your API if it shares its host with Gatehouse. Default: `false`. */
  cookies?: boolean;
  /**
   * Also accept the tokens of admins who act as a user (`actorId` in the claims). Default: `false`. Your API then decides
   * what they may do: the user has proved nothing.
   */
  acting?: boolean;
  /**
   * Also accept the tokens with which machines act for users (RFC 8693; `actors` in the claims): all (`true`), none (`false`, the
   * default), or those of these machines, each of them in a chain.
   */
  delegated?: boolean | readonly string[];
  /**
   * The applications whose tokens you accept beside those of Gatehouse's own pages and API: all (`true`, the default), none, or
   * these ids.
   */
  applications?: boolean | readonly string[];
  /** How long a token may live, in seconds, at most 3600, which is the default. As late may you notice the end of a session. */
  maxLifetime?: number;
  /**
   * The public origin of your API, `https://api.example.com`: `authenticate` then also accepts tokens that are bound to a key,
   * if the request has a proof of it (DPoP, RFC 9449). Default: none is accepted.
   */
  origin?: string;
  /**
   * Keeps the id of a proof until it expires. Returns `false` if it was there before. Default: none, so a copy of a proof works
   * for the same request for a minute, as at Gatehouse.
   */
  useProof?: (id: string, expires: Date) => boolean | Promise<boolean>;
  /** The current time in milliseconds. Default: `Date.now`. */
  now?: () => number;
};

export type Verifier = {
  /**
   * Returns the claims of the token of a user. Throws INVALID_TOKEN, also for the token of a machine and for one that is bound
   * to a key, FORBIDDEN for an admin or a machine that acts for the user unless `acting` or `delegated` admits it, and for an application that you do not accept, or SERVICE_UNAVAILABLE if the keys cannot be fetched.
   */
  verify(token: string): Promise<Claims>;
  /** Returns the claims of the token of a user or of a machine. Throws like `verify`. */
  verifyAny(token: string): Promise<AnyClaims>;
  /** Returns the token of a request: `tokenFrom` with the options of this verifier. */
  tokenFrom(request: RequestLike): string | undefined;
  /** Returns the claims of the token of a request, which may be bound to a key. Throws NO_AUTH_PROVIDED if it has none. */
  authenticate(request: RequestLike): Promise<Claims>;
  /** Returns the claims of the token of a request, of a user or of a machine. Throws NO_AUTH_PROVIDED if it has none. */
  authenticateAny(request: RequestLike): Promise<AnyClaims>;
  /**
   * Verifies a token and asks Gatehouse whether its session lives now: a logout, a removed user or a closed tenant counts
   * at once. One request each time. Throws the error of the service, or SERVICE_UNAVAILABLE.
   */
  checkOnline(token: string): Promise<Claims>;
};

/** Characters. The service accepts no longer token (lib/crypto/jws.ts). */
const MAX_TOKEN = 8192;
/** Seconds. The service's own skew (lib/crypto/jwt.ts); "usually no more than a few minutes" is the bound of RFC 7519. */
const DEFAULT_TOLERANCE = 5;
const MAX_TOLERANCE = 60;
/**
 * Seconds. No access token lives longer (MAX_ACCESS_TTL in lib/domain/keys/signing-keys.ts), so an older one, or one of the
 * future, was not signed by Gatehouse (RFC 8725 3.8).
 */
export const MAX_TOKEN_AGE = 60 * 60;
const TIMEOUT = 5_000;

/**
 * Creates a verifier. Create one for a process: it holds the keys. It fetches nothing before the first token. Throws a
 * TypeError on options that would switch a check off.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, algorithms, clockTolerance, maxLifetime, origin } = requireStrict(options);
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request));
  const now = options.now ?? Date.now;
  const keys = keySet(`${issuer}/.well-known/jwks.json`, send, now);
  const cookie = accessCookie(issuer);

  const { applications = true } = options;
  const isAccepted = ({ applicationId }: Claims): boolean =>
    applicationId === null ||
    (Array.isArray(applications) ? applications.includes(applicationId) : applications === true);

  const { delegated = false } = options;
  const mayAct = (actor: string): boolean => {
    if (!actor.startsWith('app_')) return options.acting === true;
    return Array.isArray(delegated) ? delegated.includes(actor) : delegated === true;
  };

  const read = async (token: string): Promise<AnyClaims> => {
    if (typeof token !== 'string' || token.length > MAX_TOKEN) refuse('INVALID_TOKEN');
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      clockTolerance,
      typ: 'at+jwt', // RFC 9068 2.1: no other kind of token passes for an access token
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: maxLifetime,
      currentDate: new Date(now()),
    }).catch((cause) => (isAuthError(cause) ? Promise.reject(cause) : refuse('INVALID_TOKEN', { cause })));
    const { iat = 0, exp = Infinity } = payload;
    if (exp - iat > maxLifetime + clockTolerance)
      return refuse('INVALID_TOKEN', { cause: new Error('the token lives too long') });
    const claims = readClaims(payload) ?? refuse('INVALID_TOKEN', { cause: new Error('a claim is missing') });
    if (claims.kind === 'user' && !claims.actors.every(mayAct))
      return refuse('FORBIDDEN', {
        cause: new Error('another acts for the user: see the options acting and delegated'),
      });
    if (claims.kind === 'user' && !isAccepted(claims))
      return refuse('FORBIDDEN', { cause: new Error(`see the option applications: ${claims.applicationId}`) });
    return claims;
  };
  const verifyAny = async (token: string): Promise<AnyClaims> => {
    const claims = await read(token);
    // Without a proof, who has stolen the token would pass (RFC 9449 7.2).
    return claims.boundTo === null
      ? claims
      : refuse('INVALID_TOKEN', { cause: new Error('the token is bound to a key') });
  };
  const verifyBound = async (request: RequestLike): Promise<AnyClaims | undefined> => {
    const shown = origin === undefined ? undefined : boundTokenFrom(request);
    if (!shown || origin === undefined) return undefined;
    const claims = await read(shown.token);
    const [proof = '', ...more] = shown.proofs;
    const { method = '', url = '' } = request;
    const about = { method, url: addressAt(origin, url), token: shown.token, at: now() };
    const proved = more.length
      ? refuse('INVALID_TOKEN', { cause: new Error('there are two proofs') })
      : await verifyProof(proof, about).catch((cause) => refuse('INVALID_TOKEN', { cause }));
    if (proved.jkt !== claims.boundTo)
      return refuse('INVALID_TOKEN', { cause: new Error('the proof is of another key') });
    const isFirst = (await options.useProof?.(proved.id, proved.expires)) ?? true;
    return isFirst ? claims : refuse('INVALID_TOKEN', { cause: new Error('the proof was used before') });
  };
  const ofUser = (claims: AnyClaims): Claims =>
    claims.kind === 'user' ? claims : refuse('INVALID_TOKEN', { cause: new Error('the token of a machine') });
  const verify = async (token: string): Promise<Claims> => ofUser(await verifyAny(token));
  const find: Verifier['tokenFrom'] = (request) => tokenFrom(request, options.cookies === true ? cookie : undefined);

  const authenticateAny = async (request: RequestLike): Promise<AnyClaims> => {
    const token = find(request);
    return (await verifyBound(request)) ?? verifyAny(token ?? refuse('NO_AUTH_PROVIDED'));
  };

  return {
    verify,
    verifyAny,
    tokenFrom: find,
    authenticate: async (request) => ofUser(await authenticateAny(request)),
    authenticateAny,
    async checkOnline(token) {
      const claims = await verify(token);
      // A deployment reads one of the two, by its GATEHOUSE_TOKEN_TYPE.
      const headers = { authorization: `Bearer ${token}`, cookie: `${cookie.name}=${token}` };
      await requireLiving(send, `${issuer}/auth/verify-session`, headers);
      return claims;
    },
  };
}

function requireStrict({
  issuer,
  audience,
  algorithms = ALGORITHMS,
  clockTolerance,
  maxLifetime = MAX_TOKEN_AGE,
  origin,
  applications = true,
  delegated = false,
}: VerifierOptions) {
  const tolerance = clockTolerance ?? DEFAULT_TOLERANCE;
  const audiences = [audience ?? []].flat();
  if (!isIssuer(issuer)) throw new TypeError('issuer must be an https URL without a trailing slash');
  if (!audiences.length || !audiences.every((each) => typeof each === 'string' && each !== ''))
    throw new TypeError('audience is required');
  if (!algorithms.length || !algorithms.every((each) => ALGORITHMS.includes(each)))
    throw new TypeError(`algorithms must be some of ${ALGORITHMS.join(', ')}`);
  if (!(tolerance >= 0 && tolerance <= MAX_TOLERANCE))
    throw new TypeError(`clockTolerance must be 0 to ${MAX_TOLERANCE} seconds`);
  if (!(maxLifetime > 0 && maxLifetime <= MAX_TOKEN_AGE))
    throw new TypeError(`maxLifetime must be 1 to ${MAX_TOKEN_AGE} seconds`);
  if (origin !== undefined && (!isIssuer(origin) || new URL(origin).origin !== origin))
    throw new TypeError('origin must be an https origin without a path');
  if (typeof applications !== 'boolean' && !isIds(applications))
    throw new TypeError('applications must be true, false or a list of ids');
  if (typeof delegated !== 'boolean' && !isIds(delegated))
    throw new TypeError('delegated must be true, false or a list of ids');
  return { issuer, audience: audiences, algorithms: [...algorithms], clockTolerance: tolerance, maxLifetime, origin };
}

const isIds = (ids: readonly string[]): boolean =>
  Array.isArray(ids) && ids.every((id) => typeof id === 'string' && id.startsWith('app_'));

/** Returns the public address of a request. A proxy in front may have changed the host that the request names. */
function addressAt(origin: string, url: string): string {
  const { pathname } = new URL(url, origin);
  return `${origin}${pathname}`;
}

/** Over plain http a stranger could respond with keys of their own. Only the own machine is exempt. */
function isIssuer(issuer: string): boolean {
  if (typeof issuer !== 'string' || issuer.endsWith('/') || !URL.canParse(issuer)) return false;
  const { protocol, hostname, search, hash } = new URL(issuer);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && !search && !hash;
}

async function requireLiving(send: typeof fetch, url: string, headers: Record<string, string>): Promise<void> {
  const unavailable = (cause: unknown, retryAfter?: string | null) =>
    refuse('SERVICE_UNAVAILABLE', { cause, headers: { 'retry-after': retryAfter ?? '1' } });
  const response = await send(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(unavailable);
  const body = await response.json().catch(unavailable);
  if (response.status === 200 && body?.valid === true) return;
  if ((response.status === 401 || response.status === 403) && isErrorBody(body, response.status))
    throw new AuthError(body);
  unavailable(new Error(`${url} responded with ${response.status}`), response.headers.get('retry-after'));
}

const isErrorBody = (body: ErrorBody | null, status: number): body is ErrorBody =>
  body?.statusCode === status && [body.error, body.message, body.code].every((text) => typeof text === 'string');
