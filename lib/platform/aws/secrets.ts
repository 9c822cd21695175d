// Reads the secrets of the deployment from Secrets Manager. A value is fetched at first use, cached for five minutes,
// and for up to an hour more while Secrets Manager does not respond. Requests that need it at the same time share one
// fetch.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { problemIn, type Roots, SECRET_KINDS, type SecretKind } from '../../crypto/roots.ts';
import { now } from '../clock.ts';
import { Unavailable } from '../errors.ts';
import { describeError, log } from '../log.ts';
import { config } from '../settings/config.ts';
import { TIMEOUTS } from './aws.ts';

const FRESH_MS = 5 * 60_000;
const STALE_MS = 60 * 60_000;

/** The errors of Secrets Manager for a secret that is deleted or scheduled for deletion. */
const GONE: readonly string[] = ['ResourceNotFoundException', 'InvalidRequestException'];
const isGone = (error: unknown): boolean => error instanceof Error && GONE.includes(error.name);

/** How long a stale value is used before the next fetch. A fetch that times out costs seconds. */
const RETRY_MS = 10_000;

type Cached = { value: string; fetchedAt: number; retryAt?: number };
const cache = new Map<string, Cached>();
const pending = new Map<string, Promise<string>>();
let client: SecretsManagerClient | undefined;

/** What the text of a root secret says. The object stays the same, so that keys derived from it can be cached. */
const parsed = new Map<SecretKind, { text: string; roots: Roots }>();

/**
 * Returns the versions of a root secret. A function that reads one soon needs the others that it may read, so they are
 * fetched at the same time. Throws `Unavailable` if the function has no secret of this kind, if Secrets Manager does not
 * respond, and for a value that is not valid.
 */
export async function rootSecret<Kind extends SecretKind>(kind: Kind): Promise<Roots<Kind>> {
  const names = config().rootSecrets;
  const name = names[kind];
  if (name === undefined) throw new Unavailable(`configuration: this function has no ${kind} secret`);
  const isCold = !cache.has(name);
  for (const other of isCold ? SECRET_KINDS : []) void secret(names[other] ?? name).catch(() => {});
  const text = await secret(name);
  const known = parsed.get(kind);
  if (known?.text === text) return known.roots as Roots<Kind>;
  const roots = parseRoots<Kind>(text);
  parsed.set(kind, { text, roots });
  return roots;
}

/** Fetches the root secrets that this function may read, and that of a trusted proxy. Throws `Unavailable`. */
export async function prefetchSecrets(): Promise<void> {
  const { rootSecrets, proxySecret } = config();
  const names = [...Object.values(rootSecrets), proxySecret].filter((name) => name !== undefined);
  await Promise.all(names.map(secret));
}

/** Makes the next reader of each secret fetch it. For a function that must not use a value of a moment ago. */
export const forgetSecrets = (): void => cache.clear();

/** Returns the key for admin bootstrap and reset; `undefined` unless one of at least 32 characters is configured. */
export async function adminSecretKey(): Promise<string | undefined> {
  const name = config().adminSecret;
  if (!name) return undefined;
  const value = await secret(name).catch((error: Unavailable) => {
    if (isGone(error.cause)) return '';
    throw error;
  });
  return value.length >= 32 ? value : undefined;
}

/** Shorter values could be guessed: 32 random letters and digits hold 190 bits. */
const LEAST_PROXY_SECRET = 32;

/**
 * Returns the one or two values that the trusted proxy may show: during a change of the secret, both the old one and the
 * new one. The root secrets are fetched at the same time. Throws `Unavailable` for any other content.
 */
export async function proxySecrets(): Promise<readonly string[]> {
  const { proxySecret: name, rootSecrets: names } = config();
  if (name === undefined) throw new Unavailable('configuration: this function has no secret of the proxy');
  if (!cache.has(name)) for (const kind of SECRET_KINDS) void secret(names[kind] ?? name).catch(() => {});
  const values = proxyValuesIn(await secret(name));
  if (values.length > 2 || values.length === 0 || !values.every(isLongEnough))
    throw new Unavailable(
      'the secret of the proxy is not valid: it must be one or two values of 32 characters or more',
    );
  return values;
}

const isLongEnough = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= LEAST_PROXY_SECRET;

/** The text is `old,new`, or JSON with a name for each value, so that a template can name the one that CloudFront sends. */
const proxyValuesIn = (text: string): unknown[] =>
  text.startsWith('{') ? Object.values(jsonIn(text) ?? {}) : text.split(',').map((value) => value.trim());

/**
 * Returns the identity providers of the deployment as JSON; `undefined` if the secret has no value. Throws
 * `Unavailable`.
 */
export async function ssoProviders(): Promise<string | undefined> {
  const name = config().ssoSecret;
  if (!name) return undefined;
  const value = await secret(name).catch((error: Unavailable) => {
    if (!isGone(error.cause)) throw error;
    // The stack creates the secret without a value. Its absence is cached as long as a value would be.
    cache.set(name, { value: '', fetchedAt: now() });
    return '';
  });
  return value || undefined;
}

async function secret(name: string): Promise<string> {
  const cached = cache.get(name);
  const age = cached ? now() - cached.fetchedAt : Number.POSITIVE_INFINITY;
  if (cached && (age < FRESH_MS || now() < (cached.retryAt ?? 0))) return cached.value;
  try {
    return await single(name);
  } catch (error) {
    if (isGone(error)) cache.delete(name);
    else if (cached && age < FRESH_MS + STALE_MS) {
      log.warn('secret_stale', { name, ...describeError(error) });
      cached.retryAt = Math.min(now() + RETRY_MS, cached.fetchedAt + FRESH_MS + STALE_MS);
      return cached.value;
    }
    throw new Unavailable('secrets are not available', { cause: error });
  }
}

function single(name: string): Promise<string> {
  let fetching = pending.get(name);
  if (!fetching) {
    fetching = fetchSecret(name).finally(() => pending.delete(name));
    pending.set(name, fetching);
  }
  return fetching;
}

async function fetchSecret(name: string): Promise<string> {
  client ??= new SecretsManagerClient({ maxAttempts: 2, requestHandler: TIMEOUTS });
  const { SecretString: value } = await client.send(new GetSecretValueCommand({ SecretId: name }));
  if (!value) throw new Error('empty secret');
  cache.set(name, { value, fetchedAt: now() });
  return value;
}

/** Returns the roots in the text of a secret. Throws `Unavailable`, which says what is wrong and quotes nothing. */
export function parseRoots<Kind extends SecretKind>(text: string): Roots<Kind> {
  const value = jsonIn(text);
  const problem = problemIn(value);
  if (problem !== undefined) throw new Unavailable(`the root secret is not valid: ${problem}`);
  return Object.freeze(value as Roots<Kind>);
}

/** Returns `undefined` instead of throwing: the message of a JSON parser would quote the secret. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
