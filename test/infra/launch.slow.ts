// Tests the launch bundle: its template is the CDK's own with parameters, and it contains each file that the template names.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bundle } from '../../infra/bundling/bundle.ts';
import { areValid } from '../../infra/settings/functions-environment.ts';
import { SETTINGS } from '../../infra/settings/sections.ts';
import { excesses } from '../../infra/stack/limits.ts';
import { ASSETS, buildLaunch, TEMPLATE } from '../../infra/tools/packing/launch/build.ts';
import { PARAMETERS } from '../../infra/tools/packing/launch/parameters.ts';
import { isInstalled, lint } from '../support/cfn-lint.ts';
import { deployed, launchTemplate } from '../support/launch-template.ts';
import { type Resource, resourcesOf, synthesise, type Template } from '../support/synthesis.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
const VALUES = { AssetBucket: 'assets', Sender: 'no-reply@example.com', AlarmEmail: 'ops@example.com' };
const WITHOUT_DOMAIN = { ...VALUES, DomainName: '', CertificateArn: '' };
const SAME = { sender: VALUES.Sender, alarmEmail: VALUES.AlarmEmail };
const DOMAIN = { domainName: 'auth.example.com', certificateArn: CERTIFICATE };

describe.each([
  ['a REST API', {}],
  ['an HTTP API', { gateway: 'http' }],
  ['the hardened profile', { profile: 'hardened', tracing: 'on', auditArchiveDays: '400' }],
])('the template of %s', (_, given) => {
  const template = launchTemplate(given);

  test('is what the CDK deploys for the same values, without and with a domain', () => {
    expect(deployed(template, WITHOUT_DOMAIN)).toEqual(deployed(synthesise({ ...SAME, ...given })));
    const values = { ...VALUES, DomainName: DOMAIN.domainName, CertificateArn: CERTIFICATE };
    expect(deployed(template, values)).toEqual(deployed(synthesise({ ...SAME, ...DOMAIN, ...given })));
  });

  test('is within the limits of CloudFormation, and knows nothing of a bootstrap or an account', () => {
    const text = JSON.stringify(template);
    expect(excesses(text)).toEqual([]);
    expect(text).not.toMatch(/bootstrap|hnb659fds|\/cdk-|\b\d{12}\b/i);
    expect(Object.keys(template.Parameters)).toEqual(Object.keys(PARAMETERS));
    expect(Object.keys(template.Parameters).length).toBeLessThanOrEqual(5);
  });
});

test(isInstalled ? 'cfn-lint finds nothing in the template' : 'cfn-lint is not installed: nothing was linted', () => {
  if (!isInstalled) return;
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'));
  try {
    writeFileSync(join(directory, TEMPLATE), JSON.stringify(launchTemplate()));
    expect(lint('eu-west-1', [join(directory, TEMPLATE)])).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

describe('the parameters', () => {
  const accepts = (name: keyof typeof PARAMETERS, value: string): boolean =>
    new RegExp(`^(?:${PARAMETERS[name].allowedPattern})$`).test(value);

  test('accept their defaults, and only what the settings accept', () => {
    for (const [name, props] of Object.entries(PARAMETERS))
      if ('default' in props) expect(accepts(name as keyof typeof PARAMETERS, props.default)).toBe(true);
    const senders = [
      'no-reply@example.com',
      'a.b+c@mail.example.co.uk',
      'Acme <a@example.com>',
      'a@b',
      'a b@example.com',
    ];
    expect(senders.filter((each) => accepts('Sender', each))).toEqual(senders.slice(0, 2));
    for (const each of senders.slice(0, 2)) expect(areValid({ GATEHOUSE_SENDER: each })).toBe(true);
    for (const name of ['domainName', 'certificateArn', 'alarmEmail'] as const) {
      const value = { ...DOMAIN, alarmEmail: 'ops@example.com' }[name];
      const parameter = `${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof PARAMETERS;
      expect([accepts(parameter, value), SETTINGS[name].isValid(value)]).toEqual([true, true]);
      expect(accepts(parameter, `${value}/`)).toBe(false);
    }
  });

  test('take the place of settings, which are refused', () => {
    expect(() => launchTemplate({ sender: 'a@example.com' })).toThrow(/its parameters or its name/);
    expect(() => launchTemplate({ gatway: 'http' })).toThrow(/not a setting/);
  });
});

describe('the bundle', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'));
  const functions = mkdtempSync(join(tmpdir(), 'gatehouse-functions-'));
  beforeAll(async () => {
    await buildLaunch(directory);
    await bundle(functions);
  });
  afterAll(() => {
    for (const each of [directory, functions]) rmSync(each, { recursive: true });
  });

  test('has each file that the template names, by its hash, with the function as it was built', () => {
    const template = JSON.parse(readFileSync(join(directory, ASSETS, TEMPLATE), 'utf8')) as Template;
    const deployedFunctions = resourcesOf(template, 'AWS::Lambda::Function').map(([, resource]) => resource);
    const named = new Set<string>();
    for (const { Properties } of deployedFunctions) {
      const { S3Bucket, S3Key } = Properties.Code as { S3Bucket: unknown; S3Key: string };
      expect(S3Bucket).toEqual({ 'Fn::Sub': `\${AssetBucket}` });
      const file = S3Key.replace(/^gatehouse\//, '');
      named.add(file);
      const content = readFileSync(join(directory, ASSETS, file));
      expect(file).toBe(`${createHash('sha256').update(content).digest('hex')}.zip`);
      expect(unzipped(content)).toEqual(filesIn(join(functions, nameOf(Properties))));
    }
    expect(readdirSync(join(directory, ASSETS)).sort()).toEqual([...named, TEMPLATE].sort());
  });

  test('has the module, the licences and the guide', () => {
    const { length } = readdirSync(join(directory, 'terraform')).filter((each) => each.endsWith('.tf'));
    expect(length).toBe(3);
    for (const file of ['README.md', 'LICENSE', 'THIRD-PARTY-LICENSES', 'package.json'])
      expect(readFileSync(join(directory, file), 'utf8').length).toBeGreaterThan(50);
  });
});

/** `{"Fn::Join": ["", [{"Ref": "AWS::StackName"}, "-web"]]}` -> `web` */
const nameOf = ({ FunctionName }: Resource['Properties']): string =>
  (FunctionName as { 'Fn::Join': [string, string[]] })['Fn::Join'][1].at(-1)?.slice(1) as string;

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name: file }) => {
      const path = join(parentPath, file);
      return [path.slice(folder.length + 1), readFileSync(path, 'base64')];
    }),
  );
}

/** Reads a ZIP file by its central directory (PKWARE APPNOTE 4.3), as Lambda does. */
function unzipped(file: Buffer): Record<string, string> {
  const end = file.lastIndexOf('PK\x05\x06');
  const files: Record<string, string> = {};
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, length, start] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + length);
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    files[name] = inflateRawSync(file.subarray(content, content + packed)).toString('base64');
    // Lambda runs as another user than the one that owns the file.
    expect((file.readUInt32LE(at + 38) >>> 16) & 0o444).toBe(0o444);
    at += 46 + length;
  }
  return files;
}
