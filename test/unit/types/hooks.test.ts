// Each function of a React hook passes every field of its operation on. `npm run check` compiles this file: an error here
// names the field that a function drops, or the function that has no row.
import { expect, test } from '@jest/globals';
import type { CallOptions, UserClient } from '../../../lib/packages/client/index.ts';
import type { Passkeys } from '../../../lib/packages/client/passkeys.ts';
import type {
  AccountForms,
  Accounts,
  Factor,
  Invitations,
  Login,
  Members,
  OrganizationForms,
  OwnPasskeys,
  PasskeyLogin,
  PasskeySignup,
  PasswordReset,
  Signup,
} from '../../../lib/packages/react/index.ts';

type Call = (...input: never[]) => Promise<unknown>;
type FieldsOf<T> = T extends unknown ? keyof T : never;
type InputOf<F> = F extends (...input: infer Input) => unknown ? FieldsOf<NonNullable<Input[number]>> : never;
type Functions<Hook> = { [Name in keyof Hook as Hook[Name] extends Call ? Name : never]: Hook[Name] };

/** The operation of a function, and the fields of its input that the hook or the client itself knows. */
type Row = [operation: Call, known: string];
/** The fields that functions of a hook drop; `true` if there are none. */
type Passes<Hook, Rows extends Record<keyof Functions<Hook>, Row>> = [Dropped<Hook, Rows>] extends [never]
  ? true
  : Dropped<Hook, Rows>;
type Dropped<Hook, Rows extends Record<keyof Functions<Hook>, Row>> = {
  [Name in keyof Functions<Hook>]: Exclude<
    InputOf<Rows[Name][0]>,
    InputOf<Functions<Hook>[Name]> | Rows[Name][1] | keyof CallOptions
  >;
}[keyof Functions<Hook>];

type Authentication = UserClient['authentication'];
type Organization = UserClient['organization'];
type Mfa = UserClient['mfa'];
/** The client makes the verifier of a code and keeps it. */
type Verifier = 'codeChallenge' | 'codeVerifier';
/** A hook makes these of an address. */
type Address = 'providerName' | 'credentials' | 'identifier' | 'channel' | 'email' | 'phone';

const passes: {
  login: Passes<
    Login,
    {
      withPassword: [Authentication['login'], 'tenantId' | Address];
      sendCode: [Authentication['sendLoginCode'], 'tenantId' | Address | Verifier];
      withCode: [Authentication['login'], 'tenantId' | Address];
    }
  >;
  signup: Passes<
    Signup,
    {
      signUp: [Authentication['signup'], 'tenantId' | Verifier];
      // It signs in by a code, for as long as the tenant says: a form of a new account asks for nothing else.
      verify: [Authentication['login'], 'tenantId' | 'rememberMe' | Address];
      resend: [Authentication['sendLoginCode'], 'tenantId' | Address | Verifier];
    }
  >;
  reset: Passes<
    PasswordReset,
    {
      sendCode: [Authentication['forgotPassword'], 'tenantId' | Verifier];
      verifyCode: [Authentication['verifyForgotPasswordOtp'], 'tenantId' | Address | Verifier];
      reset: [Authentication['resetPassword'], 'token'];
    }
  >;
  factor: Passes<
    Factor,
    {
      challenge: [Mfa['challenge'], 'method'];
      verify: [Mfa['verify'], never];
      verifyRecoveryCode: [Mfa['verifyRecoveryCode'], never];
      startSetup: [Mfa['setupTotp'], never];
      // The secret is the older name of the device.
      confirmSetup: [Mfa['verifyTotpSetup'], 'deviceId' | 'secret'];
    }
  >;
  account: Passes<
    AccountForms,
    {
      changePassword: [Authentication['changePassword'], never];
      sendVerification: [Authentication['sendEmailVerification'], never];
      verify: [Authentication['verifyEmail'], never];
      loadFactors: [Mfa['status'], never];
      removeFactor: [Mfa['removeDevice'], never];
      removeAllFactors: [Mfa['resetTotp'], never];
      toggleFactor: [Mfa['toggle'], 'enabled'];
      generateRecoveryCodes: [Mfa['generateRecoveryCodes'], never];
      logoutAll: [Authentication['logoutAll'], never];
    }
  >;
  accounts: Passes<
    Accounts,
    {
      load: [Authentication['accounts'], never];
      // A browser that has several accounts has them in cookies.
      switchAccount: [Authentication['refreshToken'], 'refreshToken'];
      switchTenant: [Authentication['switchTenant'], never];
      sendTenantsCode: [UserClient['account']['sendTenantsCode'], never];
      loadTenants: [UserClient['account']['tenants'], never];
    }
  >;
  organization: Passes<
    OrganizationForms,
    { load: [Organization['get'], never]; loadRoles: [Organization['roles'], never] }
  >;
  // The hook keeps the cursor.
  members: Passes<
    Members,
    {
      load: [Organization['members'], 'cursor'];
      loadMore: [Organization['members'], 'cursor' | 'limit' | 'search' | 'status'];
      setRoles: [Organization['setRoles'], never];
      update: [Organization['updateMember'], never];
      remove: [Organization['removeMember'], never];
    }
  >;
  invitations: Passes<
    Invitations,
    {
      load: [Organization['invitations'], 'cursor'];
      loadMore: [Organization['invitations'], 'cursor' | 'limit' | 'status'];
      invite: [Organization['invite'], never];
      resend: [Organization['resend'], never];
      revoke: [Organization['revoke'], never];
    }
  >;
  // The hook ends a question with its component.
  passkeyLogin: Passes<PasskeyLogin, { signIn: [Passkeys['signIn'], 'tenantId' | 'signal'] }>;
  passkeySignup: Passes<
    PasskeySignup,
    { signUp: [Passkeys['signUp'], 'tenantId']; confirm: [Passkeys['confirmSignUp'], 'tenantId' | 'signal'] }
  >;
  passkeys: Passes<
    OwnPasskeys,
    {
      load: [Passkeys['list'], never];
      add: [Passkeys['add'], 'signal'];
      rename: [Passkeys['rename'], never];
      remove: [Passkeys['remove'], never];
      enrol: [Passkeys['enrol'], 'signal'];
      verify: [Passkeys['verify'], 'signal'];
      stepUp: [Passkeys['stepUp'], 'signal'];
    }
  >;
} = {
  login: true,
  signup: true,
  reset: true,
  factor: true,
  account: true,
  accounts: true,
  organization: true,
  members: true,
  invitations: true,
  passkeyLogin: true,
  passkeySignup: true,
  passkeys: true,
};

test('each function of a React hook passes every field of its operation on', () => {
  expect(new Set(Object.values(passes))).toEqual(new Set([true]));
});
