// Reads the code of a guide.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDES = join(import.meta.dirname, '../../docs/guides');

/** Returns the TypeScript blocks of a guide as one program. `mark` selects those that are marked, as in "ts handler". */
export function codeOf(guide: string, mark?: string): string {
  const page = readFileSync(join(GUIDES, `${guide}.md`), 'utf8');
  const fence = new RegExp(`^\`\`\`ts${mark ? ` ${mark}` : ''}\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  const code = [...page.matchAll(fence)].map(([, block]) => block).join('\n');
  if (code === '') throw new Error(`${guide} has no such code`);
  return code;
}
