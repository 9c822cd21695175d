// Checks that nothing in a template belongs to another partition than that of its region.
import { describe, expect, test } from '@jest/globals';
import { only, resourcesOf, SENDER, synthesise } from '../support/synthesis.ts';

const ZONE = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
/** SES, and so the mailer, does not exist in China. */
const PARTITIONS = [
  { region: 'cn-north-1', partition: 'aws-cn', sender: {} },
  { region: 'us-gov-west-1', partition: 'aws-us-gov', sender: SENDER },
];
/** Principals of services are the same in all partitions (CDK, "Service principals are now globally SERVICE.amazonaws.com"). */
const PRINCIPAL =
  /^(apigateway|cloudwatch|delivery\.logs|events|firehose|lambda|logs|s3|secretsmanager|sns|sqs)\.amazonaws\.com$/;

describe.each(PARTITIONS)('$region', ({ region, partition, sender }) => {
  describe.each(['standard', 'hardened'])('%s', (profile) => {
    const everything = { ...ZONE, ...sender, identityProviders: 'on', tracing: 'on', alarmEmail: 'ops@example.com' };
    const template = synthesise({ region, profile, ...everything });

    test('every ARN is of the partition, and every host of its domain', () => {
      const text = JSON.stringify(template);
      const arns = [...text.matchAll(/arn:(aws[a-z-]*):/g)].map(([, each]) => each);
      expect(arns.filter((each) => each !== partition)).toEqual([]);
      const hosts = [...text.matchAll(/[\w.-]*(?:amazonaws|aws\.amazon)\.com(?:\.cn)?/g)].map(([host]) => host);
      expect(hosts.filter((host) => !PRINCIPAL.test(host))).toEqual([]);
    });

    test('the link to the dashboard is of the partition’s console', () => {
      const host = { 'aws-cn': 'console.amazonaws.cn', 'aws-us-gov': 'console.amazonaws-us-gov.com' }[partition];
      expect(JSON.stringify(template.Outputs.DashboardUrl)).toContain(`https://${host}/cloudwatch/`);
    });
  });

  test('the bus has a key of its own where CloudFormation knows one', () => {
    const bus = only(synthesise({ region, profile: 'hardened' }), 'AWS::Events::EventBus');
    expect('KmsKeyIdentifier' in bus.Properties).toBe(partition !== 'aws-us-gov');
  });

  test('the firewall has the groups of rules that AWS manages', () => {
    expect(resourcesOf(synthesise({ region, profile: 'hardened' }), 'AWS::WAFv2::WebACL')).toHaveLength(1);
  });
});

test('the key lets the log service of the region’s own domain use it', () => {
  const policy = JSON.stringify(only(synthesise({ profile: 'hardened' }), 'AWS::KMS::Key').Properties.KeyPolicy);
  expect(policy).toContain('["logs.",{"Ref":"AWS::Region"},".",{"Ref":"AWS::URLSuffix"}]');
});
