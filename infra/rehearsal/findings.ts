// What a rehearsal finds wrong, each thing once however often it happened.

export type FindingKind =
  /** A call that the role doesn't allow. */
  | 'denied'
  /** A function that didn't answer: init, crash, error, timeout. */
  | 'failure'
  /** An answer of 500 or more, or one that API Gateway can't pass on. */
  | 'answer'
  /** Parts of the template that don't fit together, or that the rehearsal doesn't know. */
  | 'wiring'
  /** A line of a function's log that says something is wrong. */
  | 'log'
  /** More memory resident than the function has. */
  | 'memory';
export type Finding = { kind: FindingKind; where: string; what: string; times: number };
export type Findings = {
  add: (kind: FindingKind, where: string, what: string) => void;
  all: () => Finding[];
};

export function createFindings(): Findings {
  const found = new Map<string, Finding>();
  return {
    add: (kind, where, what) => {
      const key = `${kind} ${where} ${what}`;
      const known = found.get(key);
      if (known) known.times++;
      else found.set(key, { kind, where, what, times: 1 });
    },
    all: () => [...found.values()],
  };
}

export const describeFinding = ({ kind, where, what, times }: Finding): string =>
  `${kind}: ${where}: ${what}${times > 1 ? ` (${times} times)` : ''}`;
