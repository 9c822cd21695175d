// Checks the logs and the observed responses of a whole run. A run of selected tests proves nothing about either.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = (name) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url));

export default function globalTeardown(globalConfig, { testMatch }) {
  if (isPartial(globalConfig)) return;
  const isSlow = testMatch.some((pattern) => pattern.endsWith('.slow.ts'));
  const checks = isSlow ? ['log-check'] : ['ledger-check', 'log-check'];
  const failed = checks.filter(
    (name) => spawnSync(process.execPath, [script(name)], { stdio: 'inherit' }).status !== 0,
  );
  if (failed.length) throw new Error(`${failed.join(' and ')} failed`);
}

/** Whether the command line has selected tests. */
const isPartial = ({ testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard, watch, watchAll }) =>
  [testPathPatterns.patterns.length, testNamePattern, onlyChanged, onlyFailures, shard, watch, watchAll].some(Boolean);
