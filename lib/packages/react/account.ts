// Forms of the user's own account, and the accounts of the browser.
import { useState } from 'react';
import type {
  BrowserAccount,
  ChangePasswordRequest,
  LoginReply,
  Message,
  MfaStatus,
  OwnTenants,
  RecoveryCodes,
  SessionUser,
  SwitchTenantRequest,
} from '../client/index.ts';
import { useUser } from './auth.ts';
import { type Submission, useForm } from './submission.ts';

type Done = Promise<Message | undefined>;
type Channel = 'email' | 'phone';
const SEND = { email: 'sendEmailVerification', phone: 'sendPhoneVerification' } as const;
const VERIFY = { email: 'verifyEmail', phone: 'verifyPhone' } as const;

/** What `useAccount` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type AccountForms = Submission & {
  user: SessionUser | null;
  /** Ends every session, this one included: ask the user to sign in again. */
  changePassword: (input: ChangePasswordRequest) => Done;
  /** Sends a code to the address of the account. */
  sendVerification: (channel: Channel) => Done;
  /** Verifies the address with the code. */
  verify: (channel: Channel, input: { code: string }) => Done;
  /** The second factors; `undefined` until `loadFactors` was called. `useFactor` adds one. */
  factors: MfaStatus | undefined;
  loadFactors: () => Promise<MfaStatus | undefined>;
  removeFactor: (input: { deviceId: string }) => Done;
  /** Removes every authenticator. A login that is not recent needs a recovery code. */
  removeAllFactors: (input?: { code?: string }) => Done;
  /** Switches the second factor on or off, where the tenant allows it. */
  toggleFactor: (enabled: boolean) => Done;
  /** Returns new recovery codes. They are shown once, and kept nowhere. */
  generateRecoveryCodes: () => Promise<RecoveryCodes | undefined>;
  /** Ends every session of the account, this one included. */
  logoutAll: () => Done;
};

/** The forms of the user's own account. Errors with the code REAUTH_REQUIRED ask for a recent login. */
export function useAccount(): AccountForms {
  const [factors, setFactors] = useState<MfaStatus>();
  const form = useForm(({ client: { authentication, mfa }, settle }, run) => {
    const loadFactors = async (): Promise<MfaStatus> => {
      const status = await mfa.status();
      setFactors(status);
      return status;
    };
    /** Changes a factor, and reads what has changed with it. */
    const change = (work: () => Promise<Message>) =>
      run(async () => {
        const reply = await work();
        await loadFactors();
        return settle(reply);
      });
    return {
      changePassword: (input: ChangePasswordRequest) =>
        run(() => authentication.changePassword(input), 'done', 'newPassword'),
      sendVerification: (channel: Channel) => run(() => authentication[SEND[channel]](), 'idle'),
      verify: (channel: Channel, input: { code: string }) =>
        run(async () => settle(await authentication[VERIFY[channel]](input))),
      loadFactors: () => run(loadFactors, 'idle'),
      removeFactor: (input: { deviceId: string }) => change(() => mfa.removeDevice(input)),
      removeAllFactors: (input?: { code?: string }) => change(() => mfa.resetTotp(input)),
      toggleFactor: (enabled: boolean) => change(() => mfa.toggle({ enabled })),
      generateRecoveryCodes: () => run(() => mfa.generateRecoveryCodes()),
      logoutAll: () => run(() => authentication.logoutAll()),
    };
  });
  return { ...form, user: useUser(), factors };
}

/** What `useAccounts` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type Accounts = Submission & {
  /** The accounts that are signed in in this browser; `undefined` until `load` was called. Cookie mode only. */
  accounts: readonly BrowserAccount[] | undefined;
  load: () => Promise<readonly BrowserAccount[] | undefined>;
  /** Makes the account in this slot the active one. Cookie mode only. */
  switchAccount: (input: { slot: number }) => Promise<LoginReply | undefined>;
  /**
   * Signs in to the user's account in another tenant. In header mode, `refreshToken` is that of a session there; the
   * next switch needs none.
   */
  switchTenant: (input: SwitchTenantRequest) => Promise<LoginReply | undefined>;
  /** The tenants of the person, and the invitations that wait; `undefined` until `loadTenants` was called. */
  tenants: OwnTenants | undefined;
  /** Sends the code for `loadTenants` to the address of the account. */
  sendTenantsCode: () => Done;
  loadTenants: (input: { code: string }) => Promise<OwnTenants | undefined>;
};

/** The choice between the accounts of a browser, and between the tenants of a user. */
export function useAccounts(): Accounts {
  const [accounts, setAccounts] = useState<readonly BrowserAccount[]>();
  const [tenants, setTenants] = useState<OwnTenants>();
  const form = useForm(({ client: { account, authentication }, settle }, run) => ({
    sendTenantsCode: () => run(() => account.sendTenantsCode(), 'idle'),
    loadTenants: (input: { code: string }) =>
      run(async () => {
        const found = await account.tenants(input);
        setTenants(found);
        return found;
      }, 'idle'),
    load: () =>
      run(async () => {
        const found = (await authentication.accounts()).accounts;
        setAccounts(found);
        return found;
      }, 'idle'),
    switchAccount: ({ slot }: { slot: number }) => run(async () => settle(await authentication.refreshToken({ slot }))),
    switchTenant: (input: SwitchTenantRequest) => run(async () => settle(await authentication.switchTenant(input))),
  }));
  return { ...form, accounts, tenants };
}
