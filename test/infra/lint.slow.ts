// Runs cfn-lint, the linter of the CloudFormation team, over what each kind of deployment synthesises. `npm run
// lint:template` runs this file alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isInstalled, lint } from '../support/cfn-lint.ts';
import { SENDER, synthesise } from '../support/synthesis.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const ZONE = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
const MORE = { ...ZONE, identityProviders: 'on', tracing: 'on', alarmEmail: 'ops@example.com', tags: 'Team=Identity' };
const HARDENED = { profile: 'hardened' };

/** Region to lint for -> name of the variant -> settings. Each has what none of the others has: a template takes 15 seconds of CPU. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>> = {
  'eu-west-1': {
    bare: {},
    everything: {
      ...SENDER,
      ...MORE,
      ...HARDENED,
      auditArchiveDays: 400,
      analytics: 'on',
      reservedConcurrency: 5,
      GATEHOUSE_SES_CONFIGURATION_SET: 'auth',
    },
    fronted: {
      ...SENDER,
      ...ZONE,
      adminKey: 'off',
      gateway: 'http',
      front: 'cloudfront',
      frontCertificateArn: `arn:aws:acm:us-east-1:123456789012:certificate/${ID}`,
      frontWebAclArn: `arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/${ID}`,
    },
    longest: { ...SENDER, ...HARDENED, stackName: 'x'.repeat(34) },
    governed: {
      ...SENDER,
      ...HARDENED,
      stage: 'test',
      region: 'eu-west-1',
      account: '123456789012',
      eventBus: 'shared',
      permissionsBoundary: 'arn:aws:iam::123456789012:policy/Boundary',
      kmsKeyArn: `arn:aws:kms:eu-west-1:123456789012:key/${ID}`,
      alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:ops',
      domainName: 'auth.example.com',
      certificateArn: `arn:aws:acm:eu-west-1:123456789012:certificate/${ID}`,
      restoredStreamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026-11-21T10:00:00.000',
      logRetentionDays: 365,
      apiGatewayLogRole: 'off',
    },
  },
  'eu-central-1': {
    primary: {
      ...SENDER,
      ...MORE,
      ...HARDENED,
      region: 'eu-central-1',
      replicaRegion: 'eu-west-1',
      replicaKeyArn: `arn:aws:kms:eu-west-1:123456789012:key/${ID}`,
      domainName: 'auth.example.com',
      hostedZoneId: 'Z0123456789ABC',
      hostedZoneName: 'example.com',
      regionRole: 'primary',
      standbyUrl: 'https://abcdefghij.execute-api.eu-west-1.amazonaws.com/v1',
    },
  },
  'cn-north-1': {
    hardened: { region: 'cn-north-1', ...MORE, ...HARDENED },
  },
  'us-gov-west-1': {
    hardened: { region: 'us-gov-west-1', ...SENDER, ...MORE, ...HARDENED },
  },
};

const title = isInstalled ? 'cfn-lint finds nothing for %s' : 'cfn-lint is not installed: nothing was linted for %s';

test.each(Object.keys(VARIANTS))(title, (region) => {
  if (!isInstalled) return;
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'));
  try {
    const files = Object.entries(VARIANTS[region] ?? {}).map(([name, context]) => {
      const file = join(directory, `${name}.json`);
      writeFileSync(file, JSON.stringify(synthesise(context)));
      return file;
    });
    expect(lint(region, files).map((line) => line.replaceAll(`${directory}/`, ''))).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
