// Reads an export as lines to be sent, whose refusals have codes like those of the service.
import type { Read } from '../batches.ts';
import type { SourceName } from './index.ts';
import { readExport } from './read-export.ts';
import type { FirebaseParameters, ReaderOptions } from './reader.ts';

/** Yields the users of a file, in its order, and why a line is none. Never throws for any bytes. */
export function* linesOf(source: SourceName, bytes: Uint8Array, options: ReaderOptions): Generator<Read> {
  for (const read of readExport(source, bytes, options))
    if ('user' in read) yield { number: read.line, user: read.user };
    else
      yield {
        number: read.line,
        code: read.refused.toUpperCase(),
        ...(read.field !== undefined && { field: read.field }),
      };
}

/**
 * Returns the hash parameters in a text that has what Firebase shows under "Password hash parameters"; the name of the one
 * that is missing or wrong if there is one.
 */
export function firebaseParametersIn(text: string): FirebaseParameters | string {
  const parameter = (name: string): string | undefined =>
    new RegExp(`"?\\b${name}"?\\s*:\\s*"?([A-Za-z0-9+/=_-]+)`).exec(text)?.[1];
  const [signerKey, saltSeparator] = [parameter('base64_signer_key'), parameter('base64_salt_separator')];
  const [rounds, memCost] = [Number(parameter('rounds')), Number(parameter('mem_cost'))];
  if (signerKey === undefined) return 'base64_signer_key';
  if (saltSeparator === undefined) return 'base64_salt_separator';
  if (!Number.isSafeInteger(rounds)) return 'rounds';
  if (!Number.isSafeInteger(memCost)) return 'mem_cost';
  return { signerKey, saltSeparator, rounds, memCost };
}
