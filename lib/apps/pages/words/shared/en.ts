// The texts of the pages in English. The other languages have the same keys.
export const en = {
  // Parts
  working: 'One moment…',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  language: 'Language',
  terms: 'Terms',
  privacy: 'Privacy',
  support: 'Support',
  back: 'Back',
  next: 'Continue',
  cancel: 'Cancel',
  or: 'or',
  change: 'Change',
  save: 'Save',
  saved: 'Saved.',
  remove: 'Remove',

  // Sign in
  signIn: 'Sign in',
  identifier: 'Email address or phone number',
  password: 'Password',

  // Codes
  code: 'Code',
  codeHint: 'The form is sent with the last digit.',
  codeSentHere: 'We sent a code to {identifier}. It works for 10 minutes.',
  sendAgain: 'Send another code',
  sentAgain: 'Another code is on its way.',

  // Sign up
  email: 'Email address',
  newPassword: 'New password',
  passwordHint: 'At least {min} characters. A few words together are easy to remember.',
  signUpClosed: 'New accounts are by invitation only. Ask someone in your organization to invite you.',

  // Second factor
  recoveryCode: 'Recovery code',
  confirm: 'Confirm',
  useRecovery: 'Use a recovery code',

  // Enrolment
  enrolScan: 'Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis.',
  enrolQr: 'QR code for your authenticator app',
  enrolManual: 'Or type this key into the app:',
  enrolCode: 'The six digits that the app shows',
  recoveryTitle: 'Save your recovery codes',
  recoveryLead: 'If you lose your phone, each of these codes signs you in once. They are not shown again.',
  recoveryCodes: 'Recovery codes',
  download: 'Download',
  copy: 'Copy',
  copied: 'Copied',
  savedThem: 'I have saved them',
  recoveryFile: 'Recovery codes of {name}',

  // Passwords
  sendCode: 'Send a code',
  setPassword: 'Set password',
  currentPassword: 'Current password',

  // Accounts
  anotherAccount: 'Use another account',
  signOut: 'Sign out',
  signedOutTitle: 'You are signed out',

  // Problems
  problemTitle: 'That did not work',
  problemNetwork: 'The service cannot be reached. Check your connection and try again.',
  problemOther: 'Something went wrong. Try again.',
  // `when`: "in 5 minutes"
  problemWait: 'Too many attempts. Try again {when}.',
  problemReference: 'Reference: {id}',
  problemExpired: 'This sign-in took too long. Start again.',
  problemPage: 'There is no such page.',
  problemPasswordShort: 'The password is too short.',
  problemPasswordCommon: 'This password is easy to guess. Choose another one.',
  problemPasswordContains: 'The password contains your address or the name of the organization.',
  problemPasswordSame: 'The new password must differ from the current one.',
  problemCredentials: 'The address or the password is not right.',
  problemCode: 'This code is not right, or it is no longer valid.',
  problemCurrent: 'The current password is not right.',
  problemLocked: 'Too many attempts. Try again {when} or reset your password.',
  problemLink: 'This link is no longer valid. Ask for a new one.',
  problemInactive: 'This account is not active. Ask your organization.',
  problemTaken: 'There is an account with this address already. Sign in instead.',
  problemDomain: 'Addresses of this domain cannot be used here.',
  problemSso: 'People with this address sign in with the provider of their organization. Go back and choose it.',
  problemInput: 'Check what you entered.',
  problemProvider: 'The other service did not confirm this sign-in. Try again.',
  problemLinkAccount: 'There is an account with this address already. Sign in and link this one.',
  problemStepUp: 'Nothing was changed: this needs a recent sign-in.',
} as const;

/** The texts of a language. */
export type Words = Readonly<Record<keyof typeof en, string>>;
