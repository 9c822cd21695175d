// Tests that CloudFormation can carry out each step of a deployment's life: the upgrade from the last release and its
// rollback, and the way into maintenance and out of it, in each state.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { excesses } from '../../infra/stack/limits.ts';
import type { Template } from '../support/synthesis.ts';
import { RELEASES, TEMPLATES } from './pack.ts';
import { templatesOfStates } from './states.ts';
import { leftBehind, replaced, strayRouteSettings, takenNames } from './template-rules.ts';

type States = Record<string, Template>;
const own = templatesOfStates();
/** Leaves room for what the next releases add, below the limits of infra/stack/limits.ts. */
const ROOMY = { bytes: 930_000, resources: 450 };

describe.each(Object.entries(own))('%s', (state, template) => {
  test('the template is within the limits of CloudFormation and of each service', () => {
    const text = JSON.stringify(template);
    expect(excesses(text)).toEqual([]);
    expect(Buffer.byteLength(text)).toBeLessThan(ROOMY.bytes);
    if (!state.startsWith('two')) expect(Object.keys(template.Resources).length).toBeLessThan(ROOMY.resources);
  });

  test('a first deployment that failed leaves nothing behind but what cannot be deleted', () => {
    expect(leftBehind(template)).toEqual([]);
  });
});

const problems = (before: Template, after: Template): string[] => [
  ...replaced(before, after),
  ...takenNames(before, after),
  ...strayRouteSettings(before, after),
];

describe.each([
  ['normal', 'drain'],
  ['drain', 'on'],
  ['on', 'restored'],
  ['normal', 'canary'],
  ['http', 'http, drain'],
  ['http, domain', 'http, front'],
  ['http, front', 'http, front, drain'],
  ['http, front', 'http, front, next secret'],
  ['normal', 'replicated'],
  ['restored', 'standby'],
  ['standby', 'standby, open'],
  ['two profiles in one stack', 'two profiles in one stack, drain'],
])('from %s to %s', (from, to) => {
  test.each([
    ['there', from, to],
    ['back', to, from],
  ])('%s, nothing that holds data is replaced, and no name is taken twice', (_, before, after) => {
    expect(problems(own[before] as Template, own[after] as Template)).toEqual([]);
  });
});

const packed = existsSync(RELEASES) ? readdirSync(RELEASES).filter((file) => file.endsWith(TEMPLATES)) : [];
const newest = packed.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) as string;
const released = JSON.parse(brotliDecompressSync(readFileSync(join(RELEASES, newest))).toString()) as States;

// Two hardened deployments in one stack have too many resources since 0.1.0 (docs/decisions/0091): they need a stack each.
const upgradable = Object.keys(released).filter((state) => Object.hasOwn(own, state));

describe.each(upgradable)(`from ${newest.replace(TEMPLATES, '')}: %s`, (state) => {
  test.each([
    ['the upgrade', released[state], own[state]],
    ['its rollback', own[state], released[state]],
  ])(
    '%s replaces nothing that holds data, takes no name twice and names no route that is missing',
    (_, before, after) => {
      expect(problems(before as Template, after as Template)).toEqual([]);
    },
  );
});
