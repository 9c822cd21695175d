// Checks that the setting `resources` adds the function of lib/records/resources with its routes, and nothing else.
import { describe, expect, test } from '@jest/globals';
import { RESOURCES } from '../../infra/functions.ts';
import { EVERYTHING, methodsOf, RESOURCE_NAMES, type Served, servedBy } from '../../infra/routes.ts';
import { readSettings } from '../../infra/settings/read.ts';
import { warningsOf } from '../../infra/settings/warnings.ts';
import { only, resourcesOf, SENDER, synthesise, type Template, textOf } from '../support/synthesis.ts';

type Method = { 'x-amazon-apigateway-integration': { uri: unknown } };
type Setting = { HttpMethod: string; ResourcePath: string; ThrottlingRateLimit: number };

const off = synthesise(SENDER);
const on = synthesise({ ...SENDER, resources: 'on' });
const bodyOf = (template: Template) =>
  only(template, 'AWS::ApiGateway::RestApi').Properties.Body as { paths: Record<string, Record<string, Method>> };
const settingsOf = (template: Template) =>
  only(template, 'AWS::ApiGateway::Stage').Properties.MethodSettings as Setting[];
const own = servedBy(EVERYTHING).find(({ name }) => name === RESOURCES) as Served;

describe('off, the default', () => {
  test('no function, role, log, route or throttle of resources exists', () => {
    expect(Object.keys(off.Resources).filter((id) => id.startsWith('Resources'))).toEqual([]);
    const paths = Object.keys(bodyOf(off).paths);
    expect(paths.filter((path) => methodsOf(own).some((each) => each.path === path))).toEqual([]);
    expect(JSON.stringify(off)).not.toContain('Gatehouse-resources');
    expect(synthesise({ ...SENDER, resources: 'off' })).toEqual(off);
  });
});

describe('on', () => {
  test('adds a function with its role, log, version, alias and permission, and keeps every other logical id', () => {
    // The ids of a deployment and of a version are hashes of their content.
    const isHashed = (id: string): boolean => /^(ApiDeployment|\w+CurrentVersion)/.test(id);
    const idsOf = (template: Template) => Object.keys(template.Resources).filter((id) => !isHashed(id));
    expect(idsOf(off).filter((id) => !idsOf(on).includes(id))).toEqual([]);
    const added = idsOf(on).filter((id) => !idsOf(off).includes(id));
    expect(added.map((id) => `${id.replace(/[0-9A-F]{8}$/, '')} ${on.Resources[id]?.Type}`).sort()).toEqual(
      [
        'Resources AWS::Lambda::Function',
        'ResourcesLiveApi AWS::Lambda::Permission',
        'ResourcesLive AWS::Lambda::Alias',
        'ResourcesLog AWS::Logs::LogGroup',
        'ResourcesRole AWS::IAM::Role',
      ].sort(),
    );
    expect(on.Outputs).toEqual(off.Outputs);
  });

  test('keeps the version of every other function, so that only the new one is deployed', () => {
    const versions = (template: Template) => resourcesOf(template, 'AWS::Lambda::Version').map(([id]) => id);
    const added = versions(on).filter((id) => !versions(off).includes(id));
    expect(versions(off).filter((id) => !versions(on).includes(id))).toEqual([]);
    expect(added).toEqual([expect.stringMatching(/^ResourcesCurrentVersion/)]);
  });

  test.each(methodsOf(own))(
    '$method $path reaches the function with the throttle of its class',
    ({ method, path, rate }) => {
      const item = bodyOf(on).paths[path] ?? {};
      for (const each of [item[method.toLowerCase()], item['x-amazon-apigateway-any-method']])
        expect(textOf(each?.['x-amazon-apigateway-integration'].uri)).toContain(':function:Gatehouse-resources:live/');
      const found = settingsOf(on).find(
        (each) => each.HttpMethod === method && each.ResourcePath === `/${path.replaceAll('/', '~1')}`,
      );
      const expected = readSettings({}).rates[rate].rate;
      expect(found?.ThrottlingRateLimit).toBe(expected);
    },
  );

  test('a POST that can only be read as a GET has the throttle of reads, a create that of writes', () => {
    const name = RESOURCE_NAMES[0];
    const rateOf = (path: string) => methodsOf(own).find((each) => each.method === 'POST' && each.path === path)?.rate;
    expect([rateOf(`/${name}`), rateOf(`/${name}/get/all`), rateOf(`/${name}/get/counts`)]).toEqual([
      'write',
      'read',
      'read',
    ]);
  });

  test('the widget about refusals reads the log of the function', () => {
    const dashboards = (template: Template) => JSON.stringify(only(template, 'AWS::CloudWatch::Dashboard').Properties);
    expect(dashboards(on)).toContain('"ResourcesLog');
    expect(dashboards(off)).not.toContain('"ResourcesLog');
  });
});

describe('the quota of resources per API', () => {
  test('is not warned of when the two examples are on', () => {
    expect(warningsOf(readSettings({ ...SENDER, resources: 'on' }))).toEqual([]);
  });
});
