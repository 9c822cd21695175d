// The secrets of the deployment, from Secrets Manager. Fetched at first use, kept for five minutes, and for up to an
// hour more when Secrets Manager doesn't answer; one fetch at a time however many requests wait for it.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { now } from './clock.ts';
import { config } from './config.ts';
import { describeError, log } from './log.ts';
import { Unavailable } from './unavailable.ts';

const FRESH_MS = 5 * 60_000;
const STALE_MS = 60 * 60_000;

/** How Secrets Manager answers for a secret that was deleted, or is about to be. */
const GONE: readonly string[] = ['ResourceNotFoundException', 'InvalidRequestException'];
const isGone = (error: unknown): boolean => error instanceof Error && GONE.includes(error.name);

type Cached = { value: string; fetchedAt: number };
const cache = new Map<string, Cached>();
const pending = new Map<string, Promise<string>>();
let client: SecretsManagerClient | undefined;

/** Versions of the root secret, number to text; the highest is current. Throws `Unavailable`. */
export async function rootSecret(): Promise<Readonly<Record<string, string>>> {
  const text = await secret(config().rootSecret);
  return parseRoots(text);
}

/** The key that gates admin bootstrap and reset, or `undefined` when none of at least 32 characters is configured. */
export async function adminSecretKey(): Promise<string | undefined> {
  const name = config().adminSecret;
  if (!name) return undefined;
  const value = await secret(name).catch((error: Unavailable) => {
    if (isGone(error.cause)) return '';
    throw error;
  });
  return value.length >= 32 ? value : undefined;
}

async function secret(name: string): Promise<string> {
  const cached = cache.get(name);
  const age = cached ? now() - cached.fetchedAt : Number.POSITIVE_INFINITY;
  if (cached && age < FRESH_MS) return cached.value;
  try {
    return await single(name);
  } catch (error) {
    if (isGone(error)) cache.delete(name);
    else if (cached && age < FRESH_MS + STALE_MS) {
      log.warn('secret_stale', { name, ...describeError(error) });
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
  client ??= new SecretsManagerClient({ maxAttempts: 3 });
  const { SecretString: value } = await client.send(new GetSecretValueCommand({ SecretId: name }));
  if (!value) throw new Error('empty secret');
  cache.set(name, { value, fetchedAt: now() });
  return value;
}

let parsedFrom = '';
let parsedRoots: Readonly<Record<string, string>> = {};

function parseRoots(text: string): Readonly<Record<string, string>> {
  if (text === parsedFrom) return parsedRoots;
  const roots: unknown = JSON.parse(text);
  const entries = Object.entries(roots as Record<string, unknown>).filter(([version]) =>
    /^[1-9]\d{0,3}$/.test(version),
  );
  if (!entries.length || entries.some(([, root]) => typeof root !== 'string' || root.length < 32)) {
    throw new Unavailable('the root secret is not valid');
  }
  parsedRoots = Object.freeze(Object.fromEntries(entries)) as Record<string, string>;
  parsedFrom = text;
  return parsedRoots;
}
