'use client';
// Tells client components who is signed in, without a token in the browser.
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';

/** The claims of the id token, such as `email` and `name`. */
export type User = Readonly<Record<string, unknown>>;

export type ClientAuth = {
  /** `null` for a visitor. */
  user: User | null;
  /** Goes to the sign-in page, and back to `returnTo`. Default: this page. */
  signIn: (returnTo?: string) => void;
  /** Ends the session, and that at Gatehouse unless `everywhere` is `false`. */
  signOut: (options?: { everywhere?: boolean }) => void;
};

export type AuthProviderProps = {
  /** `(await auth())?.user ?? null` of the layout. */
  user: User | null;
  /** As in `createGatehouse`. Default: `/auth`. */
  path?: string;
  children?: ReactNode;
};

/** A tab asks again who is signed in when it becomes visible, at most once in this time, in milliseconds. */
const ASKS_EVERY = 60_000;

const Context = createContext<{ user: User | null; path: string } | undefined>(undefined);

/** Holds the user for all components below it. */
export function AuthProvider({ user: rendered, path = '/auth', children }: AuthProviderProps): ReactElement {
  const [user, setUser] = useState(rendered);
  useEffect(() => setUser(rendered), [rendered]);
  const known = user?.sub;
  useEffect(() => {
    let askedAt = Date.now();
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASKS_EVERY) return;
      askedAt = Date.now();
      const reply = await fetch(`${path}/session`, { cache: 'no-store' }).catch(() => undefined);
      if (!reply?.ok) return;
      const found = ((await reply.json()) as { user: User | null }).user;
      // The page shows the user before.
      if (found?.sub === known) setUser(found);
      else location.reload();
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [path, known]);
  return createElement(Context.Provider, { value: { user, path } }, children);
}

/** Returns the user and what signs them in and out. Throws without an `AuthProvider` above. */
export function useAuth(): ClientAuth {
  const found = useContext(Context);
  if (!found) throw new Error('There is no AuthProvider above this component.');
  const { user, path } = found;
  return {
    user,
    signIn: (returnTo = location.pathname + location.search) =>
      location.assign(`${path}/sign-in?${new URLSearchParams({ returnTo })}`),
    signOut: ({ everywhere = true } = {}) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = `${path}/sign-out${everywhere ? '' : '?everywhere=false'}`;
      document.body.append(form);
      form.submit();
    },
  };
}
