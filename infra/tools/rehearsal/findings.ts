// Collects what a rehearsal finds wrong. Repeated findings are counted, not listed again.

export type FindingKind =
  /** A call that the role does not allow. */
  | 'denied'
  /** A function that returned nothing: init, crash, error, timeout. */
  | 'failure'
  /** A response of 500 or more, or one that API Gateway cannot pass on. */
  | 'response'
  /** Parts of the template that do not fit together, or that the rehearsal does not know. */
  | 'wiring'
  /** A line at level `error` in a function's log. */
  | 'log'
  /** More resident memory than the function has. */
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
