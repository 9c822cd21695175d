// The two errors that platform and store throw on purpose.

/** A dependency does not respond. The HTTP layer turns it into 503 with Retry-After, never into a skipped check. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/**
 * A message that no retry will deliver: its event, recipient or sender is wrong. It still fails, so that it reaches the
 * dead-letter queue, where an alarm reports it and an operator can send it again.
 */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  /** Our own word or the provider's error name, never its message: that quotes addresses. */
  readonly reason: string;

  constructor(reason: string) {
    super('cannot be delivered');
    this.reason = reason;
  }
}

/** Returns `Undeliverable` if the provider's error says that a retry cannot help, else `undefined`. */
export function refusedBy(error: unknown): Undeliverable | undefined {
  const { name, $fault } = error as { name?: string; $fault?: string };
  const isThrottled = /throttl|toomany|limitexceeded|slowdown|paused|expiredtoken|requestexpired/i.test(name ?? '');
  return $fault === 'client' && !isThrottled ? new Undeliverable(name ?? 'refused') : undefined;
}
