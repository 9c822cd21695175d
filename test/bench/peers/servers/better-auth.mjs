// Serves better-auth as its documentation sets it up, with the plugins that come closest to what Gatehouse does.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { admin, bearer, organization, twoFactor } from 'better-auth/plugins';
import { emptyDatabase, fastHash, fastVerify, POOL, ready } from './support.mjs';

const { url, file, drop } = await emptyDatabase('better_auth');

async function connect() {
  if (url) {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString: url, max: POOL });
    // The database is dropped while connections are open.
    pool.on('error', () => {});
    return pool;
  }
  const { DatabaseSync } = await import('node:sqlite');
  return new DatabaseSync(file);
}

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const { port } = server.address();
const options = {
  appName: 'Bench',
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'only-for-the-benchmark-0123456789abcdef',
  database: await connect(),
  emailAndPassword: {
    enabled: true,
    password: { hash: fastHash, verify: ({ password, hash }) => fastVerify(password, hash) },
  },
  // It has no refresh token: reading a session extends it, at most this often. Reads that must not do so say it.
  session: { updateAge: 0 },
  plugins: [bearer(), organization(), admin(), twoFactor({ accountLockout: { enabled: false } })],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  advanced: { disableCSRFCheck: true },
  logger: { disabled: true },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
server.on('request', toNodeHandler(betterAuth(options)));
ready(port, drop);
