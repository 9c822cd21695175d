// Packs the construct as `npm run packages` does, and uses the tarball as a CDK app would: installs it beside aws-cdk-lib,
// and synthesises apps in JavaScript and TypeScript with the machine's Node, without a bundler.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { functionNames, RESOURCES } from '../../infra/functions.ts';
import { useApplication } from '../support/application.ts';
import { isInstalled, lint } from '../support/cfn-lint.ts';
import { programOf } from '../support/guide.ts';
import { namesIn, REGIONAL, repeated } from '../support/resource-names.ts';
import { listOf, type Resource, resourcesOf, type Statement, type Template, textOf } from '../support/synthesis.ts';

const { folder, run, write, compile, installed } = useApplication(
  ['construct'],
  [],
  ['aws-cdk-lib', 'constructs', 'cdk-nag'],
);
/** The declarations of aws-cdk-lib need the second, and do not pass `exactOptionalPropertyTypes`. */
const LIB = ['es2022', 'esnext.disposable', 'dom'];
const PLAIN = { NODE_OPTIONS: '' };

/** Fails on what CloudFormation's own schemas reject. The other keys are those of an app with settings of its own. */
const CONTEXT = `{ environment: 'prod', sender: 42, stage: {}, gatehouse: 'ours', '@aws-cdk/core:validateAgainstDefaultRules': true }`;

const TWO_AND_TWO = `
import { App, Duration, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Gatehouse } from '@gatehouse-auth/construct';

const app = new App({ outdir: 'two-and-two', context: ${CONTEXT} });
const sender = 'Acme <no-reply@example.com>';
const functionIn = (scope, id) =>
  new Function(scope, id, { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code: Code.fromInline('exports.handler = async () => {}') });

const both = new Stack(app, 'Both', { suppressTemplateIndentation: true });
new Gatehouse(both, 'One', { sender, backupDays: 30, accessTtl: 300 });
new Gatehouse(both, 'Two', { sender, backupDays: 30, profile: 'hardened' });

const env = { account: '111111111111', region: 'eu-central-1' };
const given = new Stack(app, 'Given', { env });
const zone = HostedZone.fromLookup(given, 'Zone', { domainName: 'example.com' });
const first = new Gatehouse(given, 'Auth', {
  sender,
  messageSender: functionIn(given, 'Sender'),
  profile: 'hardened',
  domainName: 'auth.example.com',
  certificateArn: new Certificate(given, 'Certificate', { domainName: 'auth.example.com' }).certificateArn,
  hostedZoneId: zone.hostedZoneId,
  hostedZoneName: zone.zoneName,
  eventBus: new EventBus(given, 'Bus').eventBusName,
  alarmTopicArn: new Topic(given, 'Topic').topicArn,
  kmsKeyArn: new Key(given, 'Key').keyArn,
  permissionsBoundary: new ManagedPolicy(given, 'Boundary', { statements: [new PolicyStatement({ actions: ['*'], resources: ['*'] })] }).managedPolicyArn,
});

const apart = new Stack(app, 'AStackWithANameThatIsFarTooLongForTheNameOfAnyFunction', { env, stackName: 'AStackWithANameThatIsFarTooLongForTheNameOfAnyFunction' });
const second = new Gatehouse(apart, 'Auth');
const fn = functionIn(apart, 'Fn');
const queue = new Queue(apart, 'Queue');
for (const [id, auth] of Object.entries({ First: first, Second: second })) {
  const http = new HttpApi(apart, id + 'Http');
  http.addRoutes({ path: '/x', methods: [HttpMethod.GET], integration: new HttpLambdaIntegration('Call', fn), authorizer: auth.jwtAuthorizer(), authorizationScopes: ['a.b'] });
  const rest = new RestApi(apart, id + 'Rest', { cloudWatchRole: false });
  rest.root.addMethod('GET', new LambdaIntegration(fn), { authorizer: auth.restAuthorizer(apart, id + 'Authorizer', { resultsCacheTtl: Duration.minutes(1) }) });
  auth.onEvent('svc.user_invited', fn, { deadLetterQueue: queue, retryAttempts: 10, maxEventAge: Duration.hours(2) });
  auth.onEvent(['svc.user_created', 'svc.user_deleted'], fn, { detail: { tenantId: ['ten_1'] } });
  auth.onEvent('svc.user_created', new SqsQueue(queue), { scope: apart });
  auth.onEvent('svc.user_created', new SqsQueue(queue), { scope: apart });
  auth.grantAdmin(functionIn(apart, id + 'Admin'));
}
app.synth();
`;

const templateOf = (app: string, stack: string): Template =>
  JSON.parse(readFileSync(join(folder, app, `${stack}.template.json`), 'utf8'));
