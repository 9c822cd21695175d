// Implements `npm run rehearse [-- <assembly>]`: synthesizes the stack (or uses an existing assembly), runs the
// journeys against its rehearsal, measures, and reports findings; exit code 1 if there are any. With `--serve` it
// serves at PORT until it is stopped, for curl and browsers.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeError, exitWithError } from '../../user-error.ts';
import { describeSeed, seed } from '../local/seed.ts';
import { synthesise } from './assembly/synthesise.ts';
import { callEachFunction } from './call-each-function.ts';
import { measure, type Timing } from './measure.ts';
import { mergeReports, type Report } from './merge-reports.ts';
import { describeNotChecked } from './not-checked.ts';
import { describeFindings, functionTable, unusedPermissions } from './report.ts';
import { startRehearsal } from './run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const print = (...lines: string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { serve: { type: 'boolean' } }, allowPositionals: true });
  const own = mkdtempSync(join(tmpdir(), 'gatehouse-rehearsal-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  const assembly = positionals[0] === undefined ? join(own, 'cdk.out') : resolve(positionals[0]);
  if (positionals[0] === undefined) await synthesise(assembly);
  await (values.serve ? serve(assembly) : runRehearsal(assembly, join(own, 'reports')));
}

async function serve(assembly: string): Promise<void> {
  const { PORT = '3000', ADMIN_SECRET_KEY: adminSecretKey, HOST: host } = process.env;
  const log = (name: string, line: string): void => void process.stderr.write(`${name}: ${line}\n`);
  const options = { port: Number(PORT), host, assembly, adminSecretKey, identityProvider: true };
  const rehearsal = await startRehearsal({ ...options, ...(process.env.GATEHOUSE_REPORTS ? {} : { log }) });
  const stop = async (): Promise<void> => {
    const report = rehearsal.report();
    writeReport(report);
    await rehearsal.stop();
    process.exit(verdict(report, true));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const made = await seed(rehearsal.baseUrl, rehearsal.adminSecretKey);
  if (made) print(describeSeed(rehearsal.baseUrl, made));
  print(`The rehearsal is ready at ${rehearsal.baseUrl}`);
}

async function runRehearsal(assembly: string, reports: string): Promise<void> {
  mkdirSync(reports, { recursive: true });
  const rehearsal = await startRehearsal({ port: 0, assembly, identityProvider: true });
  let timings: Timing[] = [];
  let journeys = false;
  const reportOf = (): Report => {
    const journeyReports = readdirSync(reports).map(
      (file): Report => JSON.parse(readFileSync(join(reports, file), 'utf8')),
    );
    return mergeReports([rehearsal.report(), ...journeyReports]);
  };
  try {
    print(`The rehearsal is running at ${rehearsal.baseUrl}. The journeys start their own.`);
    await callEachFunction(rehearsal).catch((error: Error) => print(`The smoke run failed: ${error.message}`));
    journeys = await runJourneys(assembly, reports);
    timings = await measure(rehearsal);
  } finally {
    await rehearsal.stop();
  }
  const report = reportOf();
  print('', functionTable(report, timings), '');
  const unusedGrants = unusedPermissions(report);
  if (unusedGrants.length) print('Permissions that no journey used:', ...unusedGrants.map((line) => `  ${line}`), '');
  print('The rehearsal does not check:', ...describeNotChecked(), '');
  process.exitCode = verdict(report, journeys);
}

/** Returns whether all of them passed. */
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

/** Writes the report for the process that started this one, if it asked for it. */
function writeReport(report: Report): void {
  const { GATEHOUSE_REPORTS: reports } = process.env;
  if (reports) writeFileSync(join(reports, `served-${process.pid}.json`), JSON.stringify(report));
}

function verdict(report: Report, journeys: boolean): 0 | 1 {
  const findings = describeFindings(report);
  print(...findings.map((line) => `FOUND ${line}`));
  if (!journeys) print('FOUND a journey that failed');
  const isClean = journeys && findings.length === 0;
  print(
    isClean ? 'The rehearsal found nothing wrong.' : 'The rehearsal found problems that the deployment would have.',
  );
  return isClean ? 0 : 1;
}

main().catch((error: unknown) => exitWithError(describeError(error)));
