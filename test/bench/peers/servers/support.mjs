// What both servers need: an empty database, a hash that costs little, and the line that says where the server is.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const derive = promisify(scrypt);
/** The cost of Gatehouse's own hash for benchmarks, GATEHOUSE_FAST_HASH. It takes the place of each server's slow one. */
const COST = { N: 16, r: 8, p: 1 };
export async function fastHash(password) {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt, 32, COST)).toString('base64url')}`;
}
export async function fastVerify(password, stored) {
  const [salt, hash] = String(stored)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'));
  return timingSafeEqual(await derive(password, salt, 32, COST), hash);
}

/** Connections to the database. More than the client has, as each request may need two. */
export const POOL = 40;

/**
 * Creates an empty database: on the PostgreSQL server of `DATABASE_URL`, or in the SQLite file `SQLITE_FILE`. `drop` removes it.
 * @param {string} name
 */
export async function emptyDatabase(name) {
  const { DATABASE_URL: server, SQLITE_FILE: file } = process.env;
  if (!server) {
    const drop = () => rm(file, { force: true });
    return { file, drop };
  }
  const { default: pg } = await import('pg');
  const database = `gatehouse_bench_${name}_${process.pid}`;
  const run = async (sql) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`CREATE DATABASE ${database}`);
  const url = new URL(server);
  url.pathname = join('/', database);
  return { url: url.href, drop: () => run(`DROP DATABASE ${database} WITH (FORCE)`) };
}

/**
 * Reports that the server is ready, and stops it when it is told to.
 * @param {number} port
 * @param {() => Promise<unknown>} drop
 * @param {object} more
 */
export function ready(port, drop, more = {}) {
  process.once('SIGTERM', () => drop().finally(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ port, ...more })}\n`);
}