const propertiesOf = (template: Template, type: string): Record<string, unknown>[] =>
  resourcesOf(template, type).map(([, { Properties }]) => Properties);

describe('the tarball', () => {
  test('has the CDK as peer, the prebuilt functions, and a README of one screen', () => {
    const manifest = JSON.parse(installed('construct', 'package.json'));
    expect(manifest).toMatchObject({ sideEffects: false, type: 'module', license: 'Apache-2.0' });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(manifest.peerDependencies)).toEqual(['aws-cdk-lib', 'constructs']);
    expect(installed('construct', 'README.md').split('\n').length).toBeLessThan(60);
    const shipped = readdirSync(join(folder, 'node_modules/@gatehouse-auth/construct/functions'));
    const served = functionNames.filter((name) => name !== RESOURCES);
    expect(shipped.sort()).toEqual([...served, 'authorizer', 'package.json'].sort());
    expect(existsSync(join(folder, 'node_modules/esbuild'))).toBe(false);
  });

  test('carries the licence of each package whose code it contains', () => {
    const notices = installed('construct', 'THIRD-PARTY-LICENSES');
    for (const name of ['zod', 'jose', '@aws-sdk/client-dynamodb', 'bcryptjs', 'qrcode', 'libphonenumber-js'])
      expect(notices).toContain(`\n${name} `);
    expect(notices).not.toMatch(/^aws-cdk-lib /m);
  });
});

