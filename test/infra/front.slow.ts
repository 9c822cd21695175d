// Checks CloudFront before an HTTP API: what it passes on, caches and proves, and runs a rehearsal behind it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { functionsOn } from '../../infra/functions.ts';
import { synthesise as assemble, SETTINGS } from '../../infra/tools/rehearsal/assembly/synthesise.ts';
import { describeFinding } from '../../infra/tools/rehearsal/findings.ts';
import { type Rehearsal, startRehearsal } from '../../infra/tools/rehearsal/run.ts';
import { createClient } from '../../lib/packages/client/node.ts';
import { only, resourcesOf, SENDER, synthesise, type Template, textOf } from '../support/synthesis.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const ZONE = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
const FRONT = { front: 'cloudfront', frontCertificateArn: `arn:aws:acm:us-east-1:123456789012:certificate/${ID}` };
const CONTEXT = { ...SENDER, gateway: 'http', ...ZONE };
const [without, template] = [synthesise(CONTEXT), synthesise({ ...CONTEXT, ...FRONT })];

type Behavior = Record<string, unknown> & { AllowedMethods?: string[]; CachePolicyId: string };
type Distribution = Record<string, unknown> & {
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  Origins: { DomainName: unknown; CustomOriginConfig: unknown; OriginCustomHeaders: Record<string, unknown>[] }[];
};
const distributionOf = (of: Template): Distribution =>
  only(of, 'AWS::CloudFront::Distribution').Properties.DistributionConfig as Distribution;
const distribution = distributionOf(template);
/** Managed policies (CloudFront guide, "Use managed cache policies"). */
const [CACHING_DISABLED, CACHING_OPTIMIZED] = [
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  '658327ea-f89d-4fab-a63d-7e88639e58f6',
];

