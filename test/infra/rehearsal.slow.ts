// Runs the rehearsal on the synthesized stack: a short journey finds nothing, and every fault of the assembly is found
// and named.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { functionNames, rowOf } from '../../infra/functions.ts';
import { SETTINGS, synthesise } from '../../infra/tools/rehearsal/assembly/synthesise.ts';
import { describeFinding } from '../../infra/tools/rehearsal/findings.ts';
import { type Rehearsal, startRehearsal } from '../../infra/tools/rehearsal/run.ts';
import { createClient } from '../../lib/packages/client/node.ts';
import { type MessageRequest, messageSender as sending } from '../../lib/packages/server/index.ts';
import { signInTo } from '../support/hosted-sign-in.ts';
import { send } from '../support/http.ts';
import { until } from '../support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'gatehouse-assembly-'));
const assembly = join(root, 'sound');
const TEMPLATE = 'Gatehouse.template.json';
const ADMIN = { email: 'admin@example.com', password: 'tangerine bicycle 41' };
const EVE = { email: 'eve@example.com', password: 'correct horse battery' };

beforeAll(() => synthesise(assembly));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let running: Rehearsal | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
async function rehearse(directory: string): Promise<Rehearsal> {
  running = await startRehearsal({ port: 0, assembly: directory });
  return running;
}
const found = ({ report }: Rehearsal): string[] => report().findings.map(describeFinding);

async function adminOf({ baseUrl, adminSecretKey: secretKey }: Rehearsal) {
  const client = createClient({ baseUrl });
  await client.adminConsole.signup({ ...ADMIN, secretKey });
  await client.adminConsole.login(ADMIN);
  return client;
}

test('an assembly for production has no findings either: account and region of its own, behind two proxies', async () => {
  const directory = join(root, 'production');
  const place = { account: '111111111111', region: 'eu-central-1' };
  const backups = {
    backupDays: '35',
    backupCopyVaultArn: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:copies',
  };
  const proxy = { baseUrl: 'https://auth.example.com', trustedProxy: '2' };
  await synthesise(directory, { ...SETTINGS, ...place, ...backups, ...proxy });
  const rehearsal = await rehearse(directory);
  const admin = await adminOf(rehearsal);
  const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo' });
  const user = createClient({ baseUrl: rehearsal.baseUrl }).authentication;
  await user.signup({ ...EVE, tenantId: tenant.id });
  await user.forgotPassword({ email: EVE.email, tenantId: tenant.id });
  await until(() => rehearsal.outbound.messages(EVE.email)[0], 'a message');
  expect((await user.me()).email).toBe(EVE.email);
  expect(found(rehearsal)).toEqual([]);
});

test('what journeys need and an assembly lacks is said before anything starts', async () => {
  const directory = join(root, 'lacking');
  await synthesise(directory, { resources: 'on' });
  await expect(startRehearsal({ port: 0, assembly: directory, identityProvider: true })).rejects.toThrow(
    'The journeys need what the assembly lacks. Synthesise it with -c sender="Gatehouse <no-reply@example.com>" -c identityProviders=on.',
  );
});

