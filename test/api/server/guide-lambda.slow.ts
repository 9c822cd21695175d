// Synthesizes the stacks of docs/guides/protect-an-api-on-lambda.md, and compares what their authorizers declare with
// tokens of a running service.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { enrol, pendingLogin } from '../../support/factors.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { codeOf, only, scratch, synthesized, type Template } from '../../support/guide.ts';
import { type User, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const GUIDE = 'protect-an-api-on-lambda.md';
const ISSUER = 'https://auth.example.com';
const [httpApi = '', handler = '', restApi = '', withFunction = ''] = codeOf(GUIDE, 'ts');
const service = useService();
let member: User;
let token = '';
let stranger = '';
let pending = '';
beforeAll(async () => {
  await newPermission(service, { name: 'invoices.read' });
  member = (await holder(service, ['invoices.read'])).user;
  token = (await service.login(member)).body.accessToken;
  const tenant = await service.tenant();
  stranger = (await service.signup(tenant)).tokens.accessToken;
  pending = (await pendingLogin(service, await enrol(service, tenant))).accessToken;
});

/** What API Gateway says about a token, by the rules of its documentation: 200, 401 or 403. */
async function gateway(jwt: string, issuer: string, audience: string[], algorithms: string[], scopes: string[]) {
  expect([issuer, audience]).toEqual([ISSUER, [ISSUER]]);
  const { jwks_uri } = (await service.get('/.well-known/openid-configuration')).body;
  const rules = { issuer: service.baseUrl, audience: service.baseUrl, algorithms };
  const verified = await jwtVerify(jwt, createRemoteJWKSet(new URL(jwks_uri)), rules).catch(() => undefined);
  if (!verified) return 401;
  const sent = String(verified.payload.scope ?? '').split(' ');
  return scopes.some((scope) => sent.includes(scope)) ? 200 : 403;
}

const outcomes = (decide: (jwt: string) => Promise<number>) => Promise.all([token, stranger, pending].map(decide));

test('the guide has the code that is tested here, and no other', () => {
  expect([codeOf(GUIDE, 'ts').length, codeOf(GUIDE, 'yaml').length]).toEqual([4, 1]);
});

describe('the stack of the guide', () => {
  test('declares a JWT authorizer of an HTTP API that admits a user with the permission', async () => {
    const template = await synthesized(httpApi);
    const { JwtConfiguration, AuthorizerType, IdentitySource } = only(template, 'AWS::ApiGatewayV2::Authorizer');
    expect([AuthorizerType, IdentitySource]).toEqual(['JWT', ['$request.header.Authorization']]);
    const { AuthorizationScopes, AuthorizationType } = only(template, 'AWS::ApiGatewayV2::Route');
    expect(AuthorizationType).toBe('JWT');
    const { Issuer, Audience } = JwtConfiguration;
    expect(await outcomes((jwt) => gateway(jwt, Issuer, Audience, ['RS256'], AuthorizationScopes))).toEqual([
      200, 403, 401,
    ]);
  });

  test('declares a JWT authorizer of a REST API that admits a user with the permission', async () => {
    const template = await synthesized(restApi);
    const { Type, JwtConfiguration, IdentitySource } = only(template, 'AWS::ApiGateway::Authorizer');
    expect([Type, IdentitySource]).toEqual(['JWT', 'method.request.header.Authorization']);
    const { AuthorizationScopes, AuthorizationType, AuthorizerId } = only(template, 'AWS::ApiGateway::Method');
    expect([AuthorizationType, AuthorizerId]).toEqual(['JWT', { Ref: expect.any(String) }]);
    const { DefaultAlgorithms, Issuers } = JwtConfiguration;
    const { Issuer, Audiences } = Issuers[0];
    expect(await outcomes((jwt) => gateway(jwt, Issuer, Audiences, DefaultAlgorithms, AuthorizationScopes))).toEqual([
      200, 403, 401,
    ]);
  });

  test('puts a function in front of a REST API', async () => {
    const template = await synthesized(withFunction);
    expect(only(template, 'AWS::ApiGateway::Authorizer')).toMatchObject({
      Type: 'TOKEN',
      IdentitySource: 'method.request.header.Authorization',
      AuthorizerResultTtlInSeconds: 60,
    });
    expect(only(template, 'AWS::ApiGateway::Method').AuthorizationType).toBe('CUSTOM');
  });
});

test('the function of the guide reads the tenant of the claims that an HTTP API passes', async () => {
  const { code } = transformSync(handler.replace(/^import .*$/gm, '').replace(/^export /gm, ''), { loader: 'ts' });
  const run = new Function(`${code}; return handler;`)();
  const claims = Object.fromEntries(Object.entries(claimsOf(token)).map(([name, value]) => [name, String(value)]));
  const { statusCode, body } = await run({ requestContext: { authorizer: { jwt: { claims } } } });
  expect([statusCode, JSON.parse(body)]).toEqual([200, { invoicesOf: member.tenant.id }]);
});

test('the CloudFormation of the guide declares the same authorizer as the CDK', async () => {
  const { path, remove } = scratch();
  try {
    writeFileSync(join(path, 'template.yaml'), codeOf(GUIDE, 'yaml')[0] as string);
    const app = `
      import { App, Stack } from 'aws-cdk-lib';
      import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
      new CfnInclude(new Stack(new App(), 'S'), 'T', { templateFile: ${JSON.stringify(join(path, 'template.yaml'))} });`;
    const [included, own]: Template[] = await Promise.all([synthesized(app), synthesized(httpApi)]);
    const found = only(included as Template, 'AWS::ApiGatewayV2::Authorizer');
    const expected = only(own as Template, 'AWS::ApiGatewayV2::Authorizer');
    for (const name of ['AuthorizerType', 'IdentitySource', 'JwtConfiguration'])
      expect(found[name]).toEqual(expected[name]);
  } finally {
    remove();
  }
});

test('the stacks of the guide compile in strict mode', () => {
  const { path, remove } = scratch();
  try {
    const blocks = [httpApi, handler, restApi, withFunction, ...codeOf('one-host.md', 'ts').slice(0, 1)];
    const files = blocks.map((code, at) => {
      writeFileSync(join(path, `block-${at}.ts`), `${code}\nexport {};\n`);
      return `block-${at}.ts`;
    });
    const root = join(import.meta.dirname, '../../..');
    const settings = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: false, types: ['node', 'aws-lambda'] },
      files,
      include: [],
    };
    writeFileSync(join(path, 'tsconfig.json'), JSON.stringify(settings));
    let printed = '';
    try {
      execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', path], { encoding: 'utf8' });
    } catch (error) {
      printed = (error as { stdout: string }).stdout;
    }
    expect(printed).toBe('');
  } finally {
    remove();
  }
});
