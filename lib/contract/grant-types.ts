// Names the grants whose names are URIs.

/** RFC 8693 2.1. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
