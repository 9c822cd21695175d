// Reads the settings of a command: those of cdk.json, and `-c KEY=VALUE`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';
import type { Given } from './context.ts';

const ROOT = join(import.meta.dirname, '../..');

/** As the CDK reads it: what is given by hand goes before cdk.json. Throws `UserError` for what is no pair. */
export function contextOf(given: readonly string[]): Given {
  const { context = {} } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context?: Given };
  return { ...context, ...pairsOf(given) };
}

/** Returns the pairs of `-c KEY=VALUE`. Throws `UserError`. */
export const pairsOf = (given: readonly string[]): Given =>
  Object.fromEntries(
    given.map((pair): [string, string] => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UserError(`-c takes KEY=VALUE, not ${pair}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
