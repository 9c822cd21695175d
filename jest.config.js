export default {
  testEnvironment: 'node',
  injectGlobals: false,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testRunner: '<rootDir>/test/support/jest/runner.js',
  transform: { '\\.ts$': '<rootDir>/test/support/jest/transform.js' },
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  testTimeout: 30_000,
  maxWorkers: 2,
};
