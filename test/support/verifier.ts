// Verifiers of the server package for a running service, with the clock of the tests and a network that can fail.

import { createVerifier, type Verifier, type VerifierOptions } from '../../lib/packages/server/index.ts';
import { now } from '../../lib/platform/clock.ts';
import type { Service } from './service.ts';

/** A network that counts requests by path, and fails while `isDown`. */
export type Network = { fetch: typeof fetch; count: (path: string) => number; isDown: boolean };

export const JWKS = '/.well-known/jwks.json';

export function network(): Network {
  const paths: string[] = [];
  const made: Network = {
    isDown: false,
    count: (path) => paths.filter((each) => each === path).length,
    fetch: async (input, init) => {
      paths.push(new URL(String(input)).pathname);
      if (made.isDown) throw new TypeError('fetch failed');
      return fetch(input, init);
    },
  };
  return made;
}

/** A verifier as an API of the service's users has it. */
export const verifierOf = (service: Service, options: Partial<VerifierOptions> = {}): Verifier =>
  createVerifier({ issuer: service.baseUrl, audience: service.baseUrl, now, ...options });

/** How a refusal ends: its status and code. Fails if there is none. */
export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (value) => {
      throw new Error(`not refused: ${JSON.stringify(value)}`);
    },
    ({ statusCode, code }) => `${statusCode} ${code}`,
  );
