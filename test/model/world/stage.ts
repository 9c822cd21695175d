// Starts what all cases share: one service with a movable clock, one identity provider, one first admin. Each case gets
// tenants, people and addresses of its own on this stage, so that cases do not see each other's limits.

import { PEPPER_SECRET, SEAL_SECRET, SESSION_SECRET } from '../../../infra/tools/local/secrets.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { forgetSecrets } from '../../../lib/platform/aws/secrets.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { erase } from '../../../lib/store/dynamo/table.ts';
import { keyRing, publicKeys } from '../../../lib/store/keys.ts';
import { HOUR } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { type IdentityProvider, type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { type Service, startService } from '../../support/service.ts';
import { createPost, type Post } from './post.ts';
import { type Tap, tapWrites } from './tap.ts';

/** The provider of the deployment. It vouches for the addresses of its people. */
export const PROVIDER = 'corp';
export const HOME = 'https://app.example.com/signed-in';
export const ROOT_SECRETS = [PEPPER_SECRET, SEAL_SECRET, SESSION_SECRET] as const;

export type Stage = {
  service: Service;
  realm: Realm;
  tap: Tap;
  post: Post;
  /** A role with `users.invite`, of no tenant. */
  inviterRole: string;
  /** Methods and paths that were requested. */
  called: Set<string>;
  /** Logs the first admin in. Returns the cookie. */
  rootCookie: () => Promise<string>;
  /** The root secret of sessions. */
  sessionRoots: () => Roots<'session'>;
  /** Prepares the next case: the first root secrets, and windows of limits that all tenants share are over. */
  clear: () => Promise<void>;
  stop: () => Promise<void>;
};

const SETTINGS = { GATEHOUSE_SIGNING_ALG: 'EdDSA', GATEHOUSE_LOG_LEVEL: 'none' };

export async function startStage(): Promise<Stage> {
  const idp: IdentityProvider = await startIdentityProvider();
  const realm = idp.realm();
  const { issuer, clientId, clientSecret } = realm;
  const providers = { [PROVIDER]: { issuer, clientId, clientSecret, trustEmail: true } };
  process.env.GATEHOUSE_SSO_PROVIDERS = JSON.stringify(providers);
  const service = await startService(SETTINGS, { changeFeed: false });
  const rootCookie = async () => cookieHeader(await service.post('/auth/admin/login', service.adminLogin));
  await service.adminCookie();
  const tap = tapWrites();
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const { body } = await service.admin('POST', '/auth/admin/api/roles', {
    name: 'Inviter',
    permissions: ['users.invite'],
  });
  const call = (name: string, input: object): { SecretString: string } =>
    (service.local.secretsManager.operations[name] as never as (input: object) => { SecretString: string })(input);
  const read = (SecretId: string) => call('GetSecretValue', { SecretId }).SecretString;
  const first = ROOT_SECRETS.map(read);
  return {
    service,
    realm,
    tap,
    post: createPost(tap),
    inviterRole: body.role.id,
    called: new Set(),
    rootCookie,
    sessionRoots: () => JSON.parse(read(SESSION_SECRET)),
    clear: async () => {
      // Longer than any window that tenants share, and than functions cache a secret or the signing keys.
      advance(HOUR + 60_000);
      (config() as { sessionsSince: number }).sessionsSince = 0;
      if (ROOT_SECRETS.every((name, at) => read(name) === first[at])) return;
      ROOT_SECRETS.forEach((SecretId, at) => void call('PutSecretValue', { SecretId, SecretString: first[at] }));
      // They were sealed under a version that is gone. The next token makes new ones.
      await Promise.all([erase(keyRing), erase(publicKeys)]);
      forgetSecrets();
    },
    stop: async () => {
      await service.stop();
      await idp.stop();
    },
  };
}

/** Ends every session from before now, as an operator does with GATEHOUSE_SESSIONS_SINCE and a restart. */
export function cutSessions(at: number): void {
  (config() as { sessionsSince: number }).sessionsSince = at;
}
