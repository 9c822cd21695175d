// A page that uses every hook of the React binding; those of passkeys only where a test asks for them. Tests call the hooks by `window.hooks`, and read what is rendered.
import { createElement as h, type ReactElement, StrictMode, useEffect } from 'react';
import { type ClientOptions, type CurrentSession, webStorage } from '../../../lib/packages/client/index.ts';
import {
  GatehouseProvider,
  RequireAuth,
  SignedIn,
  SignedOut,
  useAccount,
  useAccounts,
  useAuth,
  useFactor,
  useLogin,
  usePasskeyLogin,
  usePasskeys,
  usePasswordReset,
  useSignup,
  useUser,
} from '../../../lib/packages/react/index.ts';

/** What the server tells the page. */
export type Setup = {
  delivery: 'header' | 'cookie';
  tenantId: string;
  initialSession?: CurrentSession | null | undefined;
  hasPasskeys?: boolean | undefined;
};

function useEverything(tenantId: string) {
  const auth = useAuth();
  const hooks = {
    auth,
    login: useLogin({ tenantId }),
    factor: useFactor(),
    signup: useSignup({ tenantId }),
    reset: usePasswordReset({ tenantId }),
    account: useAccount(),
    accounts: useAccounts(),
  };
  useEffect(() => {
    Object.assign(globalThis, { hooks });
  });
  return hooks;
}

export type Hooks = ReturnType<typeof useEverything>;

function Page({ tenantId }: { tenantId: string }): ReactElement {
  const { auth } = useEverything(tenantId);
  const user = useUser();
  return h(
    'main',
    null,
    h('p', { id: 'status' }, [auth.status, user?.email, auth.nextStep, auth.reason].filter(Boolean).join(' ')),
    h(SignedIn, null, h('p', null, 'members')),
    h(SignedIn, { permission: 'invoices.read' }, h('p', null, 'invoices')),
    h(SignedOut, null, h('p', null, 'visitors')),
    h(
      RequireAuth,
      {
        role: 'Accountant',
        loading: h('p', null, 'wait'),
        fallback: h('p', null, 'sign in'),
        forbidden: h('p', null, 'no role'),
      },
      h('p', null, 'accounts'),
    ),
  );
}

/** Asks the service by itself, so other tests do without it. */
function Passkeys({ tenantId }: { tenantId: string }): ReactElement {
  const passkeyHooks = { passkeyLogin: usePasskeyLogin({ tenantId }), passkeys: usePasskeys() };
  useEffect(() => {
    Object.assign(globalThis, { passkeyHooks });
  });
  return h('input', { autoComplete: 'username webauthn', 'aria-label': 'Email' });
}

/** The application, as the server and the browser render it. */
export function App({ delivery, tenantId, initialSession, hasPasskeys }: Setup): ReactElement {
  const client: ClientOptions = { baseUrl: '', delivery };
  if (delivery === 'header' && 'document' in globalThis) client.tokenStorage = webStorage(() => localStorage);
  const page = [h(Page, { key: 'page', tenantId }), hasPasskeys && h(Passkeys, { key: 'passkeys', tenantId })];
  return h(StrictMode, null, h(GatehouseProvider, { client, initialSession }, page));
}
