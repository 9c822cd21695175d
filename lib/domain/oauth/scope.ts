// Reads the scope of a request (RFC 6749 3.3), in the one way of authorize, PAR and the token endpoint.

/** A scope token. RFC 6749 3.3 allows a comma too, but only clients that join with the wrong separator send one. */
const TOKEN = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** What a client is told whose scope is malformed. */
export const MALFORMED_SCOPE = 'scope must be a list of values that are separated by spaces.';

/** Returns the different values of a scope; `undefined` if one is malformed. */
export function scopesIn(scope: string | undefined): string[] | undefined {
  const values = [...new Set((scope ?? '').split(' ').filter(Boolean))];
  return values.every((value) => TOKEN.test(value)) ? values : undefined;
}
