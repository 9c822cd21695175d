// Keeps audit and security events of a local run in a file, one JSON line each, as the stack keeps them in a log group.
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { auditEvents, EVENT_SOURCE } from '../../../lib/contract/events.ts';
import type { Rule } from './aws/rules.ts';

const FILE = 'audit.log';
/** Some 15 000 events. A laptop needs no more history than two such files. */
const MAX_BYTES = 10 * 2 ** 20;

/** Returns the rule that writes the file into `directory`. A full file becomes `audit.log.1`, in place of the last one. */
export function auditRule(directory: string, maxBytes = MAX_BYTES): Rule {
  const file = join(directory, FILE);
  let writing: Promise<unknown> = Promise.resolve();
  const write = async (line: string): Promise<void> => {
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size > maxBytes) await rename(file, `${file}.1`);
    await appendFile(file, line, { mode: 0o600 });
  };
  return {
    name: 'audit',
    pattern: { source: [EVENT_SOURCE], 'detail-type': auditEvents },
    target: (event) => {
      const written = writing.then(() => write(`${JSON.stringify(event)}\n`));
      writing = written.catch(() => {});
      return written;
    },
  };
}
