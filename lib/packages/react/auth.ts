// Hooks that tell who is signed in, and what they may do.
import { useSyncExternalStore } from 'react';
import type {
  CurrentSession,
  RedirectClient,
  RoleSummary,
  SessionUser,
  TenantSummary,
  UserClient,
} from '../client/index.ts';
import { useStore } from './provider.ts';
import type { AuthState } from './store.ts';

/** What `useAuth` returns. */
export type Auth = AuthState & {
  user: SessionUser | null;
  tenant: TenantSummary | null;
  roles: readonly RoleSummary[];
  permissions: readonly string[];
  /** Whether the user has the role of this name. For what to show only: your API decides. */
  hasRole: (name: string) => boolean;
  /** Whether a role of the user grants the permission. For what to show only: your API decides. */
  hasPermission: (name: string) => boolean;
  /** Goes to the sign-in page and comes back to this address. The client is one of `createRedirectClient`. */
  signIn: RedirectClient['signIn'];
  /** Ends the session, and that at Gatehouse unless `everywhere` is `false`. The same client. */
  signOut: RedirectClient['signOut'];
  /** Ends the session, here and in other tabs. With a client of `createRedirectClient` it is `signOut()`. */
  logout: () => Promise<void>;
  /** Returns a fresh access token for your own API, `undefined` in cookie mode. */
  accessToken: UserClient['accessToken'];
  /** Calls your own API as `fetch` does, with the session. */
  fetch: UserClient['fetch'];
  /** Reads the session again, such as after a change of roles. */
  reload: () => Promise<void>;
  client: UserClient;
};

/** Returns what is known about the session. The component renders again when that changes. */
export function useAuth(): Auth {
  const { client, check } = useStore();
  const state = useAuthState();
  const { session } = state;
  const { user, tenant, roles = [], permissions = [] }: Partial<CurrentSession> = session ?? {};
  return {
    ...state,
    user: user ?? null,
    tenant: tenant ?? null,
    roles,
    permissions,
    hasRole: (name) => roles.some((role) => role.name === name),
    hasPermission: (name) => permissions.includes(name),
    signIn: (options) => redirecting(client).signIn({ returnTo: globalThis.location?.href, ...options }),
    signOut: (options) => redirecting(client).signOut(options),
    logout: async () => {
      await (isRedirecting(client) ? client.signOut() : client.authentication.logout());
    },
    accessToken: client.accessToken,
    fetch: client.fetch,
    reload: check,
    client,
  };
}

/** Whether users of the client sign in on the pages of Gatehouse, and come back. */
export const isRedirecting = (client: UserClient): client is RedirectClient => 'handleRedirect' in client;

function redirecting(client: UserClient): RedirectClient {
  if (!isRedirecting(client)) throw new Error('Give the provider a client of createRedirectClient.');
  return client;
}

/** Returns the user, `null` if there is none. The component renders again when the user changes. */
export function useUser(): SessionUser | null {
  const { subscribe, get, first } = useStore();
  return useSyncExternalStore(
    subscribe,
    () => get().session?.user ?? null,
    () => first().session?.user ?? null,
  );
}

/** Returns the state of the store. */
export function useAuthState(): AuthState {
  const { subscribe, get, first } = useStore();
  return useSyncExternalStore(subscribe, get, first);
}
