// Something the person who started the local run can mend: shown as one line, without a stack.

export class Problem extends Error {}
