// Tests the Terraform module of the launch bundle: its variables, parameters and outputs are those of the template.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FOLDER } from '../../infra/tools/packing/launch/stack.ts';
import { launchTemplate } from '../support/launch-template.ts';

const MODULE = join(import.meta.dirname, '../../infra/terraform');
const read = (file: string): string => readFileSync(join(MODULE, file), 'utf8');
const template = launchTemplate();

/** `AssetBucket` -> `asset_bucket` */
const snakeCase = (name: string): string => name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
/** The name of a block -> its lines, without indentation. */
const blocksOf = (kind: string, file: string): Record<string, string[]> =>
  Object.fromEntries(
    [...read(file).matchAll(new RegExp(`^${kind} "(\\w+)" \\{\\n([^}]*)\\n\\}$`, 'gm'))].map(
      ([, name = '', body = '']) => [name, body.split('\n').map((line) => line.trim().replace(/ +=/, ' ='))],
    ),
  );

const isInstalled = spawnSync('terraform', ['version']).status === 0;
test(
  isInstalled ? 'Terraform parses the module, in its own format' : 'Terraform is not installed: nothing was parsed',
  () => {
    if (!isInstalled) return;
    const { stdout, status } = spawnSync('terraform', ['fmt', '-check', '-diff', MODULE], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  },
);

test('the variables are the parameters of the template, with their meaning and default, and the name of the stack', () => {
  const variables = blocksOf('variable', 'variables.tf');
  const { stack_name: name, ...others } = variables;
  expect(name).toContain('default = "Gatehouse"');
  const expected = Object.entries(template.Parameters).map(([parameter, { Description, Default }]) => [
    snakeCase(parameter),
    [
      `description = "${inModule(Description)}"`,
      'type = string',
      ...(Default === undefined ? [] : [`default = "${Default}"`]),
    ],
  ]);
  expect(others).toEqual(Object.fromEntries(expected));
});

test('the stack gets each parameter from its variable', () => {
  const [, given = ''] = /^ {2}parameters = \{\n([^}]*)\n {2}\}$/m.exec(read('main.tf')) ?? [];
  const pairs = given.split('\n').map((line) => line.trim().split(/ += var\./));
  expect(pairs).toEqual(Object.keys(template.Parameters).map((name) => [name, snakeCase(name)]));
});

test('the outputs are those of the template', () => {
  const expected = Object.entries(template.Outputs).map(([name, { Description, Condition }]) => [
    snakeCase(name),
    [
      `description = "${Description}"`,
      Condition
        ? `value = lookup(aws_cloudformation_stack.gatehouse.outputs, "${name}", null)`
        : `value = aws_cloudformation_stack.gatehouse.outputs["${name}"]`,
    ],
  ]);
  expect(blocksOf('output', 'outputs.tf')).toEqual(Object.fromEntries(expected));
});

test('the files go to the folder that the template names, and roles of the stack need one capability', () => {
  const text = read('main.tf');
  expect(text.match(/key += "([^"]+)"/g)).toHaveLength(2);
  for (const [, key] of text.matchAll(/key += "([^"]+)"/g)) expect(key?.startsWith(`${FOLDER}/$`)).toBe(true);
  expect(text).toContain('capabilities = ["CAPABILITY_IAM"]');
  // Roles and policies with names of their own would need CAPABILITY_NAMED_IAM.
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type.startsWith('AWS::IAM::')) expect(Properties).not.toHaveProperty(`${Type.split('::')[2]}Name`);
  expect(readdirSync(MODULE).sort()).toEqual(['main.tf', 'outputs.tf', 'variables.tf']);
});

/** The module uploads the files itself, and has names of its own for the parameters. */
const inModule = (description: string): string =>
  description
    .replace('that has the files of the bundle below', 'in which the module stores the files of the bundle, below')
    .replace(/\b(DomainName|CertificateArn)\b/g, (name) => snakeCase(name));
