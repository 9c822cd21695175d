// Bounds of an import, for the service and for what sends lines to it.

/** Lines of one call. A batch of this many takes a few seconds where each password has to be wrapped. */
export const MOST_LINES = 100;
/**
 * `x` of a key that secrets are sealed to: 32 bytes (RFC 8037 2). The last character has two bits that say nothing (RFC 4648 3.5), and
 * they are zero, so a key has one spelling.
 */
export const PUBLIC_KEY_X = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
/** A line is one item of the table and what belongs to it. A body has at most 64 KB. */
export const MOST_LINE_BYTES = 16 * 1024;
/** The rest of a body is for what is not a line. */
export const BATCH_BYTES = 60 * 1024;