describe('the distribution', () => {
  test('has the domain’s name, TLS 1.2 from 2021 on, HTTP/3, and the certificate of its region', () => {
    expect(distribution).toMatchObject({
      Aliases: ['auth.example.com'],
      HttpVersion: 'http2and3',
      IPV6Enabled: true,
      ViewerCertificate: {
        AcmCertificateArn: FRONT.frontCertificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(distribution).not.toHaveProperty('WebACLId');
  });

  test('leads to the API’s domain by TLS 1.2 only, and the API’s own address is disabled', () => {
    const [origin, ...others] = distribution.Origins;
    expect(others).toEqual([]);
    expect(textOf(origin?.DomainName)).toMatch(/^\$\{Domain\w+\.RegionalDomainName\}$/);
    expect(origin?.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    expect(only(template, 'AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(true);
  });

  test('passes on every method, header, cookie and query, with the host and the client’s address, and caches nothing', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      CachePolicyId: CACHING_DISABLED,
      ViewerProtocolPolicy: 'https-only',
    });
    expect(distribution.DefaultCacheBehavior.AllowedMethods?.sort()).toEqual(
      ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'].sort(),
    );
    const policy = only(template, 'AWS::CloudFront::OriginRequestPolicy').Properties.OriginRequestPolicyConfig;
    expect(policy).toMatchObject({
      CookiesConfig: { CookieBehavior: 'all' },
      HeadersConfig: { HeaderBehavior: 'allViewerAndWhitelistCloudFront', Headers: ['CloudFront-Viewer-Address'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
  });

  test('caches and compresses the files of pages, and reads only', () => {
    const [assets, ...others] = distribution.CacheBehaviors;
    expect(others).toEqual([]);
    expect(assets).toMatchObject({ PathPattern: '/assets/*', CachePolicyId: CACHING_OPTIMIZED, Compress: true });
    expect(assets?.AllowedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD']);
  });

  test('keeps no error of one user for another', () => {
    const codes = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    expect(distribution.CustomErrorResponses).toEqual(codes.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });

  test('proves itself by a named value of the secret, which another version replaces', () => {
    const headerOf = (of: Template) => {
      const [header, ...others] = distributionOf(of).Origins[0]?.OriginCustomHeaders ?? [];
      expect(others).toEqual([]);
      return [header?.HeaderName, textOf(header?.HeaderValue)];
    };
    const value = (name: string) =>
      expect.stringMatching(new RegExp(`^{{resolve:secretsmanager:\\$\\{ProxySecret\\w+\\}:SecretString:${name}::}}$`));
    expect(headerOf(template)).toEqual(['x-gatehouse-proxy', value('1')]);
    const next = synthesise({ ...CONTEXT, ...FRONT, frontSecretVersion: 2 });
    expect(headerOf(next)).toEqual(['x-gatehouse-proxy', value('2')]);
    const secretOf = (of: Template) => only(of, 'AWS::SecretsManager::Secret', 'ProxySecret');
    expect(secretOf(template)).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { GenerateSecretString: { SecretStringTemplate: '{}', GenerateStringKey: '1', PasswordLength: 48 } },
    });
    // Another generator would make another value, while CloudFront sends the old one.
    expect(secretOf(next)).toEqual(secretOf(template));
  });

  test('has the firewall that the settings name', () => {
    const frontWebAclArn = `arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/${ID}`;
    expect(distributionOf(synthesise({ ...CONTEXT, ...FRONT, frontWebAclArn })).WebACLId).toBe(frontWebAclArn);
  });
});

test('records of both versions of IP lead to the distribution, and the name of a record elsewhere is an output', () => {
  const records = resourcesOf(template, 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
  expect(records.map(({ Type }) => Type).sort()).toEqual(['A', 'AAAA']);
  for (const { Name, AliasTarget } of records)
    expect([Name, textOf((AliasTarget as { DNSName: unknown }).DNSName)]).toEqual([
      'auth.example.com.',
      expect.stringMatching(/^\$\{Front\w+\.DomainName\}$/),
    ]);
  expect(textOf(template.Outputs.DomainTarget?.Value)).toMatch(/^\$\{Front\w+\.DomainName\}$/);
});

test('every function of the API but those of the public keys and pages asks for the proof', () => {
  const asking = resourcesOf(template, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    return Variables.GATEHOUSE_TRUSTED_PROXY === 'cloudfront' && 'GATEHOUSE_PROXY_SECRET' in Variables
      ? [String(Properties.FunctionName).replace('Gatehouse-', '')]
      : [];
  });
  const open = ['discovery', 'web'];
  expect(asking.sort()).toEqual(
    functionsOn('api')
      .filter((name) => !open.includes(name))
      .sort(),
  );
});

test('it adds four resources to a deployment with a domain', () => {
  const types = (of: Template) => Object.values(of.Resources).map(({ Type }) => Type);
  const more = types(template);
  for (const type of types(without)) more.splice(more.indexOf(type), 1);
  expect(more.sort()).toEqual([
    'AWS::CloudFront::Distribution',
    'AWS::CloudFront::OriginRequestPolicy',
    'AWS::Route53::RecordSet',
    'AWS::SecretsManager::Secret',
  ]);
});

describe('a rehearsal behind CloudFront', () => {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-front-'));
  let running: Rehearsal | undefined;
  afterEach(async () => running?.stop());
  afterAll(() => rmSync(root, { recursive: true }));

  test('a journey has no findings, because CloudFront proves itself with the value that the template names', async () => {
    const directory = join(root, 'front');
    await assemble(directory, { ...SETTINGS, gateway: 'http', ...ZONE, ...FRONT });
    running = await startRehearsal({ port: 0, assembly: directory });
    const { baseUrl, adminSecretKey: secretKey } = running;
    const login = { email: 'root@example.com', password: 'correct horse battery 93' };
    const admin = createClient({ baseUrl });
    await admin.adminConsole.signup({ ...login, secretKey });
    await admin.adminConsole.login(login);
    const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo' });
    const user = createClient({ baseUrl }).authentication;
    const eve = { email: 'eve@example.com', password: 'marmalade lighthouse 17' };
    await user.signup({ ...eve, tenantId: tenant.id });
    await user.login({ tenantId: tenant.id, credentials: eve });
    expect((await user.me()).email).toBe(eve.email);
    expect(running.report().findings.map(describeFinding)).toEqual([]);
  });
});
