// Defines budget actions of the OpenID provider: an application that sends a browser with a live session.
import { DEVICE_GRANT, TOKEN_EXCHANGE } from '../../../lib/contract/grant-types.ts';
import { CHALLENGE, VERIFIER } from '../../support/binding.ts';
import type { Caller } from '../harness/caller.ts';
import { login, signup, type World } from '../harness/world.ts';
import { times } from './times.ts';

const CALLBACK = 'https://app.bench.example/callback';

export async function oauthActions(caller: Caller, { tenantId, adminCookie: cookie }: World, uses: number) {
  let visitors = 0;
  const visit = async () => {
    const name = `authorizing${visitors++}`;
    await signup(caller, tenantId, name);
    const { accessToken, refreshToken } = await login(caller, tenantId, name);
    return { jar: `svc_access=${accessToken}`, refreshToken };
  };
  const { jar, refreshToken } = await visit();
  const body = { name: 'Shop', kind: 'server', redirectUris: [CALLBACK] };
  const created = await caller.ok('POST /auth/admin/api/applications', { cookie, body });
  const { id } = created.application as { id: string };
  const added = await caller.ok(`POST /auth/admin/api/applications/${id}/secrets`, { cookie, body: {} });
  const basic = { name: id, secret: (added.secret as { secret: string }).secret };
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email offline_access',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const authorize = async (cookie: string, asked = query) => {
    const { location = '' } = await caller.call(`GET /oauth2/authorize?${asked}`, { cookie });
    const code = new URL(location).searchParams.get('code');
    if (!code) throw new Error(`no code: ${location}`);
    return code;
  };
  const token = (form: Record<string, string>) => caller.ok('POST /oauth2/token', { basic, form });
  const exchange = (code: string) =>
    token({ grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: CALLBACK });
  const resource = 'https://api.bench.example/notes';
  const scopes = [{ name: 'notes:read', text: 'Read your notes' }];
  await caller.ok('POST /auth/admin/api/protected-resources', {
    cookie,
    body: { uri: resource, name: 'Notes', scopes },
  });
  const forResource = new URLSearchParams({
    ...Object.fromEntries(query),
    resource,
    scope: 'offline_access notes:read',
  });
  // An account each, because an account holds few sessions.
  const codes = await times(uses, async () => authorize((await visit()).jar));
  const resourceCodes = await times(uses, async () => authorize((await visit()).jar, forResource));
  let tokens = await exchange(await authorize(jar));
  let ofResource = await exchange(await authorize(jar, forResource));
  const actor = await caller.ok('POST /auth/admin/api/applications', {
    cookie,
    body: { name: 'Gateway', kind: 'machine', grants: ['client_credentials', TOKEN_EXCHANGE] },
  });
  const { id: machine } = actor.application as { id: string };
  const key = await caller.ok(`POST /auth/admin/api/applications/${machine}/secrets`, { cookie, body: {} });
  const target = 'https://api.bench.example/letters';
  await caller.ok('POST /auth/admin/api/protected-resources', {
    cookie,
    body: { uri: target, name: 'Letters', scopes, actorIds: [machine] },
  });
  const exchangeAs = (subject: string) =>
    caller.ok('POST /oauth2/token', {
      basic: { name: machine, secret: (key.secret as { secret: string }).secret },
      form: {
        grant_type: TOKEN_EXCHANGE,
        subject_token: subject,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        resource: target,
      },
    });
  const other = await caller.ok('POST /auth/admin/api/applications', { cookie, body: { ...body, party: 'third' } });
  const ofOther = new URLSearchParams(
    [...query].map(([name, value]) => [name, name === 'client_id' ? (other.application as { id: string }).id : value]),
  );
  /** A user whom the application of others asks. */
  const unasked = async () => {
    const { jar } = await visit();
    const { location = '' } = await caller.call(`GET /oauth2/authorize?${ofOther}`, { cookie: jar });
    const resume = new URL(location).searchParams.get('resume') as string;
    const { account } = await caller.ok(`GET /oauth2/consent?resume=${resume}`, { cookie: jar });
    return { jar, body: { resume, userId: (account as { id: string }).id } };
  };
  const consent = ({ jar, body }: Awaited<ReturnType<typeof unasked>>) =>
    caller.ok('POST /oauth2/consent', { cookie: jar, body });
  const asking = await times(uses, unasked);
  const agreed = await unasked();
  await consent(agreed);
  const { application: terminal } = await caller.ok('POST /auth/admin/api/applications', {
    cookie,
    body: { name: 'Terminal', kind: 'native', grants: ['authorization_code', 'refresh_token', DEVICE_GRANT] },
  });
  const client_id = (terminal as { id: string }).id;
  await caller.ok(`PATCH /auth/admin/api/tenants/${tenantId}`, {
    cookie,
    body: { settings: { deviceGrant: { enabled: true } } },
  });
  const device = () => caller.ok('POST /oauth2/device_authorization', { form: { client_id, scope: 'openid' } });
  /** A device that waits, and what the page of its user showed. */
  const waiting = async () => {
    const [codes, { jar }] = [await device(), await visit()];
    const asked = { cookie: jar, body: { userCode: codes.user_code } };
    const { resume, account } = await caller.ok('POST /oauth2/device', asked);
    const body = { resume, userId: (account as { id: string }).id, isAllowed: true };
    return { codes, asked, decide: () => caller.ok('POST /oauth2/device/decision', { cookie: jar, body }) };
  };
  const devices = await times(uses, waiting);
  const allowed = await times(uses, async () => {
    const { codes, decide } = await waiting();
    await decide();
    return codes;
  });
  const typed = await waiting();
  const poll = (codes: Record<string, unknown>) => {
    const form = { grant_type: DEVICE_GRANT, client_id, device_code: codes.device_code as string };
    return caller.call('POST /oauth2/token', { form });
  };
  const leave = async () => {
    const { jar } = await visit();
    const { id_token } = await exchange(await authorize(jar));
    return { jar, hint: id_token as string };
  };
  const leaving = await times(uses, leave);
  return {
    'oauth authorize': () => authorize(jar),
    'oauth authorize, resource': () => authorize(jar, forResource),
    'oauth authorize, with a grant': () => authorize(agreed.jar, ofOther),
    'oauth consent': () => consent(asking.pop() as (typeof asking)[number]),
    'oauth authorize, refresh cookie': () => authorize(`svc_refresh=${refreshToken}`),
    'oauth token, code': () => exchange(codes.pop() as string),
    'oauth token, refresh token': async () => {
      tokens = await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token as string });
    },
    'oauth token, code for a resource': () => exchange(resourceCodes.pop() as string),
    'oauth token, refresh token for a resource': async () => {
      const refresh_token = ofResource.refresh_token as string;
      ofResource = await token({ grant_type: 'refresh_token', refresh_token });
    },
    'oauth device authorization': device,
    'oauth device, code typed': () => caller.ok('POST /oauth2/device', typed.asked),
    'oauth device, allowed': () => (devices.pop() as (typeof devices)[number]).decide(),
    'oauth token, device waits': () => poll(typed.codes),
    'oauth token, device': () => poll(allowed.pop() as (typeof allowed)[number]),
    'oauth token, exchange': () => exchangeAs(ofResource.access_token as string),
    'oauth userinfo': () => caller.ok('GET /oauth2/userinfo', { bearer: tokens.access_token as string }),
    'oauth logout, one application': async () => {
      const { jar, hint } = leaving.pop() as (typeof leaving)[number];
      return caller.call(`GET /oauth2/logout?id_token_hint=${hint}`, { cookie: jar });
    },
  };
}
