// Synthesizes the distribution of docs/guides/one-host.md, and sends a login in cookie mode and calls of the guide's API
// through a proxy that does what the distribution declares.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import * as verification from '../../../lib/packages/server/index.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { codeOf, only, synthesized } from '../../support/guide.ts';
import { cookieHeader, type Send, send } from '../../support/http.ts';
import { newEmail, newPassword, type Service, startService, unique } from '../../support/service.ts';

const HOST = 'https://app.example.com';
const SECRET = 's'.repeat(40);
const [stack = '', api = ''] = codeOf('one-host.md', 'ts');

type Origin = {
  Id: string;
  DomainName: unknown;
  OriginPath?: string;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[];
};
type Behavior = { PathPattern: string; TargetOriginId: string; CachePolicyId: string; OriginRequestPolicyId: string };
let distribution: { Origins: Origin[]; CacheBehaviors: Behavior[]; DefaultCacheBehavior: Behavior };
let service: Service;
let own: Server;
let proxy: Server;
let url: string;
const reached: string[] = [];

const port = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  ({ DistributionConfig: distribution } = only(await synthesized(stack), 'AWS::CloudFront::Distribution'));
  service = await startService({ GATEHOUSE_TRUSTED_PROXY: '1', PROXY_SECRET: SECRET });
  Object.assign(config(), { baseUrl: HOST, audience: HOST, https: true });
  proxy = createServer(async (request, response) => {
    const { DomainName, OriginPath = '', OriginCustomHeaders = [] } = originOf(request.url as string);
    const target = targetOf(DomainName, OriginPath);
    reached.push(target.name);
    if (!target.url) return void response.end('<!doctype html>');
    const custom = OriginCustomHeaders.map(({ HeaderName }) => [HeaderName.toLowerCase(), SECRET]);
    const { host: _, ...headers } = request.headers as Record<string, string>;
    const reply = await send(target.url, request.method as string, request.url as string, {
      raw: await bodyOf(request),
      headers: { ...headers, ...Object.fromEntries(custom), 'x-forwarded-for': '198.51.100.7' },
    });
    response.writeHead(reply.status, reply.headers);
    response.end(reply.text);
  });
  await listen(proxy);
  url = `http://127.0.0.1:${port(proxy)}`;
  own = runApi();
  await new Promise((resolve) => own.once('listening', resolve));
});
afterAll(async () => {
  proxy?.close();
  own?.close();
  await service?.stop();
  delete process.env.GATEHOUSE_TRUSTED_PROXY;
  delete process.env.PROXY_SECRET;
});

/** CloudFront takes the first behavior whose pattern fits, and the default one if none does. */
function originOf(path: string): Origin {
  const fits = ({ PathPattern }: Behavior) =>
    new RegExp(`^${PathPattern.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`).test(path.split('?')[0] as string);
  const { TargetOriginId } = distribution.CacheBehaviors.find(fits) ?? distribution.DefaultCacheBehavior;
  return distribution.Origins.find(({ Id }) => Id === TargetOriginId) as Origin;
}

function targetOf(domain: unknown, path: string): { name: string; url?: string } {
  if (path === '/v1') return { name: 'gatehouse', url: service.baseUrl };
  if (typeof domain === 'string') return { name: 'api', url: `http://127.0.0.1:${port(own)}` };
  return { name: 'page' };
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length ? Buffer.concat(chunks).toString() : undefined;
}

/** Runs the API of the guide. Its verifier finds the host of the guide at the proxy. */
function runApi(): Server {
  const { createVerifier } = verification;
  const fetchThere: typeof fetch = (input, init) => fetch(String(input).replace(HOST, url), init);
  const injected = {
    ...verification,
    createServer,
    createVerifier: (options: verification.VerifierOptions) => createVerifier({ ...options, fetch: fetchThere }),
  };
  const { code } = transformSync(api.replace(/^import .*$/gm, '').replace('4000', "0, '127.0.0.1'"), { loader: 'ts' });
  return new Function(...Object.keys(injected), `${code}; return server;`)(...Object.values(injected));
}

const call = (method: string, path: string, options?: Send) => send(url, method, path, options);

describe('the host of the guide', () => {
  test('sends each path to its origin', async () => {
    reached.length = 0;
    for (const path of ['/', '/login', '/auth/health', '/.well-known/jwks.json', '/api/invoices', '/authors'])
      await call('GET', path);
    // The key set is fetched by the API as well, if a request has a token: none has.
    expect(reached).toEqual(['page', 'page', 'gatehouse', 'gatehouse', 'api', 'page']);
  });

  test('caches nothing of Gatehouse and of the API, and passes all headers but Host', () => {
    // AWS's ids of CachingDisabled and AllViewerExceptHostHeader (CloudFront Developer Guide, "managed policies").
    for (const { CachePolicyId, OriginRequestPolicyId } of distribution.CacheBehaviors)
      expect([CachePolicyId, OriginRequestPolicyId]).toEqual([
        '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      ]);
  });

  test('takes the secret of the proxy from Secrets Manager when it is deployed', () => {
    const headers = distribution.Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders);
    expect(headers).toEqual([
      { HeaderName: 'x-gatehouse-proxy', HeaderValue: expect.stringMatching(/^\{\{resolve:secretsmanager:/) },
    ]);
  });

  test('lets the API read the cookie of a login, and no other site make use of it', async () => {
    const admin = { email: newEmail(), password: newPassword() };
    await call('POST', '/auth/admin/signup', { body: { ...admin, secretKey: service.secretKey } });
    const session = cookieHeader(await call('POST', '/auth/admin/login', { body: admin }));
    const made = await call('POST', '/auth/admin/api/tenants', {
      body: { name: 'Acme', slug: unique('t') },
      headers: { cookie: session },
    });
    const tenantId = made.body.tenant.id;
    const login = await call('POST', '/auth/signup', {
      body: { tenantId, email: newEmail(), password: newPassword() },
      headers: { 'x-access-token-type': 'cookie', origin: HOST },
    });
    const cookie = cookieHeader(login);
    expect(cookie).toContain('__Host-svc_access=');
    const invoices = (method: string, headers: Record<string, string> = {}) =>
      call(method, '/api/invoices', { headers: { cookie, ...headers } });
    const first = await invoices('GET');
    expect([first.status, JSON.parse(first.text)]).toEqual([200, { invoicesOf: tenantId }]);
    expect((await invoices('POST', { origin: HOST, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await invoices('POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    );
    expect((await call('GET', '/api/invoices')).status).toBe(401);
  });
});
