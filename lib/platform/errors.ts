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

/** A provider took no more messages for now. `per` is the time its limit is for: the sending rate or the daily quota. */
export class Throttled extends Unavailable {
  readonly per: 'second' | 'day';

  constructor(per: 'second' | 'day', options?: ErrorOptions) {
    super(per === 'day' ? 'the daily quota is used up' : 'the sending rate is reached', options);
    this.per = per;
  }
}

/**
 * Returns what a provider's error means for the message. SES has one error for both of its limits and tells them apart
 * in the text: "Maximum sending rate exceeded", "Daily message quota exceeded" (SES developer guide, "Errors related to
 * the sending quotas").
 */
export function failureOf(error: unknown, provider: string): Undeliverable | Unavailable {
  const { name = '', message = '', $fault } = error as { name?: string; message?: string; $fault?: string };
  if (/throttl|toomany|limitexceeded|slowdown/i.test(name)) {
    return new Throttled(/^daily/i.test(message) ? 'day' : 'second', { cause: error });
  }
  // A function that is being updated responds with ResourceConflict.
  const isTemporary = /paused|expiredtoken|requestexpired|resourceconflict/i.test(name);
  if ($fault === 'client' && !isTemporary) return new Undeliverable(name || 'refused');
  return new Unavailable(`${provider} does not respond`, { cause: error });
}
