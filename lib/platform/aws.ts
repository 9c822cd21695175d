// How long a call to AWS may take. The SDK only warns about a late answer unless it is told to throw, and a hang is not
// an error: without these one silent dependency would hold a function until Lambda ends it.

/** Milliseconds. With three tries and back-off inside the 8 s within which a function answers by itself. */
export const TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true } as const;
