// A message that no repetition will deliver: its event, its recipient or its sender is wrong. It is reported as failed
// all the same, so that it ends among the undelivered, where somebody sees it, and can be sent again once mended.

export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  /** Our own word or the provider's name for it, never its message: that quotes addresses. */
  readonly reason: string;

  constructor(reason: string) {
    super('cannot be delivered');
    this.reason = reason;
  }
}

/** Says by what a provider threw whether another try may help, and throws `Undeliverable` or `fallback` accordingly. */
export function refusedBy(error: unknown): Undeliverable | undefined {
  const { name, $fault } = error as { name?: string; $fault?: string };
  const isTooMuch = /throttl|toomany|limitexceeded|slowdown|paused|expiredtoken|requestexpired/i.test(name ?? '');
  return $fault === 'client' && !isTooMuch ? new Undeliverable(name ?? 'refused') : undefined;
}
