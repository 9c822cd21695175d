// Removes the C headers that the npm package of Node.js brings: 67 MB that nothing here compiles against. npm runs it after
// an installation.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');
for (const name of readdirSync(MODULES).filter((each) => /^node-(darwin|linux|win)-/.test(each)))
  rmSync(join(MODULES, name, 'include'), { recursive: true, force: true });
