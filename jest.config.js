// Jest runs as ESM (middy has no CommonJS build); esbuild, which bundles the functions anyway, transforms the tests.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/esbuild-transform.js' },
  globalSetup: '<rootDir>/test/support/global-setup.js',
  testTimeout: 30_000,
  maxWorkers: 2,
};
