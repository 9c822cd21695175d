#!/usr/bin/env node
// Implements the package `create`: writes a new project.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { describeError, exitWithError, UserError } from '../../../infra/user-error.ts';
import { IS_ON_NPM } from '../manifest.ts';
import { createProject, requireName, TEMPLATES, type TemplateName } from './project.ts';

const USAGE = `Usage: create NAME [--template mcp] --packages DIR

Writes a project into the folder NAME: a page, an API and a CDK stack with Gatehouse.

  --template mcp   an MCP server on Lambda in place of page and API
  --packages DIR   take the packages of Gatehouse from the tarballs in DIR${IS_ON_NPM ? ', not from npm' : ', which `npm run packages -- DIR` writes'}
`;
const EXAMPLE = 'my-app';
const RUNS: Record<TemplateName, string> = { web: 'page, API', mcp: 'the MCP server' };

type Arguments = { name: string | undefined; template: TemplateName; packages: string | undefined; help: boolean };

function readArguments(): Arguments {
  try {
    const options = {
      template: { type: 'string' },
      packages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new UserError('name one project');
    const template = TEMPLATES.find((each) => each === (values.template ?? 'web'));
    if (!template)
      throw new UserError(`a template is ${TEMPLATES.join(' or ')}, not ${JSON.stringify(values.template)}`);
    return { name: positionals[0], template, packages: values.packages, help: values.help ?? false };
  } catch (error) {
    throw error instanceof UserError ? error : new UserError((error as Error).message);
  }
}

/** Asks for a name until it is valid. Throws without a terminal. */
async function askName(): Promise<string> {
  if (!process.stdin.isTTY) throw new UserError(`name the project, such as ${EXAMPLE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const typed = await terminal.question(`Name of the project (${EXAMPLE}): `).catch(() => {
        throw new UserError('no project was written');
      });
      const name = typed.trim() || EXAMPLE;
      try {
        requireName(name);
        return name;
      } catch (error) {
        process.stdout.write(`${describeError(error)}\n`);
      }
    }
  } finally {
    terminal.close();
  }
}

/** The packages have one version. Throws while they are not on npm: anyone could own their names there. */
function published(): () => string {
  if (!IS_ON_NPM)
    throw new UserError('the packages are not on npm yet: name the folder of their tarballs, --packages DIR');
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  return () => `^${version}`;
}

function tarballsIn(directory: string): (name: string) => string {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  return (name) => {
    const file = files.find((each) => new RegExp(`^gatehouse-auth-${name}-\\d.*\\.tgz$`).test(each));
    if (file === undefined) throw new UserError(`${directory} has no tarball of ${name}`);
    return `file:${resolve(directory, file)}`;
  };
}

async function main(): Promise<void> {
  const { name: given, template, packages, help } = readArguments();
  if (help) return void process.stdout.write(USAGE);
  const name = given ?? (await askName());
  requireName(name);
  const versionOf = packages === undefined ? published() : tarballsIn(packages);
  createProject({ name, template, directory: join(process.cwd(), name), versionOf });
  process.stdout.write(`
Created ${name}. Next:

  cd ${name}
  npm install
  npm run dev     # ${RUNS[template]} and Gatehouse on your machine, with an account to log in
  npm test

README.md says what is where, and how to deploy.
`);
}

main().catch((error: unknown) => exitWithError(describeError(error)));
