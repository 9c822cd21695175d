'use client';
// React's binding: a provider, hooks that tell who is signed in, guards, hooks for one's own forms, and components. It is
// written without JSX, so that the repository needs no setting for it.
export {
  type AccountForms,
  type Accounts,
  useAccount,
  useAccounts,
} from './account.ts';
export { type Auth, useAuth, useUser } from './auth.ts';
export { OrganizationProfile } from './components/organization-profile.ts';
export { OrganizationSwitcher, type OrganizationSwitcherProps } from './components/organization-switcher.ts';
export { SignIn, type SignInProps, SignUp } from './components/sign-in.ts';
export { UserButton, type UserButtonProps } from './components/user-button.ts';
export { type Factor, type FactorCode, useFactor } from './factor.ts';
export {
  type Needs,
  Protect,
  type ProtectProps,
  RedirectToSignIn,
  type RedirectToSignInProps,
  RequireAuth,
  type RequireAuthProps,
  SignedIn,
  type SignedInProps,
  SignedOut,
} from './guards.ts';
export { type Login, type PasswordLogin, type Recipient, useLogin } from './login.ts';
export {
  type Invitations,
  type Members,
  type OrganizationForms,
  useInvitations,
  useMembers,
  useOrganization,
} from './organization.ts';
export {
  type OwnPasskeys,
  type PasskeyLogin,
  type PasskeySignup,
  usePasskeyLogin,
  usePasskeySignup,
  usePasskeys,
} from './passkeys.ts';
export { type PasswordReset, type PasswordResetOptions, usePasswordReset } from './password-reset.ts';
export { GatehouseProvider, type GatehouseProviderProps } from './provider.ts';
export { type Signup, useSignup } from './signup.ts';
export type { AuthState } from './store.ts';
export type { Submission } from './submission.ts';
