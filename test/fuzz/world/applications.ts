// Creates the applications of a round, and gets their tokens.
import { DEVICE_GRANT } from '../../../lib/contract/grant-types.ts';
import type { RoleId, TenantId } from '../../../lib/platform/ids.ts';
import { basic, newApplication } from '../../support/applications.ts';
import { newServer } from '../../support/oauth-browser.ts';
import type { Draft } from '../request.ts';
import { CALLBACK, CHALLENGE, call, newCaller, VERIFIER, type World } from './base.ts';
import { type Caller, cookiesOf } from './people.ts';

/** Adds an application that acts for users and a machine. */
export async function addApplications(world: World, side: 'a' | 'b', roleId: string): Promise<void> {
  const { pool, tenants } = world;
  const tenantIds = [tenants[side].id as TenantId];
  const server = await newServer({
    name: 'A shop',
    tenantIds,
    grants: ['authorization_code', 'refresh_token', DEVICE_GRANT],
  });
  const machine = await newApplication({ name: 'A machine', tenantIds, roleIds: [roleId as RoleId] });
  for (const [kind, known] of [
    ['application', server],
    ['machine', machine],
  ] as const) {
    const caller = newCaller(world, kind, side);
    caller.client = { id: known.application.id, secret: known.secret };
    pool.add('app', known.application.id, side, true);
    await grantTokens(world, caller);
    world.callers.push(caller);
  }
}

/** Gets the tokens of an application. Returns whether that worked. */
export async function grantTokens(world: World, caller: Caller): Promise<boolean> {
  const client = caller.client as { id: string; secret: string };
  const headers = Object.entries(basic(client.id, client.secret));
  const form = caller.kind === 'machine' ? { grant_type: 'client_credentials' } : await codeGrant(world, caller);
  if (!form) return false;
  const reply = await call(world, '/oauth2/token', { form, headers, ip: caller.ip });
  if (reply.status !== 200) return false;
  caller.access = reply.body.access_token;
  caller.refresh = reply.body.refresh_token;
  caller.isStale = false;
  world.pool.harvest(reply.body, caller.side);
  return true;
}

/** Asks for a code in the browser of the same tenant. */
async function codeGrant(world: World, caller: Caller): Promise<Record<string, string> | undefined> {
  const browser = world.callers.find(({ kind, side }) => kind === 'browser' && side === caller.side);
  const query = new URLSearchParams({
    client_id: (caller.client as { id: string }).id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email offline_access account',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const headers: Draft['headers'] = [['cookie', cookiesOf(browser?.cookies ?? new Map())]];
  const reply = await call(world, `/oauth2/authorize?${query}`, { method: 'GET', headers, ip: caller.ip });
  const code = URL.parse(String(reply.headers.location))?.searchParams.get('code');
  if (!code) return undefined;
  return { grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: CALLBACK };
}
