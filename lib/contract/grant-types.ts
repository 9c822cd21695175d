// Names the grants whose names are URIs.

/** RFC 8693 2.1. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** RFC 7523 2.1. The one assertion that it takes here is an ID-JAG. */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** RFC 8628 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Those that act for users without their click, or are easily phished: no application has them unless an admin says so. */
export const CHOSEN: readonly string[] = [TOKEN_EXCHANGE, JWT_BEARER, DEVICE_GRANT];
