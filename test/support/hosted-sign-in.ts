// Logs a browser in to an application by the OpenID provider, with the client and `fetch` alone.

import { digest } from '../../lib/crypto/secrets.ts';
import type { Client } from '../../lib/packages/client/node.ts';

type Asked = { account: { id: string } };
type Agreed = { resume: string };

const REDIRECT = 'https://app.example.com/callback';

/**
 * An admin creates an application, the browser of `accessToken` logs in to it, the application refreshes, and the browser
 * signs out at the provider. Returns the session that has ended.
 */
export async function signInTo(admin: Client, baseUrl: string, accessToken: string) {
  const body = { name: 'Shop', kind: 'native' as const, redirectUris: [REDIRECT] };
  const { id } = (await admin.adminApplications.create(body)).application;
  const cookie = `svc_access=${accessToken}`;
  const visit = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/oauth2/${path}?${new URLSearchParams(query)}`, { headers, redirect: 'manual' });
  /** The user of the browser allows the application what it asks for. */
  const agree = async (sealed: string): Promise<URL> => {
    const { account } = (await (await visit('consent', { resume: sealed }, { cookie })).json()) as Asked;
    const sent = { method: 'POST', headers: { cookie, 'content-type': 'application/json' } };
    const body = JSON.stringify({ resume: sealed, userId: account.id });
    const { resume } = (await (await fetch(`${baseUrl}/oauth2/consent`, { ...sent, body })).json()) as Agreed;
    return new URL((await visit('authorize', { resume }, { cookie })).headers.get('location') as string);
  };
  const verifier = 'v'.repeat(43);
  const request = {
    ...{ client_id: id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid offline_access' },
    ...{ code_challenge: digest(verifier), code_challenge_method: 'S256', tenant: 'kept' },
  };
  const resume = new URL((await visit('authorize', request)).headers.get('location') as string);
  await visit('request', { resume: resume.searchParams.get('resume') as string });
  const { tenant: _, ...open } = request;
  const asked = new URL((await visit('authorize', open, { cookie })).headers.get('location') as string);
  const back = asked.pathname.endsWith('/consent') ? await agree(asked.searchParams.get('resume') as string) : asked;
  const code = back.searchParams.get('code') as string;
  const token = async (fields: Record<string, string>) => {
    const form = new URLSearchParams({ client_id: id, redirect_uri: REDIRECT, ...fields });
    const reply = await fetch(`${baseUrl}/oauth2/token`, { method: 'POST', body: form });
    return (await reply.json()) as { access_token: string; refresh_token: string; id_token: string };
  };
  const first = await token({ grant_type: 'authorization_code', code, code_verifier: verifier });
  const next = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
  await visit('userinfo', {}, { authorization: `Bearer ${next.access_token}` });
  await visit('logout', { id_token_hint: next.id_token }, { cookie });
  const { sub, sid } = JSON.parse(Buffer.from(next.id_token.split('.')[1] as string, 'base64url').toString());
  return { userId: sub as string, sessionId: sid as string, applicationId: id };
}
