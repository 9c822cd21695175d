// Runs cfn-lint, the linter of the CloudFormation team, where it is installed.
import { spawnSync } from 'node:child_process';

/** The library states dependencies that references imply already. */
const INTENDED = 'W3005';

export const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;
if (!isInstalled) process.stderr.write('cfn-lint is not installed, so NO TEMPLATE WAS LINTED: pip install cfn-lint\n');

/** Returns the findings in the files, one in each line. */
export function lint(region: string, files: readonly string[]): string[] {
  const args = ['--format', 'parseable', '-r', region, '-i', INTENDED, '-t', ...files];
  const { stdout, stderr } = spawnSync('cfn-lint', args, { encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}
