// Forms of the user's own account, and the accounts of the browser.
import { useMemo, useState } from 'react';
import type {
  BrowserAccount,
  ChangePasswordRequest,
  LoginReply,
  Message,
  MfaStatus,
  RecoveryCodes,
  SessionUser,
} from '../client/index.ts';
import { useUser } from './auth.ts';
import { useStore } from './provider.ts';
import { type Submission, useSubmission } from './submission.ts';

type Done = Promise<Message | undefined>;

/** What `useAccount` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type AccountForms = Submission & {
  user: SessionUser | null;
  /** Ends every session, this one included: ask the user to sign in again. */
  changePassword: (input: ChangePasswordRequest) => Done;
  /** Sends a code to the address of the account. */
  sendVerification: (channel: 'email' | 'phone') => Done;
  /** Verifies the address with the code. */
  verify: (channel: 'email' | 'phone', input: { code: string }) => Done;
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
  const { client, settle } = useStore();
  const user = useUser();
  const [submission, run] = useSubmission();
  const [factors, setFactors] = useState<MfaStatus>();
  const functions = useMemo(() => {
    const { authentication, mfa } = client;
    const read = async (): Promise<MfaStatus> => {
      const status = await mfa.status();
      setFactors(status);
      return status;
    };
    /** Changes the account, and reads what has changed with it. */
    const change = <T>(work: () => Promise<T>, ...after: (() => Promise<unknown>)[]) =>
      run(async () => {
        const reply = await work();
        for (const each of after) await each();
        return reply;
      });
    return {
      changePassword: (input: ChangePasswordRequest) =>
        run(() => authentication.changePassword(input), { password: 'newPassword' }),
      sendVerification: (channel: 'email' | 'phone') =>
        run(
          () => (channel === 'email' ? authentication.sendEmailVerification() : authentication.sendPhoneVerification()),
          { isStep: true },
        ),
      verify: (channel: 'email' | 'phone', input: { code: string }) =>
        change(() => authentication[channel === 'email' ? 'verifyEmail' : 'verifyPhone'](input), settle),
      loadFactors: () => run(read, { isStep: true }),
      removeFactor: (input: { deviceId: string }) => change(() => mfa.removeDevice(input), read, settle),
      removeAllFactors: (input?: { code?: string }) => change(() => mfa.resetTotp(input), read, settle),
      toggleFactor: (enabled: boolean) => change(() => mfa.toggle({ enabled }), read, settle),
      generateRecoveryCodes: () => change(() => mfa.generateRecoveryCodes()),
      logoutAll: () => run(() => authentication.logoutAll()),
    };
  }, [client, settle, run]);
  return { ...submission, user, factors, ...functions };
}

/** What `useAccounts` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type Accounts = Submission & {
  /** The accounts that are signed in in this browser; `undefined` until `load` was called. Cookie mode only. */
  accounts: readonly BrowserAccount[] | undefined;
  load: () => Promise<readonly BrowserAccount[] | undefined>;
  /** Makes the account in this slot the active one. Cookie mode only. */
  switchAccount: (input: { slot: number }) => Promise<LoginReply | undefined>;
  /** Signs in to the user's account in another tenant. */
  switchTenant: (input: { tenantId: string }) => Promise<LoginReply | undefined>;
};

/** The choice between the accounts of a browser, and between the tenants of a user. */
export function useAccounts(): Accounts {
  const { client, settle } = useStore();
  const [submission, run] = useSubmission();
  const [accounts, setAccounts] = useState<readonly BrowserAccount[]>();
  const functions = useMemo(() => {
    const { authentication } = client;
    const load = async (): Promise<readonly BrowserAccount[]> => {
      const found = (await authentication.accounts()).accounts;
      setAccounts(found);
      return found;
    };
    const change = (work: () => Promise<LoginReply>) =>
      run(async () => {
        const reply = await work();
        await settle();
        return reply;
      });
    return {
      load: () => run(load, { isStep: true }),
      switchAccount: ({ slot }: { slot: number }) => change(() => authentication.refreshToken({ slot })),
      switchTenant: ({ tenantId }: { tenantId: string }) => change(() => authentication.switchTenant({ tenantId })),
    };
  }, [client, settle, run]);
  return { ...submission, accounts, ...functions };
}
