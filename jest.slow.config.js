// The tests that `npm run test:slow` runs: they kill processes, drive a browser or rehearse a deployment.
import config from './jest.config.js';

export default { ...config, testMatch: ['<rootDir>/test/**/*.slow.ts'] };
