// Binds codes and nonces to a client, as an app does that keeps a code verifier.
import { createHash } from 'node:crypto';

/** The secret that flows, codes and nonces of tests are bound to, unless a test says otherwise. */
export const VERIFIER = 'v'.repeat(43);
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
export const CHALLENGE = challengeOf(VERIFIER);
