// Creates protected resources.
import { randomSecret } from '../../lib/crypto/secrets.ts';
import * as store from '../../lib/store/applications/protected-resources.ts';

type ProtectedResource = store.ProtectedResource;

/** Returns a URI that no protected resource has. */
export const newUri = (): string => `https://${randomSecret().toLowerCase().replace(/[_-]/g, '')}.example/mcp`;

/** A scope of a protected resource that every user has. */
export const scopeOf = (name: string, more: Partial<ProtectedResource['scopes'][number]> = {}) => ({
  name,
  text: `To ${name}`,
  permission: null,
  needsRecentLogin: false,
  ...more,
});

/** Stores a protected resource behind the back of the admin operations. */
export async function newResource(given: Partial<ProtectedResource> = {}): Promise<ProtectedResource> {
  const scopes = [scopeOf('notes:read'), scopeOf('notes:write')];
  const resource = store.newProtectedResource({ uri: newUri(), name: 'Notes', scopes, ...given });
  if (!(await store.create(resource))) throw new Error(`${resource.uri} is there`);
  return resource;
}
