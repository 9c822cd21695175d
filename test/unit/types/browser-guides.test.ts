// Compiles the code of guides that use the client in a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compileBlocks } from '../../support/compile-blocks.ts';
import { codeOf } from '../../support/guide.ts';

const CLIENT = `import { createUserClient } from '@gatehouse-auth/client';
export const client = createUserClient({ baseUrl: '' });`;

test('the code of the guide to passkeys compiles', async () => {
  const blocks = codeOf('passkeys.md', 'ts');
  const react = codeOf('passkeys.md', 'tsx');
  expect([blocks.length, react.length]).toEqual([2, 1]);
  const jsx = `/** @jsxImportSource react */\n${react[0]}`;
  const others = { 'auth.ts': CLIENT, 'button.tsx': jsx };
  expect(await compileBlocks([...blocks, "import './button.tsx';"], others)).toBe('');
});

test('the code of the guide to components and of the README of React compiles', async () => {
  const [guide = ''] = codeOf('put-it-into-your-product.md', 'tsx');
  const page = readFileSync(join(import.meta.dirname, '../../../lib/packages/react/README.md'), 'utf8');
  const readme = /^```tsx\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  expect(readme).toContain('<UserButton />');
  const [app, home] = [guide, `${readme}\nexport { App };`].map((code) => `/** @jsxImportSource react */\n${code}`);
  const others = { 'app.tsx': app as string, 'home.tsx': home as string };
  expect(await compileBlocks(["import './app.tsx';\nimport './home.tsx';"], others)).toBe('');
});

test('the code of the guide to personal data compiles', async () => {
  const blocks = codeOf('personal-data.md', 'ts');
  expect(blocks).toHaveLength(1);
  expect(await compileBlocks(blocks, { 'auth.ts': CLIENT })).toBe('');
});
