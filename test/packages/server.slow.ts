// Packs the server verifier as `npm run packages` does, and uses the tarball as a backend would: installs it with jose,
// compiles against it, and verifies tokens of a running service in the machine's versions of Node.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApplication } from '../support/application.ts';
import { useService } from '../support/service.ts';

const { run, write, compile, installed } = useApplication(['server'], ['jose', 'oauth4webapi']);

const CONSUMER = `
import { type Claims, createVerifier, type EventOf, type MessageRequest, messageSender, requirePermission, type Verifier } from '@gatehouse-auth/server';
import { simpleAuthorizer } from '@gatehouse-auth/server/authorizer';
import { requireAuth } from '@gatehouse-auth/server/express';
import { withAuth } from '@gatehouse-auth/server/lambda';
import { protectMcp } from '@gatehouse-auth/server/mcp';

const verifier: Verifier = createVerifier({ issuer: 'https://auth.example.com', audience: 'https://auth.example.com' });
export const middleware = requireAuth(verifier, { permission: 'reports.read' });
export const authorizer = simpleAuthorizer(verifier);
export const handler = withAuth(verifier, async (_event, { userId }: Claims) => ({ statusCode: 200, body: userId }));
export const welcome = ({ detail }: EventOf<'svc.user_created'>): string => detail.userId;
export const send = messageSender(({ code }: MessageRequest) => (code === null ? 'default' : 'sent'));
export const mcp = protectMcp({ issuer: 'https://auth.example.com', resource: 'https://api.example.com/mcp', scopes: ['tools:call'] });
export const check = (claims: Claims): void => requirePermission(claims, 'reports.read');
// @ts-expect-error the audience is mandatory
createVerifier({ issuer: 'https://auth.example.com' });
`;

const PROGRAM = `
import { createVerifier, isAuthError } from '@gatehouse-auth/server';
const { baseUrl, token } = JSON.parse(process.env.INPUT);
const verifier = createVerifier({ issuer: baseUrl, audience: baseUrl });
const headers = { authorization: 'Bearer ' + token };
const { userId, tenantId } = await verifier.authenticate({ method: 'GET', headers });
const refused = await verifier.verify(token.slice(0, -4) + 'AAAA').catch((error) => isAuthError(error) && error.code);
console.log(JSON.stringify({ userId, tenantId, refused, isOnline: (await verifier.checkOnline(token)).userId === userId }));
`;

beforeAll(() => {
  write('consumer.ts', CONSUMER);
  write('program.js', PROGRAM);
});

describe('the tarball of the server verifier', () => {
  test('needs jose and oauth4webapi, and nothing else', () => {
    const manifest = JSON.parse(installed('server', 'package.json'));
    expect(manifest).toMatchObject({ sideEffects: false, type: 'module', license: 'Apache-2.0' });
    expect(Object.keys(manifest.dependencies)).toEqual(['jose', 'oauth4webapi']);
    expect(installed('server', 'README.md').split('\n').length).toBeLessThan(60);
  });

  test.each([
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['nodenext', { module: 'nodenext' }],
    ['node16', { module: 'node16' }],
    ['exactOptionalPropertyTypes', { module: 'nodenext', exactOptionalPropertyTypes: true }],
  ])('compiles in an application with %s', async (_, options) => {
    expect(await compile('consumer.ts', options)).toBe('');
  });
});

const service = useService();

test.each([
  ['the Node of the tests', process.execPath],
  ['the Node of the machine', 'node'],
])('verifies a token of the service offline and online in %s', async (_, node) => {
  const user = await service.signup(await service.tenant());
  const { body } = await service.get('/auth/me', { headers: { authorization: `Bearer ${user.tokens.accessToken}` } });
  const input = { baseUrl: service.baseUrl, token: user.tokens.accessToken };
  const printed = await run(node, ['program.js'], { INPUT: JSON.stringify(input), NODE_OPTIONS: '' });
  expect(JSON.parse(printed)).toEqual({
    userId: body.id,
    tenantId: user.tenant.id,
    refused: 'INVALID_TOKEN',
    isOnline: true,
  });
});
