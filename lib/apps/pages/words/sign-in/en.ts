// The texts of the sign-in pages in English. The other languages have the same keys.
export const en = {
  // Tenant
  tenantTitle: 'Where do you want to sign in?',
  tenantLabel: 'Organization',
  tenantHint: 'The short name, such as acme. It is in the link that your organization gave you.',
  tenantUnknown: 'There is no organization “{slug}” here. Check the name.',
  findTenants: 'Find my organization',
  findHint: 'We send you links to the sign-in pages of your organizations.',
  findSent:
    'If {identifier} belongs to an account, links to its organizations are on their way to it. If nothing arrives, try another address or ask your organization for its link.',
  knowShortName: 'I know the short name',

  // Sign in
  signInTo: 'to continue to {name}',
  rememberMe: 'Keep me signed in on this device',
  forgotPassword: 'Forgot your password?',
  useCode: 'Sign in with a code instead',
  usePassword: 'Use your password instead',
  continueWith: 'Continue with {name}',
  noAccount: 'No account yet?',
  signUp: 'Create an account',
  getAccount: 'How to get one',
  haveAccount: 'Already have an account?',

  // Codes
  checkMail: 'Check your messages',
  codeSent: 'If {identifier} belongs to an account, a code is on its way to it. It works for 10 minutes.',

  // Sign up
  signUpTitle: 'Create your account',
  verifyTitle: 'Verify your address',
  verifyLater: 'Not now',
  signUpSent: 'Almost done',
  signUpSentLead: 'If {identifier} can be registered, a code is on its way to it. It works for 10 minutes.',

  // Second factor
  factorTitle: 'Confirm that it is you',
  factorTotp: 'Enter the code that your authenticator app shows.',
  factorEmail: 'Enter the code that we sent to your email address.',
  factorSms: 'Enter the code that we sent to your phone.',
  factorRecovery: 'Enter one of your recovery codes. It works once.',
  trustDevice: 'Do not ask again on this device for 30 days',
  useTotp: 'Use your authenticator app',
  useEmail: 'Get a code by email',
  useSms: 'Get a code by text message',

  // Enrolment
  enrolTitle: 'Set up two-step sign-in',
  enrolRequired:
    'Your organization asks for a second step. It keeps your account safe if someone learns your password.',

  // Passwords
  resetTitle: 'Reset your password',
  resetLead: 'Enter your address. We send a code to it.',
  choosePassword: 'Choose a new password',
  passwordSet: 'Your password is set',
  passwordSetLead: 'You can sign in with it now.',
  mustChangeTitle: 'Choose your own password',
  mustChangeLead: 'An administrator set your password. Choose one that only you know.',
  invitationTitle: 'Welcome',
  invitationLead: 'Choose a password to open the account {address} at {name}.',
  invitationOver: 'This invitation no longer works',
  invitationOverLead:
    'It was used already, or it has expired. If you have set a password, sign in. If not, ask your organization for a new invitation.',
  linkRecovery: 'Get back into your account',
  linkLead: 'Create a passkey or choose a password to open the account {address} at {name}.',
  linkOver: 'This link no longer works',
  linkOverLead: 'It was used already, or it has expired. Ask your organization for a new one.',
  passkeySet: 'Your passkey is ready',
  linkIncomplete: 'This link is not complete. Open it again from the message.',

  // Accounts
  chooseTitle: 'Choose an account',
  chooseLead: 'These accounts are signed in on this device.',
  signOutTitle: 'Sign out?',
  signOutLead: 'This signs you out here and in the applications that you opened from here.',
  staySignedIn: 'Stay signed in',
  signedOutLead: 'You can close this page.',
  signInAgain: 'Sign in again',
  continueAs: 'Continue as {name}',
  confirmTitle: 'Sign in to {tenant} as {name}?',
  confirmLead: 'Another page started this sign-in. You are signed in as {name}.',
  otherTenant: 'Another organization',
} as const;

/** The texts of the sign-in pages in a language. */
export type SignInWords = Readonly<Record<keyof typeof en, string>>;
