// Executes and type-checks the TypeScript of docs/guides/protect-an-api.md against a running service.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import { type PolicyResult, policyAuthorizer } from '../../../lib/packages/server/authorizer.ts';
import * as onExpress from '../../../lib/packages/server/express.ts';
import * as onFastify from '../../../lib/packages/server/fastify.ts';
import * as onHono from '../../../lib/packages/server/hono.ts';
import * as server from '../../../lib/packages/server/index.ts';
import { authorizedClaims, withAuth } from '../../../lib/packages/server/lambda.ts';
import { executableBlocks } from '../../journeys/code-blocks.ts';
import { compileBlocks } from '../../support/compile-blocks.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { bearer, type User, useService } from '../../support/service.ts';

const root = join(import.meta.dirname, '../../..');
const service = useService();
/** The code of each section, by its heading. */
const sections = new Map<string, string[]>();
let member: User;
let token = '';
let stranger = '';

beforeAll(async () => {
  const page = await readFile(join(root, 'docs/guides/protect-an-api.md'), 'utf8');
  for (const section of page.split(/^## /m))
    sections.set(
      section.split('\n')[0] as string,
      executableBlocks(section).map(({ code }) => code),
    );
  await newPermission(service, { name: 'invoices.read' });
  member = (await holder(service, ['invoices.read'])).user;
  token = (await service.login(member)).body.accessToken;
  stranger = (await service.signup(await service.tenant())).tokens.accessToken;
});

type Made = {
  server: Server;
  app: Pick<Hono, 'request'> & Pick<FastifyInstance, 'inject' | 'close'>;
  handler: (event: object) => Promise<{ statusCode: number; body: string }>;
  authorizer: (event: object) => Promise<PolicyResult>;
};

/** Executes a block with the modules that it imports. Returns what it declares. */
function run(heading: string, imports: object = {}, at = 0): Made {
  const code = (sections.get(heading)?.[at] ?? '')
    .replaceAll('https://auth.example.com', service.baseUrl)
    .replace('listen(4000)', "listen(0, '127.0.0.1')")
    .replace(/^import .*$/gm, '')
    .replace(/^export /gm, '');
  const made = ['server', 'app', 'handler', 'authorizer'].filter((name) => code.includes(`const ${name} =`));
  const { code: script } = transformSync(`function run() { ${code}; return { ${made} }; }`, { loader: 'ts' });
  const injected = { ...server, ...imports };
  return new Function(...Object.keys(injected), `${script}; return run();`)(...Object.values(injected));
}

/** Status and tenant that a call of the example leads to: with the permission, without it, and without a token. */
async function outcomes(call: (headers: Record<string, string>) => Promise<[number, string]>) {
  const [first, second, third] = [await call(bearer(token)), await call(bearer(stranger)), await call({})];
  expect([first[0], JSON.parse(first[1])]).toEqual([200, { invoicesOf: member.tenant.id }]);
  expect([second[0], JSON.parse(second[1]).code]).toEqual([403, 'MISSING_REQUIRED_PERMISSIONS']);
  expect([third[0], JSON.parse(third[1]).code]).toEqual([401, 'NO_AUTH_PROVIDED']);
}

const get = async (url: string, headers: Record<string, string>): Promise<[number, string]> => {
  const response = await fetch(url, { headers });
  return [response.status, await response.text()];
};

async function listening(made: Server): Promise<string> {
  if (!made.listening) await new Promise((resolve) => made.once('listening', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

describe('the guide', () => {
  test('has a section for each way, and nothing in it goes untested', () => {
    const counts = [...sections].flatMap(([heading, blocks]) => (blocks.length ? [[heading, blocks.length]] : []));
    expect(counts).toEqual([
      ['Node.js', 1],
      ['Express', 1],
      ['Hono', 1],
      ['Fastify', 1],
      ['Lambda', 2],
    ]);
  });

  test('protects a server of Node.js', async () => {
    const made = run('Node.js', { createServer }).server;
    const url = await listening(made);
    await outcomes((headers) => get(url, headers));
    made.close();
  });

  test('protects an application of Express', async () => {
    const made = run('Express', { express, ...onExpress }).server;
    const url = await listening(made);
    await outcomes((headers) => get(url, headers));
    expect(await get(`${url}/tenants/${member.tenant.id}`, bearer(token))).toEqual([200, expect.any(String)]);
    expect((await get(`${url}/tenants/${member.tenant.id}`, bearer(stranger)))[0]).toBe(403);
    made.close();
  });

  test('protects an application of Hono', async () => {
    const { app } = run('Hono', { Hono, ...onHono });
    await outcomes(async (headers) => {
      const response = await app.request('/', { headers });
      return [response.status, await response.text()];
    });
  });

  test('protects an application of Fastify', async () => {
    const { app } = run('Fastify', { fastify, ...onFastify });
    await outcomes(async (headers) => {
      const { statusCode, body } = await app.inject({ method: 'GET', url: '/', headers });
      return [statusCode, body];
    });
    await app.close();
  });

  test('protects a function', async () => {
    const { handler } = run('Lambda', { withAuth });
    await outcomes(async (headers) => {
      const { statusCode, body } = await handler({ headers, requestContext: { http: { method: 'GET' } } });
      return [statusCode, body];
    });
  });

  test('protects functions by an authorizer', async () => {
    const { authorizer, handler } = run('Lambda', { policyAuthorizer, authorizedClaims }, 1);
    const event = { type: 'TOKEN', methodArn: 'arn:aws:execute-api:eu-central-1:1:api/prod/GET/' };
    const { context } = await authorizer({ ...event, authorizationToken: `Bearer ${token}` });
    const { statusCode, body } = await handler({ requestContext: { authorizer: context } });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { invoicesOf: member.tenant.id }]);
    await expect(authorizer({ ...event, authorizationToken: 'Bearer x' })).rejects.toThrow('Unauthorized');
  });

  test('compiles in strict mode with the types of the frameworks', async () => {
    expect(await compileBlocks([...sections.values()].flat())).toBe('');
  });
});
