// Defines a response as the gateway takes it, and tells whether a cache has it already.
export type Response = {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  body: string;
};

/** Whether a header names the ETag. Weak comparison: a cache that compresses a reply weakens its ETag. */
export const isKnown = (sent: readonly string[], etag: string): boolean =>
  sent.some((list) => list.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, ''))));
