// The tests that `npm run test:slow` runs: they kill processes, drive a browser or rehearse a deployment.
import config from './jest.config.js';

export default {
  ...config,
  testMatch: ['<rootDir>/test/**/*.slow.ts'],
  // A guard against tests that hang, as in jest.config.js. Some install packages, build and lint for minutes.
  testTimeout: 600_000,
};
