// Implements `npm run packages -- DIR`: writes one npm tarball for each package, and the launch bundle, into DIR, or those that
// are named after it. `-c KEY=VALUE` are settings that the launch bundle then has. It publishes nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pairsOf } from '../../settings/command-line.ts';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { buildPackage } from './build.ts';
import { buildLaunch, LAUNCH } from './launch/build.ts';
import { PACKAGES } from './packages.ts';

type Build = (directory: string) => Promise<void>;

/** Throws `UserError` for an option or a name that there is not. */
function readArguments() {
  try {
    const options = { context: { type: 'string', short: 'c', multiple: true } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const given = pairsOf(values.context ?? []);
    const builds = new Map<string, Build>(
      PACKAGES.map((row) => [row.name, (directory) => buildPackage(row, directory)]),
    );
    builds.set(LAUNCH, (directory) => buildLaunch(directory, given));
    const [target, ...names] = positionals;
    if (!target || names.some((name) => !builds.has(name))) throw new UserError();
    return {
      destination: resolve(target),
      builds: [...builds].filter(([name]) => !names.length || names.includes(name)),
    };
  } catch {
    throw new UserError(
      'packages: name the folder for the tarballs: npm run packages -- DIR [NAME]... [-c KEY=VALUE]...',
    );
  }
}

async function main(): Promise<void> {
  const { destination, builds } = readArguments();
  mkdirSync(destination, { recursive: true });
  for (const [name, build] of builds) {
    const directory = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`));
    try {
      await build(directory);
      const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], {
        cwd: directory,
        encoding: 'utf8',
      });
      process.stdout.write(`${join(destination, packed.trim())}\n`);
    } finally {
      rmSync(directory, { recursive: true });
    }
  }
}

main().catch((error: unknown) => exitWithError(describeError(error)));
