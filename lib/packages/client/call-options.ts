// Defines what a call may choose for itself.
export type CallOptions = {
  /** Ends the call. It then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Default: the option of the client. */
  timeoutMs?: number | undefined;
  /** For calls that create something. A repeated call with the same key and body gets the reply of the first one. */
  idempotencyKey?: string | undefined;
};