describe('an app in JavaScript with four deployments', () => {
  const stacks = ['Both', 'Given', 'AStackWithANameThatIsFarTooLongForTheNameOfAnyFunction'];
  let templates: Template[] = [];
  beforeAll(async () => {
    write('two-and-two.js', TWO_AND_TWO);
    await run('node', ['two-and-two.js'], PLAIN);
    templates = stacks.map((stack) => templateOf('two-and-two', stack));
  });
  const apart = () => templates[2] as Template;

  test('no two resources have the same name', () => {
    const names = templates.flatMap(namesIn);
    expect(names.length).toBeGreaterThan(100);
    expect(repeated(names.map(({ name }) => name))).toEqual([]);
    const vaults = propertiesOf(templates[0] as Template, 'AWS::Backup::BackupVault').map((each) =>
      JSON.stringify(each),
    );
    expect(new Set(vaults).size).toBe(2);
    expect(names.filter(({ type }) => !REGIONAL.includes(type)).length).toBeGreaterThan(0);
  });

  test('names begin with the stack’s, and are not longer than Lambda allows', () => {
    for (const template of templates)
      for (const { FunctionName } of propertiesOf(template, 'AWS::Lambda::Function'))
        expect(String(FunctionName ?? '').length).toBeLessThanOrEqual(64);
    const buses = propertiesOf(templates[0] as Template, 'AWS::Events::EventBus').map(({ Name }) => Name);
    expect(buses).toEqual([
      expect.stringMatching(/^Both-One-[0-9A-F]{8}$/),
      expect.stringMatching(/^Both-Two-[0-9A-F]{8}$/),
    ]);
    expect(propertiesOf(apart(), 'AWS::Events::EventBus').map(({ Name }) => Name)).toEqual([
      expect.stringMatching(/^AStackWithANa.*[0-9A-F]{8}$/),
    ]);
  });

  test('fit into the limits of CloudFormation, two in one stack', () => {
    const text = readFileSync(join(folder, 'two-and-two/Both.template.json'), 'utf8');
    expect(text.length).toBeLessThan(1024 * 1024);
    expect(Object.keys((templates[0] as Template).Resources).length).toBeLessThan(500);
  });

  test('one deployment of an account and region sets the log role of API Gateway, and the others wait for it', () => {
    expect(templates.map((each) => resourcesOf(each, 'AWS::ApiGateway::Account').length)).toEqual([1, 1, 0]);
    const stages = resourcesOf(templates[0] as Template, 'AWS::ApiGateway::Stage') as [
      string,
      Resource & { DependsOn: string[] },
    ][];
    expect(stages.map(([, { DependsOn }]) => DependsOn.some((id) => /^OneApiAccount/.test(id)))).toEqual([true, true]);
    const { artifacts } = JSON.parse(readFileSync(join(folder, 'two-and-two/manifest.json'), 'utf8'));
    expect(artifacts[stacks[2] as string].dependencies).toContain('Given');
  });

  test('authorizers of HTTP APIs name issuer and audience, and come after the deployment', () => {
    const found = resourcesOf(apart(), 'AWS::ApiGatewayV2::Authorizer') as [
      string,
      Resource & { DependsOn?: string[] },
    ][];
    const [given, own] = found.map(
      ([, { Properties }]) => Properties.JwtConfiguration as { Issuer: unknown; Audience: unknown[] },
    );
    expect(given).toEqual({ Issuer: 'https://auth.example.com', Audience: ['https://auth.example.com'] });
    expect(textOf(own?.Issuer)).toMatch(/^https:\/\/.*\.execute-api\..*\/v1$/);
    expect(own?.Audience).toEqual([own?.Issuer]);
    expect(found[1]?.[1].DependsOn?.some((id) => /^AuthApiDeploymentStage/.test(id))).toBe(true);
    expect(
      propertiesOf(apart(), 'AWS::ApiGatewayV2::Route').map(({ AuthorizationScopes }) => AuthorizationScopes),
    ).toEqual([['a.b'], ['a.b']]);
  });

  test('authorizers of REST APIs have a function that knows issuer and audience', () => {
    const functions = propertiesOf(apart(), 'AWS::Lambda::Function').map(({ Environment }) =>
      JSON.stringify(Environment ?? ''),
    );
    expect(functions.filter((each) => each.includes('GATEHOUSE_ISSUER')).length).toBe(2);
    expect(
      propertiesOf(apart(), 'AWS::ApiGateway::Authorizer').map(({ Type, AuthorizerResultTtlInSeconds }) => [
        Type,
        AuthorizerResultTtlInSeconds,
      ]),
    ).toEqual([
      ['TOKEN', 60],
      ['TOKEN', 60],
    ]);
  });

  test('rules select events by name and detail, and have retries and dead letters', () => {
    const rules = resourcesOf(apart(), 'AWS::Events::Rule')
      .filter(([id]) => /^(Fn)?On/.test(id))
      .map(([, { Properties }]) => Properties);
    expect(rules).toHaveLength(8);
    expect(rules).toContainEqual(
      expect.objectContaining({
        EventPattern: {
          source: ['gatehouse'],
          'detail-type': ['svc.user_created', 'svc.user_deleted'],
          detail: { tenantId: ['ten_1'] },
        },
      }),
    );
    const targets = rules.flatMap(({ Targets }) => Targets as { RetryPolicy?: unknown; DeadLetterConfig?: unknown }[]);
    expect(targets.filter(({ DeadLetterConfig }) => DeadLetterConfig).map(({ RetryPolicy }) => RetryPolicy)).toEqual([
      { MaximumEventAgeInSeconds: 7200, MaximumRetryAttempts: 10 },
      { MaximumEventAgeInSeconds: 7200, MaximumRetryAttempts: 10 },
    ]);
  });

  test('a function with the admin key may read that secret and no other', () => {
    const policies = resourcesOf(apart(), 'AWS::IAM::Policy').filter(([id]) => /AdminServiceRole/.test(id));
    const statements = policies.flatMap(
      ([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement,
    );
    expect(statements.map(({ Action }) => listOf(Action))).toEqual(
      Array(2).fill(['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret']),
    );
    expect(statements.map(({ Resource: arn }) => JSON.stringify(arn))).toEqual([
      expect.stringContaining('AdminSecret'),
      expect.stringContaining('AdminSecret'),
    ]);
  });

  test(isInstalled ? 'cfn-lint finds nothing' : 'cfn-lint is not installed: nothing was linted', () => {
    if (!isInstalled) return;
    const files = stacks.map((stack) => join(folder, 'two-and-two', `${stack}.template.json`));
    expect(lint('eu-central-1', files)).toEqual([]);
  });
});

const WRONG: [properties: string, message: string][] = [
  ["{ sendr: 'x' }", 'sendr is not a property. Did you mean sender?'],
  [
    "{ sender: 'nope' }",
    'sender must be an address such as no-reply@example.com or Example <no-reply@example.com>, not nope',
  ],
  ["{ tracing: 'on' }", 'tracing must be true or false, not "on"'],
  ["{ region: 'eu-west-1' }", 'region is not a property. The stack has a region.'],
  ['{ accessTtl: 1 }', 'accessTtl is not valid: must be between 5 and 3600 seconds'],
  ['{ sessionIdleTtl: 1000, sessionAbsoluteTtl: 999 }', 'sessionIdleTtl exceeds sessionAbsoluteTtl'],
  ['{ trustedProxy: 1 }', 'trustedProxy needs baseUrl, the proxy’s own URL'],
  ['{ sender: Aws.STACK_NAME }', 'sender must be known at synthesis, and this value is a token'],
];

test('wrong properties are refused in one line that names the construct and the property', async () => {
  const cases = WRONG.map(([properties]) => `() => new Gatehouse(new Stack(new App(), 'Acme'), 'Auth', ${properties})`);
  write(
    'wrong.js',
    `import { App, Aws, Stack } from 'aws-cdk-lib';
import { Gatehouse } from '@gatehouse-auth/construct';
const right = new Gatehouse(new Stack(new App(), 'Acme'), 'Auth', { adminKey: false, signingAlg: 'ES256', sender: undefined });
const messages = [${cases}, () => right.onEvent('svc.user_invted', {}), () => right.grantAdmin({}), () => right.jwtAuthorizer()].map((act) => {
  try { act(); } catch (error) { return error.message; }
});
console.log(JSON.stringify(messages));`,
  );
  expect(JSON.parse(await run('node', ['wrong.js'], PLAIN))).toEqual(
    [
      ...WRONG.map(([, message]) => message),
      'svc.user_invted is not an event. Did you mean svc.user_invited?',
      'grantAdmin needs the key that adminKey: false removes',
      'jwtAuthorizer needs signingAlg RS256, not ES256',
    ].map((message) => `Acme/Auth: ${message}`),
  );
});

const TYPED = `
import { App, Stack } from 'aws-cdk-lib';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { type EventName, Gatehouse, type GatehouseProps } from '@gatehouse-auth/construct';

const app = new App({ outdir: 'typed' });
const stack = new Stack(app, 'Typed', { suppressTemplateIndentation: true });
const props: GatehouseProps = { profile: 'standard', tracing: true, logRetentionDays: 30, signingAlg: 'RS256' };
const name: EventName = 'svc.user_created';
const one = new Gatehouse(stack, 'One', props);
const two = new Gatehouse(stack, 'Two');
for (const auth of [one, two]) auth.onEvent(name, new SqsQueue(new Queue(auth, 'Queue')));
export const wrong = [
  // @ts-expect-error a misspelt property
  (): GatehouseProps => ({ sendr: 'x' }),
  // @ts-expect-error a wrong choice
  (): GatehouseProps => ({ profile: 'hard' }),
  // @ts-expect-error text in place of a number
  (): GatehouseProps => ({ accessTtl: '300' }),
  // @ts-expect-error a wrong retention
  (): GatehouseProps => ({ logRetentionDays: 31 }),
  // @ts-expect-error what the stack says
  (): GatehouseProps => ({ region: 'eu-west-1' }),
  // @ts-expect-error an unknown event
  () => one.onEvent('svc.user_invted', new SqsQueue(new Queue(stack, 'Queue'))),
];
app.synth();
`;

describe('an app in TypeScript with two deployments in one stack', () => {
  test.each([
    ['an ES module', 'typed.mts', { module: 'nodenext' }],
    [
      'CommonJS, as of `cdk init`',
      'typed.cts',
      { module: 'nodenext', exactOptionalPropertyTypes: true, skipLibCheck: true },
    ],
  ])('compiles and synthesises as %s', async (_, file, options) => {
    write(file, TYPED);
    expect(await compile(file, { lib: LIB, ...options, noEmit: false })).toBe('');
    await run('node', [file.replace('ts', 'js')], PLAIN);
    expect(repeated(namesIn(templateOf('typed', 'Typed')).map(({ name }) => name))).toEqual([]);
  });
});

test('cdk-nag finds nothing in a deployment that is not acknowledged', async () => {
  write(
    'nag.js',
    `import { App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Gatehouse } from '@gatehouse-auth/construct';
const app = new App({ outdir: 'nag' });
const stack = new Stack(app, 'Nag', { suppressTemplateIndentation: true });
new Gatehouse(stack, 'Auth', { sender: 'no-reply@example.com', alarmEmail: 'ops@example.com' });
new Gatehouse(stack, 'Staff', { profile: 'hardened', tracing: true, backupDays: 30 });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
app.synth();`,
  );
  await run('node', ['nag.js'], PLAIN);
});

test('the authorizer of REST APIs runs as shipped, and refuses what is no token', async () => {
  const program = `
    const { handler } = require('./node_modules/@gatehouse-auth/construct/functions/authorizer/index.js');
    handler({ type: 'TOKEN', authorizationToken: 'Bearer x', methodArn: 'arn:aws:execute-api:eu-west-1:1:api/v1/GET/' })
      .catch((error) => process.stdout.write(error.message));`;
  const env = {
    ...PLAIN,
    GATEHOUSE_ISSUER: 'https://auth.example.com',
    GATEHOUSE_AUDIENCE: 'https://auth.example.com',
  };
  expect(await run(process.execPath, ['-e', program], env)).toBe('Unauthorized');
});

test('the guide’s app compiles and synthesises', async () => {
  write('guide.ts', programOf('add-to-a-cdk-app').replace('new App()', "new App({ outdir: 'guide' })"));
  expect(await compile('guide.ts', { lib: LIB, module: 'nodenext', noEmit: false, skipLibCheck: true })).toBe('');
  await run('node', ['guide.js'], PLAIN);
  const { Outputs } = templateOf('guide', 'Other');
  const text = Object.keys(Outputs).join(' ');
  expect(text).toMatch(/StaffAdminSecretName/);
  expect(text).toMatch(/CustomersAdminSecretName/);
});
