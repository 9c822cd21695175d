// Keeps audit and security events of a local run in a file, one JSON line each, as the stack keeps them in a log group.
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditEvents, EVENT_SOURCE } from '../../lib/contract/events.ts';
import type { Rule } from './aws/rules.ts';

const FILE = 'audit.log';

/** Returns the rule that writes the file into `directory`. */
export const auditRule = (directory: string): Rule => ({
  name: 'audit',
  pattern: { source: [EVENT_SOURCE], 'detail-type': auditEvents },
  target: (event) => appendFile(join(directory, FILE), `${JSON.stringify(event)}\n`, { mode: 0o600 }),
});
