// Limits how long a call to AWS may take. Without `throwOnRequestTimeout` the SDK only warns about a late response, and
// one dependency that hangs would hold a function until Lambda ends it.

/** Milliseconds for the function of `messageSender`, its cold start included. One that takes longer may still send. */
export const MESSAGE_SENDER_MS = 10_000;

/** Milliseconds. Three attempts with back-off fit into the 8 s after which a function responds with 503 by itself. */
export const TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true } as const;
