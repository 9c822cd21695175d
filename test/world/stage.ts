// Starts what all worlds of a run share: one service with a movable clock, an identity provider of the deployment, the
// first admin, and the post that hands over what the service sends as soon as its request has a response.
import { cookieHeader } from '../support/http.ts';
import { type Realm, startIdentityProvider } from '../support/identity-provider.ts';
import { type Service, startService } from '../support/service.ts';
import { type Maker, makerOf } from './make.ts';
import { createPost, type Post } from './post.ts';
import { type Tap, tapWrites } from './tap.ts';

/** The provider of the deployment. It vouches for the addresses of its people. */
export const PROVIDER = 'corp';

export type Stage = {
  service: Service;
  realm: Realm;
  tap: Tap;
  post: Post;
  /** Makes things as the first admin. */
  maker: Maker;
  /** Logs the first admin in. Returns the cookie. */
  rootCookie: () => Promise<string>;
  stop: () => Promise<void>;
};

export async function startStage(logLevel: 'error' | 'none'): Promise<Stage> {
  const idp = await startIdentityProvider();
  const realm = idp.realm();
  const { issuer, clientId, clientSecret } = realm;
  const providers = { [PROVIDER]: { issuer, clientId, clientSecret, trustEmail: true } };
  const settings = {
    GATEHOUSE_SIGNING_ALG: 'EdDSA',
    GATEHOUSE_LOG_LEVEL: logLevel,
    GATEHOUSE_SSO_PROVIDERS: JSON.stringify(providers),
  };
  const service = await startService(settings, { changeFeed: false });
  await service.adminCookie();
  const tap = tapWrites();
  return {
    service,
    realm,
    tap,
    post: createPost(tap),
    maker: makerOf(service.send, (method, path, { body }) => service.admin(method, path, body)),
    rootCookie: async () => cookieHeader(await service.post('/auth/admin/login', service.adminLogin)),
    stop: async () => {
      await service.stop();
      await idp.stop();
    },
  };
}
