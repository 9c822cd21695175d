// Reads the secrets of the deployment from Secrets Manager. A value is fetched at first use, cached for five minutes,
// and for up to an hour more while Secrets Manager does not respond. Requests that need it at the same time share one
// fetch.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { TIMEOUTS } from './aws.ts';
import { now } from './clock.ts';
import { config } from './config.ts';
import { Unavailable } from './errors.ts';
import { describeError, log } from './log.ts';

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

/** Returns the versions of the root secret by number, and `current` if it is not the highest. Throws `Unavailable`. */
export async function rootSecret(): Promise<Readonly<Record<string, string>>> {
  const text = await secret(config().rootSecret);
  return parseRoots(text);
}

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

let parsedFrom = '';
let parsedRoots: Readonly<Record<string, string>> = {};

/** Returns the same object for the same text, so that keys derived from it can be cached. Throws `Unavailable`. */
export function parseRoots(text: string): Readonly<Record<string, string>> {
  if (text === parsedFrom) return parsedRoots;
  const roots = rootsIn(text);
  if (!roots) throw new Unavailable('the root secret is not valid');
  parsedRoots = Object.freeze(roots);
  parsedFrom = text;
  return parsedRoots;
}

/** Returns `undefined` instead of throwing: the message of a JSON parser would quote the secret. */
function rootsIn(text: string): Record<string, string> | undefined {
  try {
    const roots: Record<string, unknown> = JSON.parse(text);
    const versions = Object.entries(roots);
    const isValid = versions.every(([version, root]) =>
      version === 'current'
        ? typeof root === 'string' && root !== 'current' && Object.hasOwn(roots, root)
        : /^[1-9]\d{0,8}$/.test(version) && typeof root === 'string' && root.length >= 32,
    );
    return isValid && versions.length ? (roots as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
