// Defines what an earlier service says of an address and a password, and how its failures are reported.
import { Unavailable } from '../../platform/errors.ts';
import type { Identifier } from '../../store/people/users.ts';

/** Claims of OpenID Connect Core 5.1, not validated yet. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * `claims`: the password is right, and this is what the service says of the person. `wrong`: it is not. `step`: the
 * service asks for more than a password.
 */
export type Verdict = { claims: Claims } | 'wrong' | 'step';

/** The credentials that a caller typed. `password` goes to the earlier service and nowhere else. */
export type Typed = { identifier: Identifier; password: string };

/** The error of a service that says nothing about the password. `reason` is our own word, never text of the service. */
export const failure = (reason: string): Unavailable => new Unavailable(`earlier service: ${reason}`);

/** Returns the JSON object in the response. Throws `Unavailable` for anything else. */
export async function objectIn(response: Response): Promise<Claims> {
  const value: unknown = await response.json().catch(() => undefined);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw failure('no JSON object');
  return value as Claims;
}

/** Returns an error code of the service if it looks like one, for a log. */
export const codeIn = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z_]{1,64}$/.test(value) ? value : 'no code';
