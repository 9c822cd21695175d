// The texts of the consent page in English. A scope is named by its own name.
export const en = {
  allowTitle: 'Allow access for {host}?',
  continueTitle: 'Continue to {name}?',
  unproven: 'The application calls itself “{name}”. This service has not checked the name.',
  asksFor: 'It asks for:',
  openid: 'Who you are: the id of your account and of your organization',
  profile: 'Your name, language and other details of your profile',
  email: 'Your email address',
  phone: 'Your phone number',
  offline_access: 'Access while you are away, until you take it back',
  account: 'Full access to your account, in your name',
  goesTo: 'Your browser then goes to {host}.',
  goesToDevice:
    'Your browser then opens a program on this device ({host}). Continue only if you started this sign-in yourself.',
  allow: 'Allow',
} as const;

/** The texts of the consent page in a language. */
export type ConsentWords = Readonly<Record<keyof typeof en, string>>;
