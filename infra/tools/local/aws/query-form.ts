// Reads requests of AWS's query protocol, which are forms, and defines the errors of the services that speak it.

export type Form = URLSearchParams;
export type Reply = { status: number; type: string; body: string };

export class QueryError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Reads a list of the protocol, `prefix.1`, `prefix.2` and so on, until `read` returns `undefined`. */
export function numbered<T>(prefix: string, read: (at: string) => T | undefined): T[] {
  const found: T[] = [];
  for (let index = 1; ; index++) {
    const item = read(`${prefix}.${index}`);
    if (item === undefined) return found;
    found.push(item);
  }
}