test('a journey from the first admin to a message has no findings', async () => {
  const rehearsal = await rehearse(assembly);
  const { baseUrl, outbound } = rehearsal;
  expect(baseUrl).toMatch(/^http:\/\/localhost:\d+\/v1$/);
  const admin = await adminOf(rehearsal);
  const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo' });
  const user = createClient({ baseUrl }).authentication;
  await user.signup({ ...EVE, tenantId: tenant.id });
  await user.logout();
  await user.login({ tenantId: tenant.id, credentials: EVE });
  expect((await user.me()).email).toBe(EVE.email);
  await user.forgotPassword({ email: EVE.email, tenantId: tenant.id });
  const { text } = await until(() => outbound.messages(EVE.email)[0], 'a message');
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] as string;
  const proof = await user.verifyForgotPasswordOtp({ email: EVE.email, tenantId: tenant.id, code });
  await user.resetPassword({ token: proof.resetToken, newPassword: 'marmalade lighthouse 17' });
  const heard = () => rehearsal.events().map(({ detailType }) => detailType);
  await until(() => heard().includes('svc.password_reset'), 'the event of the new password');
  expect(heard()).toEqual(expect.arrayContaining(['svc.admin_created', 'svc.tenant_created', 'svc.registered']));
  await rehearsal.clock();
  expect([...rehearsal.objects.keys()]).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^auditarchive\w+\/links\/\d\/000000000000001-[\w-]{43}\.ndjson$/),
      expect.stringMatching(/^auditarchive\w+\/anchors\/2\S+Z-[\w-]{43}\.json$/),
    ]),
  );
  await user.login({ tenantId: tenant.id, credentials: { ...EVE, password: 'marmalade lighthouse 17' } });
  const { accessToken } = await user.login({
    tenantId: tenant.id,
    credentials: { ...EVE, password: 'marmalade lighthouse 17' },
  });
  await signInTo(admin, baseUrl, accessToken as string);
  const told = () =>
    rehearsal.report().functions.some(({ name, invocations }) => /backchannel/.test(name) && invocations > 0);
  await until(told, 'the end of the session of an application');
  expect(found(rehearsal)).toEqual([]);
  const { functions } = rehearsal.report();
  const busy = functions.filter(({ invocations }) => invocations > 0).map(({ name }) => name.replace('Gatehouse-', ''));
  const called = ['admin-applications', 'admin-console', 'admin-tenants', 'authentication', 'oauth'];
  const workers = functionNames.filter((name) => rowOf(name).trigger.kind !== 'api');
  expect(busy.sort()).toEqual([...called, ...workers].sort());
  const feed = functions.find(({ name }) => name.endsWith('change-feed'));
  expect(feed?.used).toEqual(
    expect.arrayContaining([expect.stringMatching(/^events:PutEvents .*event-bus\/Gatehouse$/)]),
  );
});

test('a function sends the codes of a deployment without a sender, by a path with a slash behind it, without findings', async () => {
  const directory = join(root, 'message-sender');
  const arn = 'arn:aws:lambda:local:000000000000:function:messages:live';
  await synthesise(directory, { messageSender: arn });
  const taken: MessageRequest[] = [];
  const messageSender = sending((message) => {
    taken.push(message);
    return 'sent';
  });
  running = await startRehearsal({ port: 0, assembly: directory, messageSender: messageSender as never });
  const { baseUrl } = running;
  const admin = await adminOf(running);
  const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo' });
  await createClient({ baseUrl }).authentication.signup({ ...EVE, tenantId: tenant.id });
  const asked = { body: { email: EVE.email, tenantId: tenant.id } };
  expect((await send(baseUrl, 'POST', '/auth/forgot-password/', asked)).status).toBe(200);
  const [{ code }] = (await until(() => taken[0] && taken, 'a message')) as [MessageRequest];
  const proof = await send(baseUrl, 'POST', '/auth/verify-forgot-password-otp', { body: { ...asked.body, code } });
  expect(proof.body).toHaveProperty('resetToken');
  expect(running.outbound.messages()).toEqual([]);
  await until(() => running?.queue.waiting().length === 0, 'an empty queue');
  expect(found(running)).toEqual([]);
  const mailer = running.report().functions.find(({ name }) => name.endsWith('mailer'));
  expect(mailer?.used).toContainEqual(expect.stringContaining(`lambda:InvokeFunction ${arn}`));
});

test('the resources of an application are created, listed and read by POST, without findings', async () => {
  const rehearsal = await rehearse(assembly);
  const { baseUrl } = rehearsal;
  const admin = await adminOf(rehearsal);
  const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo' });
  const permissions = ['projects.create', 'projects.read'];
  for (const name of permissions) await admin.adminPermissions.create({ name });
  const { role } = await admin.adminRoles.create({ name: 'Builder', tenantId: tenant.id, permissions });
  await admin.adminUsers.create({ ...EVE, tenantId: tenant.id, roleIds: [role.id] });
  const { authentication } = createClient({ baseUrl });
  const { accessToken } = await authentication.login({ tenantId: tenant.id, credentials: EVE });
  const headers = { authorization: `Bearer ${accessToken}` };
  const body = { name: 'Bridge', slug: 'bridge' };
  const created = await send(baseUrl, 'POST', '/projects', { headers, body });
  expect([created.status, created.body]).toEqual([201, expect.objectContaining(body)]);
  const listed = await send(baseUrl, 'GET', '/projects', { headers });
  expect([listed.status, listed.body]).toEqual([200, { items: [created.body], total: 1 }]);
  const instead = { ...headers, 'x-http-method-override': 'GET' };
  const all = await send(baseUrl, 'POST', '/projects/get/all', {
    headers: instead,
    body: { where: { slug: 'bridge' } },
  });
  expect([all.status, all.body]).toEqual([200, [created.body]]);
  // By the function's own router, not by the gateway.
  expect((await send(baseUrl, 'PATCH', '/projects', { headers })).body.code).toBe('METHOD_NOT_ALLOWED');
  await until(
    () => rehearsal.events().some(({ detailType }) => detailType === 'svc.row_created'),
    'the event of the row',
  );
  expect(found(rehearsal)).toEqual([]);
});

