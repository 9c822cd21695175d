// Reports why a command failed: one line for what its user can fix, a stack trace for anything else.

/** A problem that the user of a command can fix. The message says what is wrong and what to do. */
export class UserError extends Error {}

export const describeError = (error: unknown): string => {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Prints the reason and ends the process with exit code 1. */
export function exitWithError(reason: string): never {
  process.stderr.write(`gatehouse: ${reason}\n`);
  process.exit(1);
}
