// Starts what all rounds share: one service with a movable clock, an identity provider, the first admin.

import { RESOURCE_NAMES } from '../../../infra/routes.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { createPost, type Post } from '../../model/world/post.ts';
import { tapWrites } from '../../model/world/tap.ts';
import { HOUR } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { permissionsOf } from '../../support/resources.ts';
import { type Service, startService } from '../../support/service.ts';

/** The provider of the deployment. */
export const PROVIDER = 'corp';
export const PERMISSIONS = ['users.invite', ...permissionsOf(RESOURCE_NAMES)];

export type Stage = {
  service: Service;
  realm: Realm;
  post: Post;
  /** What every round needs, so that no drawn request may name it: the first admin and the permissions. */
  shared: readonly string[];
  /** The ids of the tenants of earlier rounds: no later reply may name them. */
  earlier: Set<string>;
  /** Logs the first admin in, who sends no drawn request. Returns the cookie. */
  rootCookie: () => Promise<string>;
  /** Prepares the next round: the windows of limits are over. */
  clear: () => void;
  stop: () => Promise<void>;
};

const SETTINGS = { GATEHOUSE_SIGNING_ALG: 'EdDSA', GATEHOUSE_LOG_LEVEL: 'error' };

export async function startStage(): Promise<Stage> {
  const idp = await startIdentityProvider();
  const realm = idp.realm();
  const { issuer, clientId, clientSecret } = realm;
  process.env.GATEHOUSE_SSO_PROVIDERS = JSON.stringify({
    [PROVIDER]: { issuer, clientId, clientSecret, trustEmail: true },
  });
  const service = await startService(SETTINGS, { changeFeed: false });
  await service.adminCookie();
  const shared: string[] = [service.adminLogin.email];
  for (const name of PERMISSIONS) {
    const { body } = await service.admin('POST', '/auth/admin/api/permissions', { name });
    shared.push(body.permission.id);
  }
  const { body: root } = await service.admin('GET', '/auth/admin/me');
  shared.push(root.id);
  return {
    service,
    realm,
    shared,
    earlier: new Set(),
    post: createPost(tapWrites()),
    rootCookie: async () => cookieHeader(await service.post('/auth/admin/login', service.adminLogin)),
    clear: () => advance(HOUR + 60_000),
    stop: async () => {
      await service.stop();
      await idp.stop();
    },
  };
}
