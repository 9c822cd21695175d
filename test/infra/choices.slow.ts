// Checks the optional parts of a deployment: domain, traces, reserved instances, paid secrets, a restored table.
import { describe, expect, test } from '@jest/globals';
import { functionsOn } from '../../infra/functions.ts';
import {
  listOf,
  only,
  resourcesOf,
  SENDER,
  statementsByFunction,
  synthesise,
  type Template,
  textOf,
} from '../support/synthesis.ts';

type Properties = Record<string, unknown>;
const functionsIn = (template: ReturnType<typeof synthesise>) =>
  resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties: properties }]) => properties);

describe('a domain', () => {
  const zone = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
  const template = synthesise({ domainName: 'auth.example.com', ...zone });

  test('a domain with a zone gets a certificate, the stage at its root, and a DNS record', () => {
    const domain = only(template, 'AWS::ApiGateway::DomainName').Properties;
    expect(domain).toMatchObject({ DomainName: 'auth.example.com', SecurityPolicy: 'TLS_1_2' });
    expect(only(template, 'AWS::CertificateManager::Certificate').Properties).toMatchObject({
      DomainName: 'auth.example.com',
      ValidationMethod: 'DNS',
    });
    expect(only(template, 'AWS::ApiGateway::BasePathMapping').Properties).not.toHaveProperty('BasePath');
    expect(only(template, 'AWS::Route53::RecordSet').Properties).toMatchObject({
      Name: 'auth.example.com.',
      HostedZoneId: 'Z0123456789ABC',
    });
  });

  test('a domain disables API Gateway’s own URL and becomes the issuer', () => {
    expect(only(template, 'AWS::ApiGateway::RestApi').Properties.DisableExecuteApiEndpoint).toBe(true);
    for (const { Environment } of functionsIn(template))
      expect((Environment as { Variables: Properties }).Variables.GATEHOUSE_BASE_URL).toBe('https://auth.example.com');
    expect(template.Outputs.BaseUrl?.Value).toBe('https://auth.example.com');
  });

  test('a domain may use an existing certificate and DNS elsewhere', () => {
    const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
    const other = synthesise({ domainName: 'auth.example.com', certificateArn });
    expect(only(other, 'AWS::ApiGateway::DomainName').Properties.RegionalCertificateArn).toBe(certificateArn);
    expect(resourcesOf(other, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(other.Outputs).toHaveProperty('DomainTarget');
  });
});

test('without a domain, API Gateway’s own URL is enabled', () => {
  expect(only(synthesise(), 'AWS::ApiGateway::RestApi').Properties.DisableExecuteApiEndpoint).toBe(false);
});

test('tracing covers the stage and every function', () => {
  const template = synthesise({ ...SENDER, tracing: 'on' });
  expect(only(template, 'AWS::ApiGateway::Stage').Properties.TracingEnabled).toBe(true);
  for (const { TracingConfig } of functionsIn(template)) expect(TracingConfig).toEqual({ Mode: 'Active' });
  const granted = resourcesOf(template, 'AWS::IAM::Policy').map(
    ([
      ,
      {
        Properties: { Roles },
      },
    ]) => textOf(listOf(Roles)[0]),
  );
  expect(granted).toHaveLength(functionsIn(template).length);
  expect(functionsIn(synthesise(SENDER)).some(({ TracingConfig }) => TracingConfig)).toBe(false);
});

test('reservedConcurrency applies to each function of the API and to no other', () => {
  const reservedIn = (context: Properties) =>
    functionsIn(synthesise(context)).flatMap(({ FunctionName, ReservedConcurrentExecutions: reserved }) =>
      reserved === undefined ? [] : [[FunctionName, reserved]],
    );
  expect(reservedIn(SENDER)).toEqual([]);
  const each = functionsOn('api').map((name) => [`Gatehouse-${name}`, 25]);
  expect(reservedIn({ ...SENDER, reservedConcurrency: 25 })).toEqual(each);
});

test('adminKey=off removes the secret, the variable and the permission', () => {
  const template = synthesise({ adminKey: 'off' });
  const secrets = resourcesOf(template, 'AWS::SecretsManager::Secret').map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
  expect(secrets).toEqual(['PepperSecret', 'SealSecret', 'SessionSecret']);
  expect(JSON.stringify(functionsIn(template))).not.toContain('GATEHOUSE_ADMIN_SECRET');
  const read = statementsByFunction(template)['admin-console']?.find(({ Action }) =>
    listOf(Action)[0]?.startsWith('secretsmanager:'),
  );
  expect(listOf(read?.Resource)).toHaveLength(3);
  expect(template.Outputs).not.toHaveProperty('AdminSecretName');
});

test('identityProviders=on adds the secret of identity providers', () => {
  const named = (context: Properties) =>
    resourcesOf(synthesise(context), 'AWS::SecretsManager::Secret').some(([id]) => id.startsWith('SsoSecret'));
  expect([named({}), named({ identityProviders: 'on' })]).toEqual([false, true]);
});

describe('trustedProxy', () => {
  const context = { baseUrl: 'https://auth.example.com', trustedProxy: 2 };
  const [template, without] = [synthesise(context), synthesise({ baseUrl: context.baseUrl })];
  const variablesOf = (all: Template) =>
    Object.fromEntries(
      functionsIn(all).map(({ FunctionName, Environment }) => [
        String(FunctionName).replace('Gatehouse-', ''),
        (Environment as { Variables: Properties }).Variables,
      ]),
    );

  test('adds a generated secret, which is kept, and its name as an output', () => {
    const secret = only(template, 'AWS::SecretsManager::Secret', 'ProxySecret');
    expect(secret.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(secret.Properties).toMatchObject({ GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true } });
    expect(template.Outputs).toHaveProperty('ProxySecretName');
    expect(JSON.stringify(without)).not.toMatch(/ProxySecret|TRUSTED_PROXY|PROXY_SECRET/);
  });

  test('is required by every function of the API but those of the public keys and pages, and by no other', () => {
    const asking = Object.entries(variablesOf(template)).filter(
      ([, variables]) => 'GATEHOUSE_PROXY_SECRET' in variables,
    );
    expect(asking.map(([name]) => name).sort()).toEqual(
      functionsOn('api')
        .filter((name) => name !== 'discovery' && name !== 'web')
        .sort(),
    );
    for (const [, variables] of asking) expect(variables.GATEHOUSE_TRUSTED_PROXY).toBe('2');
    for (const [name, variables] of Object.entries(variablesOf(template)))
      expect([name, 'GATEHOUSE_TRUSTED_PROXY' in variables]).toEqual([name, 'GATEHOUSE_PROXY_SECRET' in variables]);
  });

  test('leaves out the firewall’s rule per address, which would count the proxy', () => {
    const rules = only(synthesise({ ...context, ...SENDER, profile: 'hardened' }), 'AWS::WAFv2::WebACL').Properties
      .Rules;
    expect((rules as { Name: string }[]).map(({ Name }) => Name)).not.toContain('RateByAddress');
  });
});

test('a restored table replaces the stack’s own, which is kept', () => {
  const restoredStreamArn =
    'arn:aws:dynamodb:eu-west-1:123456789012:table/gatehouse-restored/stream/2026-11-21T10:00:00.000';
  const template = synthesise({ ...SENDER, restoredStreamArn });
  const text = JSON.stringify([
    resourcesOf(template, 'AWS::Lambda::Function'),
    resourcesOf(template, 'AWS::IAM::Role'),
    resourcesOf(template, 'AWS::Lambda::EventSourceMapping'),
    resourcesOf(template, 'AWS::CloudWatch::Alarm'),
  ]);
  const [[own]] = resourcesOf(template, 'AWS::DynamoDB::GlobalTable') as [[string, unknown]];
  expect(text).not.toContain(own);
  for (const { Environment, FunctionName } of functionsIn(template)) {
    // The function of the pages reads no table.
    const expected = String(FunctionName).endsWith('-web') ? undefined : 'gatehouse-restored';
    expect((Environment as { Variables: Properties }).Variables.GATEHOUSE_TABLE).toBe(expected);
  }
  const source = only(template, 'AWS::Lambda::EventSourceMapping', 'ChangeFeed').Properties;
  expect(source.EventSourceArn).toBe(restoredStreamArn);
  expect(text).toContain('table/gatehouse-restored/index/index1');
});
