// Bounds of an import, for the service and for what sends lines to it.

/** Lines of one call. A batch of this many takes a few seconds where each password has to be wrapped. */
export const MOST_LINES = 100;
/** A line is one item of the table and what belongs to it. A body has at most 64 KB. */
export const MOST_LINE_BYTES = 16 * 1024;
/** The rest of a body is for what is not a line. */
export const BATCH_BYTES = 60 * 1024;
