// `npm run rehearse [-- <assembly>]`: synthesises the stack (or takes an assembly that is there), runs the journeys against
// the rehearsal of it, measures, says what was found; exit code 1 if anything was. With `--serve` it answers at PORT until
// it is stopped, for curl and for browsers.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeSeed, seed } from '../local/seed.ts';
import { Problem } from '../local/user-error.ts';
import { synthesise } from './assembly/synthesise.ts';
import { measure, type Timing } from './measure.ts';
import { described, table, together, unused } from './report.ts';
import { type Report, startRehearsal } from './run.ts';
import { tour } from './smoke.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const say = (...lines: string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { serve: { type: 'boolean' } }, allowPositionals: true });
  const own = mkdtempSync(join(tmpdir(), 'gatehouse-rehearsal-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  const assembly = positionals[0] === undefined ? join(own, 'cdk.out') : resolve(positionals[0]);
  if (positionals[0] === undefined) await synthesise(assembly);
  await (values.serve ? serve(assembly) : judge(assembly, join(own, 'reports')));
}

async function serve(assembly: string): Promise<void> {
  const { PORT = '3000', ADMIN_SECRET_KEY: adminSecretKey, HOST: host } = process.env;
  const log = (name: string, line: string): void => void process.stderr.write(`${name}: ${line}\n`);
  const options = { port: Number(PORT), host, assembly, adminSecretKey, identityProvider: true };
  const rehearsal = await startRehearsal({ ...options, ...(process.env.GATEHOUSE_REPORTS ? {} : { log }) });
  const stop = async (): Promise<void> => {
    const report = rehearsal.report();
    leave(report);
    await rehearsal.stop();
    process.exit(verdict(report, true));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const made = await seed(rehearsal.baseUrl, rehearsal.adminSecretKey);
  if (made) say(describeSeed(rehearsal.baseUrl, made));
  say(`The rehearsal is ready at ${rehearsal.baseUrl}`);
}

async function judge(assembly: string, reports: string): Promise<void> {
  mkdirSync(reports, { recursive: true });
  const rehearsal = await startRehearsal({ port: 0, assembly, identityProvider: true });
  let timings: Timing[] = [];
  let journeys = false;
  const reportOf = (): Report => {
    const theirs = readdirSync(reports).map((file): Report => JSON.parse(readFileSync(join(reports, file), 'utf8')));
    return together([rehearsal.report(), ...theirs]);
  };
  try {
    say(`The rehearsal answers at ${rehearsal.baseUrl}; the journeys start others like it.`);
    await tour(rehearsal).catch((error: Error) => say(`The tour ends early: ${error.message}`));
    journeys = await runJourneys(assembly, reports);
    timings = await measure(rehearsal);
  } finally {
    await rehearsal.stop();
  }
  const report = reportOf();
  say('', table(report, timings), '');
  const left = unused(report);
  if (left.length) say('Granted, and used by no journey:', ...left.map((line) => `  ${line}`), '');
  process.exitCode = verdict(report, journeys);
}

/** Answers whether all of them passed. */
async function runJourneys(assembly: string, reports: string): Promise<boolean> {
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'jest.slow.config.js', '--runInBand', 'test/journeys'];
  const env = { ...process.env, GATEHOUSE_TARGET: assembly, GATEHOUSE_REPORTS: reports };
  const child = spawn(process.execPath, jest, {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settle(code === 0));
  });
}

/** For whoever started this process and wants to know. */
function leave(report: Report): void {
  const { GATEHOUSE_REPORTS: reports } = process.env;
  if (reports) writeFileSync(join(reports, `served-${process.pid}.json`), JSON.stringify(report));
}

function verdict(report: Report, journeys: boolean): 0 | 1 {
  const findings = described(report);
  say(...findings.map((line) => `FOUND ${line}`));
  if (!journeys) say('FOUND a journey that fails');
  const isFine = journeys && findings.length === 0;
  say(isFine ? 'The rehearsal found nothing wrong.' : 'The rehearsal found what would be wrong in the cloud.');
  return isFine ? 0 : 1;
}

main().catch((error: unknown) => {
  const text = error instanceof Problem ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`gatehouse: ${text}\n`);
  process.exit(1);
});
