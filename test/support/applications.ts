// Creates applications of the OpenID provider, and calls its endpoints as they do.
import { digest, randomSecret } from '../../lib/crypto/secrets.ts';
import { newApplicationSecretId, type RoleId, type TenantId } from '../../lib/platform/ids.ts';
import * as store from '../../lib/store/applications.ts';
import { create } from '../../lib/store/dynamo/table.ts';
import type { Reply, Send } from './http.ts';
import type { Service } from './service.ts';

type Application = store.Application;
/** An application in the table, with the one secret that it has. */
export type Known = { application: Application; secret: string };

/** Stores an application behind the back of the admin operations. */
export async function newApplication(given: Partial<Application> = {}): Promise<Known> {
  const secret = randomSecret();
  const kind = given.kind ?? 'machine';
  const hasSecret = kind === 'server' || kind === 'machine';
  const application = store.newApplication({
    name: 'An application',
    kind,
    grants: kind === 'machine' ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
    redirectUris: kind === 'machine' ? [] : ['https://app.example.com/callback'],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    tenantIds: null,
    roleIds: [] as RoleId[],
    secrets: hasSecret
      ? [{ id: newApplicationSecretId(), digest: digest(secret), hint: secret.slice(-4), createdAt: Date.now() }]
      : [],
    jwks: [],
    accessTtlSeconds: null,
    refreshTtlSeconds: null,
    status: 'active',
    ...given,
  });
  await create(application);
  return { application, secret };
}

/** A machine of one tenant. */
export const newMachine = (tenant: { id: string }, given: Partial<Application> = {}): Promise<Known> =>
  newApplication({ tenantIds: [tenant.id as TenantId], ...given });

/** Sends a form. */
export function postForm(
  service: Pick<Service, 'send'>,
  path: string,
  fields: Record<string, string> | [string, string][],
  { headers, ...more }: Send = {},
): Promise<Reply> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return service.send('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { ...type, ...headers },
    ...more,
  });
}

/** The header of client_secret_basic (RFC 6749 2.3.1). */
export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
export const basicOf = ({ application, secret }: Known): Record<string, string> => basic(application.id, secret);
