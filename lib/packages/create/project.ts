// Writes a new project from a template.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../infra/user-error.ts';

/** Beside this file, in the repository and in the package. */
const templateOf = (name: TemplateName): string => fileURLToPath(new URL(`templates/${name}`, import.meta.url));
/** `web`: a page and an API. `mcp`: an MCP server. */
export const TEMPLATES = ['web', 'mcp'] as const;
export type TemplateName = (typeof TEMPLATES)[number];
const MANIFEST = 'package.json';
const SCOPE = '@gatehouse-auth/';
/** Stacks, folders and packages may have such a name. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_NAME = 40;
/** What a folder may contain already: that of a new repository. */
const HARMLESS = ['.git'];

export type Project = {
  /** Lowercase letters, digits and hyphens. */
  name: string;
  template: TemplateName;
  directory: string;
  /** Returns the version of a package of ours, or the address of one, for `package.json`. */
  versionOf: (name: string) => string;
};

/** Throws `UserError` unless a project may have the name. */
export function requireName(name: string): void {
  if (NAME.test(name) && name.length <= LONGEST_NAME) return;
  throw new UserError(
    `a name has lowercase letters, digits and single hyphens, begins with a letter, and is at most ${LONGEST_NAME} characters long, such as my-app: not ${JSON.stringify(name)}`,
  );
}

/** Writes the project. Throws `UserError`, and writes nothing, if the name is invalid or the directory is not empty. */
export function createProject({ name, template, directory, versionOf }: Project): void {
  requireName(name);
  if (existsSync(directory) && readdirSync(directory).some((entry) => !HARMLESS.includes(entry))) {
    throw new UserError(`${directory} is not empty. Choose another name, or empty it.`);
  }
  const source = templateOf(template);
  const manifest = withVersions(readFileSync(join(source, MANIFEST), 'utf8'), versionOf);
  cpSync(source, directory, { recursive: true });
  writeFileSync(join(directory, MANIFEST), manifest);
  // npm leaves a .gitignore out of packages.
  renameSync(join(directory, '_gitignore'), join(directory, '.gitignore'));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => join(directory, file.replace('_gitignore', '.gitignore')))
    .filter((file) => statSync(file).isFile());
  for (const file of files) writeFileSync(file, named(readFileSync(file, 'utf8'), name));
}

/** `my-app` is the name in the template, also as a title and as the name of a class. */
function named(text: string, name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return text.replaceAll('my-app', name).replaceAll('My App', words.join(' ')).replaceAll('MyApp', words.join(''));
}

/** Returns the text of a `package.json` with the versions of our packages. */
function withVersions(text: string, versionOf: Project['versionOf']): string {
  const manifest = JSON.parse(text);
  for (const list of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(list)) {
      if (name.startsWith(SCOPE)) list[name] = versionOf(name.slice(SCOPE.length));
    }
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
