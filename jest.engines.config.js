// The tests that `npm run test:engines` runs on DynamoDB Local, AWS's own engine. One JVM serves all files.
import config from './jest.config.js';

const FOLDERS = ['unit/store', 'unit/records-store', 'unit/feed', 'unit/mailer', 'attacks', 'faults/stream*', 'api'];
/** It loses requests between service and engine, which is the same with any engine, and counts on a client's two seconds. */
const SAME_ON_BOTH = ['/test/attacks/sessions/proof-outage'];

export default {
  ...config,
  testMatch: FOLDERS.map((folder) => `<rootDir>/test/${folder}${folder.endsWith('*') ? '' : '/**/*'}.test.ts`),
  // The engine itself takes a core.
  maxWorkers: 3,
  testPathIgnorePatterns: ['/node_modules/', ...SAME_ON_BOTH],
  globalSetup: '<rootDir>/test/support/jest/engine-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/engine-teardown.js',
};
