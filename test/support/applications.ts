// Creates applications of the OpenID provider, and calls its endpoints as they do.
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { digest, randomSecret } from '../../lib/crypto/secrets.ts';
import { seconds } from '../../lib/platform/clock.ts';
import { newApplicationSecretId, type RoleId, type TenantId } from '../../lib/platform/ids.ts';
import * as store from '../../lib/store/applications/applications.ts';

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
  await store.create(application);
  return { application, secret };
}

/** A machine of one tenant. */
export const newMachine = (tenant: { id: string }, given: Partial<Application> = {}): Promise<Known> =>
  newApplication({ tenantIds: [tenant.id as TenantId], ...given });

/** Sends a form. */
export function postForm(
  service: Pick<Service, 'send'>,
  path: string,
  fields: Record<string, string> | [string, string][] | URLSearchParams,
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

type Claims = Record<string, unknown>;
/** Signs an assertion of RFC 7523 about itself, for an audience; `over` replaces claims. */
export type Sign = (id: string, audience: string, over?: Claims, header?: Claims) => Promise<string>;

/** A key of an application, whose public part is to be published, and what signs with it. */
export async function newSigningKey(alg = 'ES256', kid = 'one'): Promise<{ sign: Sign; publicKey: JWK }> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid };
  const sign: Sign = (id, aud, over, header) => {
    const iat = seconds();
    const claims = { iss: id, sub: id, aud, iat, exp: iat + 60, jti: randomSecret(), ...over };
    return new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(pair.privateKey);
  };
  return { sign, publicKey };
}

/** A machine of the tenant that signs assertions, and has no secret. */
export async function newSigner(
  tenant: { id: string },
  alg = 'ES256',
): Promise<{ application: Application; sign: Sign; publicKey: JWK }> {
  const key = await newSigningKey(alg);
  const { application } = await newMachine(tenant, { jwks: [key.publicKey], secrets: [] });
  return { application, ...key };
}

/** Returns the fields of a form that show an assertion. */
export const proofForm = (assertion: string) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
});

/** The form of client_credentials with an assertion. */
export const assertionForm = (assertion: string): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    ...proofForm(assertion),
  });
