// Checks the workflows of the repository, of its guide and of new projects: they parse, their commands exist, and they ask for
// no more than they use. Also the policies that the guide gives to their roles.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { codeOf } from '../support/guide.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const scriptsOf = (folder: string): string[] => Object.keys(JSON.parse(read(join(folder, 'package.json'))).scripts);

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> };
type Job = {
  'runs-on': string;
  needs?: string | string[];
  environment?: string;
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  steps: Step[];
};
type Workflow = { name: string; on: object; permissions: Record<string, string>; jobs: Record<string, Job> };

const GUIDE = 'deploy-from-github.md';
const TEMPLATES = ['web', 'mcp'].map((name) => `lib/packages/create/templates/${name}`);
const WORKFLOWS = [
  { name: 'the guide', text: codeOf(GUIDE, 'yaml')[0] ?? '', scripts: scriptsOf('.') },
  { name: 'the release', text: read('.github/workflows/release.yml'), scripts: scriptsOf('.') },
  { name: 'the site', text: read('.github/workflows/site.yml'), scripts: scriptsOf('.') },
  ...TEMPLATES.map((folder) => ({
    name: folder,
    text: read(join(folder, '.github/workflows/deploy.yml')),
    scripts: scriptsOf(folder),
  })),
];

describe.each(WORKFLOWS)('the workflow of $name', ({ text, scripts }) => {
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  test('has the keys that GitHub knows, and jobs that wait for jobs that there are', () => {
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'concurrency', 'jobs']);
    const keys = ['runs-on', 'needs', 'environment', 'permissions', 'env', 'steps'];
    for (const [, job] of jobs) {
      expect(keys).toEqual(expect.arrayContaining(Object.keys(job)));
      expect(Object.keys(workflow.jobs)).toEqual(expect.arrayContaining([job.needs ?? []].flat()));
    }
    for (const step of steps) {
      expect(['name', 'uses', 'run', 'with', 'env']).toEqual(expect.arrayContaining(Object.keys(step)));
      expect([step.uses, step.run].filter((each) => each !== undefined)).toHaveLength(1);
    }
  });

  test('runs scripts that there are, in a shell that can read them', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    const named = commands.flatMap((run) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(1);
    expect(scripts).toEqual(expect.arrayContaining(named));
    for (const input of commands) expect(spawnSync('bash', ['-n'], { input }).stderr.toString()).toBe('');
  });

  test('takes no expression into a shell, and the token of an identity only where an environment guards it', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const [, { permissions = workflow.permissions, environment }] of jobs)
      if (permissions['id-token'] === 'write') expect(environment).toBeDefined();
  });
});

test('the guide names each variable and secret of its workflow', () => {
  const [workflow = ''] = codeOf(GUIDE, 'yaml');
  const names = [...workflow.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name]) => name);
  const page = read(`docs/guides/${GUIDE}`).replace(workflow, '');
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) expect(page).toContain(`\`${name}\``);
});

test('the guide trusts one repository and environment, and its role may only read', () => {
  const [trust, role] = codeOf(GUIDE, 'json').map((text) => JSON.parse(text));
  const [{ Action, Condition, Effect }] = trust.Statement;
  expect([Effect, Action]).toEqual(['Allow', 'sts:AssumeRoleWithWebIdentity']);
  expect(Condition.StringEquals).toEqual({
    'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
    'token.actions.githubusercontent.com:sub': expect.stringMatching(/^repo:\w+\/\w+:environment:test$/),
  });
  const [assume, look] = role.Statement;
  expect(assume).toMatchObject({
    Action: 'sts:AssumeRole',
    Resource: expect.stringMatching(/role\/cdk-hnb659fds-\*$/),
  });
  for (const action of look.Action) expect(action).toMatch(/^[a-z0-9]+:(Get|List|Describe|Filter)\w+$/);
});

test('the role of the guide has what the deep smoke test calls', () => {
  const source = read('infra/tools/smoke/account.ts');
  const calls = [...source.matchAll(/new (\w+)Command\(/g)].map(([, name = '']) => name);
  const role = JSON.parse(codeOf(GUIDE, 'json')[1] ?? '{}');
  const granted = role.Statement[1].Action.map((action: string) => action.split(':')[1]);
  // S3 calls the permission to list objects by the bucket.
  const needed = [...calls.map((name) => (name === 'ListObjectsV2' ? 'ListBucket' : name)), 'ListStackResources'];
  expect(granted.toSorted()).toEqual([...new Set(needed)].toSorted());
});
