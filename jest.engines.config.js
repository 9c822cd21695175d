// The tests that `npm run test:engines` runs on DynamoDB Local, AWS's own engine. One JVM serves all files.
import config from './jest.config.js';

const FOLDERS = ['unit/store', 'unit/feed', 'unit/mailer', 'attacks', 'faults', 'api'];

export default {
  ...config,
  testMatch: FOLDERS.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  globalSetup: '<rootDir>/test/support/jest/engine-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/engine-teardown.js',
};