test('the pages load below the stage, compressed as the template says', async () => {
  const rehearsal = await rehearse(assembly);
  const { baseUrl } = rehearsal;
  const page = await fetch(`${baseUrl}/login/sign-up`);
  const text = await page.text();
  expect([page.status, text.match(/<base href="([^"]*)">/)?.[1]]).toEqual([200, '/v1/']);
  const files = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const { status, headers } = await fetch(`${baseUrl}/${file}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    if (file?.endsWith('.css')) expect(headers.get('content-encoding')).toBe('gzip');
  }
  expect((await send(baseUrl, 'POST', '/login')).body.code).toBe('METHOD_NOT_ALLOWED');
  expect((await send(baseUrl, 'HEAD', '/login')).status).toBe(200);
  const web = rehearsal.functions().find(({ name }) => name.endsWith('-web'));
  // The rehearsal adds its own endpoints.
  expect(Object.keys(web?.environment ?? {}).filter((name) => /TABLE|SECRET/.test(name))).toEqual([]);
  expect(found(rehearsal)).toEqual([]);
});

test('the API has the stage, paths and gateway responses of the template', async () => {
  const rehearsal = await rehearse(assembly);
  const origin = new URL(rehearsal.baseUrl).origin;
  const outside = await send(origin, 'GET', '/auth/health');
  expect([outside.status, outside.body]).toEqual([403, { message: 'Forbidden' }]);
  const health = await send(rehearsal.baseUrl, 'GET', '/auth/health');
  expect(health.status).toBe(200);
  const issuer = await send(rehearsal.baseUrl, 'GET', '/.well-known/openid-configuration');
  expect(issuer.body.issuer).toBe(rehearsal.baseUrl);
  expect((await send(rehearsal.baseUrl, 'DELETE', '/auth/health')).body.code).toBe('METHOD_NOT_ALLOWED');
  expect((await send(rehearsal.baseUrl, 'GET', '/nothing/here')).body.code).toBe('ROUTE_NOT_FOUND');
  expect(found(rehearsal)).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: a template is what tests reach into
type Any = any;
type Fault = (template: { Resources: Record<string, Any> }, directory: string) => void;

/** Returns a copy of the assembly with a fault. */
function withFault(fault: Fault): string {
  const directory = mkdtempSync(join(root, 'fault-'));
  cpSync(assembly, directory, { recursive: true });
  const template = JSON.parse(readFileSync(join(directory, TEMPLATE), 'utf8'));
  fault(template, directory);
  writeFileSync(join(directory, TEMPLATE), JSON.stringify(template));
  return directory;
}

test('a page of any origin can read what the gateway itself responds', async () => {
  const broken = withFault(({ Resources }) => {
    for (const [id, { Type }] of Object.entries(Resources))
      if (Type === 'AWS::Lambda::Permission') delete Resources[id];
  });
  const { baseUrl } = await rehearse(broken);
  const of = async (headers: Record<string, string>) =>
    (await send(baseUrl, 'GET', '/auth/health', { headers })).headers;
  expect(await of({ origin: 'https://app.example.com' })).toMatchObject({
    'access-control-allow-origin': 'https://app.example.com',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-amzn-requestid, x-ignored-fields',
    vary: 'Origin',
  });
  expect(await of({})).not.toHaveProperty('access-control-allow-origin');
});
/** Returns the properties of the one resource of a type whose id begins with `start`. */
function of({ Resources }: { Resources: Record<string, Any> }, type: string, start = ''): Any {
  const fitting = Object.entries(Resources).filter(([id, { Type }]) => Type === type && id.startsWith(start));
  if (fitting.length !== 1) throw new Error(`${fitting.length} resources ${type} ${start}`);
  return fitting[0]?.[1].Properties;
}
const lambda = (template: Any, start: string): Any => of(template, 'AWS::Lambda::Function', start);
const statements = (template: Any, role: string): Any[] =>
  of(template, 'AWS::IAM::Role', role).Policies[0].PolicyDocument.Statement;
const granting = (template: Any, role: string, action: string): Any =>
  statements(template, role).find(({ Action }) => [Action].flat().includes(action));
const withdraw = (template: Any, role: string, action: string): void => {
  const statement = granting(template, role, action);
  statement.Action = [statement.Action].flat().filter((each: string) => each !== action);
};
const paths = (template: Any): Any => of(template, 'AWS::ApiGateway::RestApi').Body.paths;
const filters = (template: Any): Any[] =>
  of(template, 'AWS::Lambda::EventSourceMapping', 'ChangeFeed').FilterCriteria.Filters;

const nothing = async () => {};
const get =
  (path: string) =>
  async ({ baseUrl }: Rehearsal) =>
    void (await fetch(`${baseUrl}${path}`));

describe('the rehearsal reports', () => {
  test.each<[what: string, fault: Fault, act: (rehearsal: Rehearsal) => Promise<void>, finding: RegExp]>([
    [
      'a handler with a wrong name',
      (template) => {
        lambda(template, 'Discovery').Handler = 'index.main';
      },
      get('/auth/health'),
      /^failure: Gatehouse-discovery: init: Runtime.HandlerNotFound: index.main/,
    ],
    [
      'a missing environment variable',
      (template) => {
        delete lambda(template, 'Authentication').Environment.Variables.GATEHOUSE_TABLE;
      },
      get('/auth/tenants/lookup?slug=demo'),
      /^log: Gatehouse-authentication: .*GATEHOUSE_TABLE/,
    ],
    [
      'an action that the role does not allow',
      (template) => withdraw(template, 'DiscoveryRole', 'dynamodb:GetItem'),
      get('/.well-known/jwks.json'),
      /^denied: Gatehouse-discovery: dynamodb:GetItem on arn:aws:dynamodb:local:000000000000:table\/Table/,
    ],
    [
      'a partition that the role does not allow',
      (template) => {
        const { Condition } = granting(template, 'DiscoveryRole', 'dynamodb:GetItem');
        Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'] = ['elsewhere'];
      },
      get('/.well-known/jwks.json'),
      /^denied: Gatehouse-discovery: dynamodb:GetItem/,
    ],
    [
      'a secret that the role may not read',
      (template) => withdraw(template, 'AuthenticationRole', 'secretsmanager:GetSecretValue'),
      get('/auth/tenants/lookup?slug=demo'),
      /^denied: Gatehouse-authentication: secretsmanager:GetSecretValue on .*secret:SessionSecret/,
    ],
    [
      'a missing path',
      (template) => {
        delete paths(template)['/auth/login'];
      },
      nothing,
      /^wiring: POST \/auth\/login: is declared/,
    ],
    [
      'a missing path of a resource',
      (template) => {
        delete paths(template)['/projects/get/all'];
      },
      nothing,
      /^wiring: POST \/projects\/get\/all: is declared/,
    ],
    [
      'a path that leads to the wrong function',
      (template) => {
        paths(template)['/auth/login'] = paths(template)['/auth/health'];
        paths(template)['/auth/login'].post = paths(template)['/auth/login'].get;
      },
      // Not `send`, which records the responses of operations: this response is not one of them.
      async ({ baseUrl }) => void (await fetch(`${baseUrl}/auth/login`, { method: 'POST' })),
      /^response: POST \/auth\/login: Gatehouse-discovery responded 404/,
    ],
    [
      'a function that API Gateway may not invoke',
      (template) => {
        const [id] = Object.entries(template.Resources).find(
          ([id, { Type }]) => Type === 'AWS::Lambda::Permission' && id.startsWith('Discovery'),
        ) as [string, unknown];
        delete template.Resources[id];
      },
      get('/auth/health'),
      /^denied: apigateway.amazonaws.com: lambda:InvokeFunction on Gatehouse-discovery, for GET \/auth\/health/,
    ],
    [
      'a permission for the function while the API invokes its alias',
      (template) => {
        const [, permission] = Object.entries(template.Resources).find(
          ([id, { Type }]) => Type === 'AWS::Lambda::Permission' && id.startsWith('Discovery'),
        ) as [string, Any];
        permission.Properties.FunctionName = of(template, 'AWS::Lambda::Alias', 'Discovery').FunctionName;
      },
      get('/auth/health'),
      /^denied: apigateway.amazonaws.com: lambda:InvokeFunction on Gatehouse-discovery, for GET \/auth\/health/,
    ],
    [
      'an alias that leads to the version of another function',
      (template) => {
        of(template, 'AWS::Lambda::Version', 'Discovery').FunctionName = 'Other';
      },
      nothing,
      /^wiring: DiscoveryLive\w+: leads to no version of Gatehouse-discovery/,
    ],
    [
      'a module missing from the bundle',
      (template, directory) => {
        const { S3Key } = lambda(template, 'AdminConsole').Code;
        rmSync(join(directory, `asset.${S3Key.replace('.zip', '')}/node_modules/qrcode`), { recursive: true });
      },
      async (rehearsal) => {
        await expect((await adminOf(rehearsal)).adminConsole.setupTotp()).rejects.toMatchObject({ statusCode: 500 });
      },
      /^log: Gatehouse-admin-console: .*qrcode/,
    ],
    [
      'a rule that misses an event',
      (template) => {
        const pattern = of(template, 'AWS::Events::Rule', 'NoticeRule').EventPattern;
        pattern['detail-type'] = pattern['detail-type'].filter((name: string) => name !== 'svc.user_invited');
      },
      nothing,
      /^wiring: svc.user_invited: becomes a message, but no rule/,
    ],
    [
      'a queue that the rule may not send to',
      (template) => {
        of(template, 'AWS::SQS::QueuePolicy', 'MessagesPolicy').PolicyDocument.Statement.pop();
      },
      nothing,
      /^denied: events.amazonaws.com: sqs:SendMessage on .*:Messages\w+, for the rule MessageRule/,
    ],
    [
      'a filter that excludes records of the change feed',
      (template) => {
        filters(template)[0].Pattern = filters(template)[0].Pattern.replace('outbox', 'letters');
      },
      nothing,
      /^wiring: INSERT of outbox: must reach the change feed/,
    ],
    [
      'a poller that may not read the stream',
      (template) => withdraw(template, 'ChangeFeedRole', 'dynamodb:GetRecords'),
      nothing,
      /^denied: Gatehouse-change-feed: dynamodb:GetRecords on .*\/stream\//,
    ],
    [
      'a rotation that Secrets Manager may not start',
      ({ Resources }) => {
        const [id] = Object.entries(Resources).find(
          ([, { Properties }]) => Properties?.Principal === 'secretsmanager.amazonaws.com',
        ) as [string, unknown];
        delete Resources[id];
      },
      nothing,
      /^denied: secretsmanager.amazonaws.com: lambda:InvokeFunction on Gatehouse-secret-rotation/,
    ],
    [
      'a rotation that may not write the new value',
      (template) => withdraw(template, 'SecretRotationRole', 'secretsmanager:PutSecretValue'),
      (rehearsal) => rehearsal.clock().catch(() => {}),
      /^denied: Gatehouse-secret-rotation: secretsmanager:PutSecretValue on .*secret:PepperSecret/,
    ],
    [
      'a resource of an unknown type',
      ({ Resources }) => {
        Resources.Machine = { Type: 'AWS::StepFunctions::StateMachine', Properties: {} };
      },
      nothing,
      /^wiring: Machine: the rehearsal does not know AWS::StepFunctions::StateMachine/,
    ],
  ])('%s', async (_, fault, act, finding) => {
    const rehearsal = await rehearse(withFault(fault));
    await act(rehearsal);
    expect(found(rehearsal)).toContainEqual(expect.stringMatching(finding));
  });

  test('a sender that the mailer may not use; the message stays in the queue', async () => {
    const rehearsal = await rehearse(
      withFault((template) => {
        const { Condition } = granting(template, 'MailerRole', 'ses:SendEmail');
        Condition.StringEquals['ses:FromAddress'] = 'somebody@else.example';
      }),
    );
    const { tenant } = await (await adminOf(rehearsal)).adminTenants.create({ name: 'Demo', slug: 'demo' });
    const user = createClient({ baseUrl: rehearsal.baseUrl }).authentication;
    await user.sendLoginCode({ identifier: EVE.email, channel: 'email', tenantId: tenant.id });
    await user.signup({ ...EVE, tenantId: tenant.id });
    await user.sendEmailVerification();
    await until(() => rehearsal.queue.waiting().some(({ receives }) => receives > 0), 'an attempt');
    await until(() => found(rehearsal).length > 0, 'a finding');
    expect(found(rehearsal)).toContainEqual(
      expect.stringMatching(/^denied: Gatehouse-mailer: ses:SendEmail on .*identity\/no-reply@example.com/),
    );
    expect(rehearsal.outbound.messages()).toEqual([]);
  });

  test('a process that exceeds its memory, on systems that report it', async () => {
    const rehearsal = await rehearse(
      withFault((template) => {
        lambda(template, 'Discovery').MemorySize = 40;
      }),
    );
    expect((await send(rehearsal.baseUrl, 'GET', '/auth/health')).status).toBe(200);
    const expected = [expect.stringMatching(/^memory: Gatehouse-discovery: \d+ MB resident of 40/)];
    expect(found(rehearsal)).toEqual(process.platform === 'linux' ? expected : []);
  });
});

test('a missing assembly is rejected in one line', async () => {
  await expect(rehearse(join(root, 'none'))).rejects.toThrow(/has 0 templates/);
});

describe('an assembly with an address of its own', () => {
  const ZONE = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

  async function serve(name: string, context: Record<string, string>): Promise<Rehearsal> {
    const directory = join(root, name);
    await synthesise(directory, context);
    return rehearse(directory);
  }
  const hostOf = (directory: string): string => {
    const { Resources } = JSON.parse(readFileSync(join(root, directory, TEMPLATE), 'utf8'));
    const [api] = Object.entries(Resources as Record<string, Any>).find(
      ([, { Type }]) => Type === 'AWS::ApiGateway::RestApi',
    ) as [string, Any];
    return `${api}.execute-api.local.amazonaws.com`;
  };

  test('a custom domain serves the API at its root, and API Gateway’s own address is closed', async () => {
    const rehearsal = await serve('domain', { domainName: 'auth.example.com', ...ZONE });
    expect(rehearsal.baseUrl).toMatch(/^http:\/\/localhost:\d+$/);
    const health = await send(rehearsal.baseUrl, 'GET', '/auth/health');
    expect([health.status, (await send(rehearsal.baseUrl, 'GET', '/v1/auth/health')).body.code]).toEqual([
      200,
      'ROUTE_NOT_FOUND',
    ]);
    const closed = await send(rehearsal.baseUrl, 'GET', '/v1/auth/health', { headers: { host: hostOf('domain') } });
    expect([closed.status, closed.body]).toEqual([403, { message: 'Forbidden' }]);
    await adminOf(rehearsal);
    expect(found(rehearsal)).toEqual([]);
  });

  test('a base URL is that of a proxy in front of the stage, which is open to all', async () => {
    const rehearsal = await serve('proxy', { baseUrl: 'https://auth.example.com' });
    const issuer = await send(rehearsal.baseUrl, 'GET', '/.well-known/openid-configuration');
    expect(issuer.body.issuer).toBe(rehearsal.baseUrl);
    const headers = { host: hostOf('proxy') };
    const past = await send(rehearsal.baseUrl, 'GET', '/v1/auth/health', { headers });
    const outside = await send(rehearsal.baseUrl, 'GET', '/auth/health', { headers });
    expect([past.status, outside.status]).toEqual([200, 403]);
    expect(found(rehearsal)).toEqual([]);
  });

  test('a domain that is mapped to another stage, or differs from the base URL, is found', async () => {
    const mapped = withFault((template) => {
      of(template, 'AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint = true;
      lambda(template, 'Discovery').Environment.Variables.GATEHOUSE_BASE_URL = 'https://auth.example.com';
    });
    const findings = found(await rehearse(mapped));
    expect(findings).toContainEqual(expect.stringMatching(/^wiring: GATEHOUSE_BASE_URL: differs: /));
    expect(findings).toContainEqual(
      expect.stringMatching(/^wiring: Api\w*: has neither its own address nor the domain/),
    );
  });
});

test('requests beyond a method’s throttle get the gateway’s own 429', async () => {
  const rehearsal = await rehearse(
    withFault((template) => {
      of(template, 'AWS::ApiGateway::Stage').MethodSettings = [
        { HttpMethod: 'GET', ResourcePath: '/~1auth~1health', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 },
      ];
    }),
  );
  const replies = [];
  for (let times = 0; times < 3; times++) replies.push(await send(rehearsal.baseUrl, 'GET', '/auth/health'));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(replies[2]).toMatchObject({
    body: { statusCode: 429, code: 'RATE_LIMITED' },
    headers: { 'retry-after': '2' },
  });
  expect(found(rehearsal)).toEqual([]);
});
