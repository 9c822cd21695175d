import { defineConfig } from 'vitest/config';

// The first test starts Gatehouse, and the stack bundles its function.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
