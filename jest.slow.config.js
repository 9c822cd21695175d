// The tests that `npm run test:slow` runs: they kill processes, drive a browser or rehearse a deployment. They wait for these
// half of the time, so there are more workers than `npm test` has.
import config from './jest.config.js';

export default { ...config, testMatch: ['<rootDir>/test/**/*.slow.ts'], maxWorkers: 4 };
