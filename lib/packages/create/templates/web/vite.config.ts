import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The first test starts Gatehouse, and the stack bundles its functions.
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
