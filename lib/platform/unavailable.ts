// Something the service depends on doesn't answer. The only error that leaves the platform and the store:
// the HTTP layer turns it into 503 with Retry-After, never into a skipped check.

export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
