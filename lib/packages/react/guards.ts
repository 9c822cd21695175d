// Components that show their children to those who may see them. They hide; only your API protects.
import { createElement, Fragment, type ReactElement, type ReactNode, useEffect } from 'react';
import type { SignInOptions } from '../client/index.ts';
import { useAuth } from './auth.ts';

/** What a user needs. Without both, any user will do. */
export type Needs = {
  /** The name of a role. */
  role?: string | undefined;
  /** The name of a permission. */
  permission?: string | undefined;
};

const shown = (children: ReactNode, key?: string): ReactElement => createElement(Fragment, { key }, children);

function useAccess({ role, permission }: Needs) {
  const { status, user, hasRole, hasPermission } = useAuth();
  return { status, user, isAllowed: (!role || hasRole(role)) && (!permission || hasPermission(permission)) };
}

/** The properties of `SignedIn`. */
export type SignedInProps = Needs & { children?: ReactNode };

/** Shows its children to signed-in users who have role and permission. When the account changes, they start anew. */
export function SignedIn({ children, ...needs }: SignedInProps): ReactElement | null {
  const { status, user, isAllowed } = useAccess(needs);
  return status === 'signed-in' && isAllowed ? shown(children, user?.id) : null;
}

/** Shows its children if there is no session. A pending login has one. */
export function SignedOut({ children }: { children?: ReactNode }): ReactElement | null {
  return useAuth().status === 'signed-out' ? shown(children) : null;
}

/** The properties of `RequireAuth`. */
export type RequireAuthProps = SignedInProps & {
  /** For visitors, and for users whose login is pending: the sign-in page. */
  fallback?: ReactNode;
  /** While the session is not known yet. */
  loading?: ReactNode;
  /** For users without the role or permission. */
  forbidden?: ReactNode;
};

/** Shows its children as `SignedIn` does, and something else to everyone else. */
export function RequireAuth(properties: RequireAuthProps): ReactElement {
  const { children, fallback, loading, forbidden, ...needs } = properties;
  const { status, user, isAllowed } = useAccess(needs);
  if (status === 'loading') return shown(loading, 'loading');
  if (status !== 'signed-in') return shown(fallback, 'fallback');
  return isAllowed ? shown(children, user?.id) : shown(forbidden, 'forbidden');
}

/** The properties of `Protect`. */
export type ProtectProps = SignedInProps & {
  /** For everyone else: visitors, and users without the role or permission. */
  fallback?: ReactNode;
};

/** Shows its children as `SignedIn` does, and one fallback to everyone else. While the session is not known, nothing. */
export const Protect = ({ fallback, ...properties }: ProtectProps): ReactElement =>
  RequireAuth({ ...properties, fallback, forbidden: fallback });

/** The properties of `RedirectToSignIn`. */
export type RedirectToSignInProps = SignInOptions & {
  /** Shown in place of the redirect if the last sign-in failed: another one would fail too. */
  children?: ReactNode;
};

/** Sends visitors to the sign-in page, and back to where they were. Use it as the `fallback` of `RequireAuth`. */
export function RedirectToSignIn({ children, ...options }: RedirectToSignInProps): ReactElement | null {
  const { status, error, signIn } = useAuth();
  const isDue = status === 'signed-out' && !error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options of the first rendering count
  useEffect(() => {
    if (isDue) void signIn(options);
  }, [isDue]);
  return error ? shown(children) : null;
}
