// Loads the 12 000 most common leaked passwords of at least 8 characters, in lower case
// (NIST SP 800-63B 3.1.1.2, OWASP ASVS 6.2.4). The list is from @zxcvbn-ts/language-common 4.1.3, MIT.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns one password a line, in any order. Bundles hold the list compressed instead of reading the file (infra/bundling/bundle.ts).
 */
export const commonPasswords = (): string =>
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').trimEnd();
