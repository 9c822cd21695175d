// The tests that `npm test` runs. Jest finds and runs them; test/support/jest loads their modules.
export default {
  testEnvironment: 'node',
  injectGlobals: false,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testSequencer: '<rootDir>/test/support/jest/sequencer.js',
  testRunner: '<rootDir>/test/support/jest/runner.js',
  transform: { '\\.ts$': '<rootDir>/test/support/jest/transform.js' },
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.js',
  // Both templates are called my-app.
  modulePathIgnorePatterns: ['<rootDir>/lib/packages/create/templates'],
  // A guard against tests that hang, far above what a busy machine needs.
  testTimeout: 120_000,
  // Tests wait for timers, threads and other processes. Three workers leave a sixth of two cores idle (measured).
  maxWorkers: 4,
  // A worker whose heap holds more when a file ends is replaced.
  workerIdleMemoryLimit: '300MB',
};
