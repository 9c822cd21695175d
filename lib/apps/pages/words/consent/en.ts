// The texts of the consent page in English. The text of a scope has its name.
export const en = {
  allowTitle: 'Allow access for {host}?',
  continueTitle: 'Continue to {name}?',
  unproven: 'The application calls itself “{name}”. This service has not checked the name.',
  unregistered: 'This application is not registered here. What is known of it is its address, {host}.',
  anyProgram: 'This application is not registered here. Any program on this device can claim to be {host}.',
  asksFor: 'It asks for:',
  'scope-openid': 'Who you are: the id of your account and of your organization',
  'scope-profile': 'Your name, language and other details of your profile',
  'scope-email': 'Your email address',
  'scope-phone': 'Your phone number',
  'scope-offline_access': 'Access while you are away, until you take it back',
  'scope-account': 'Full access to your account, in your name',
  goesTo: 'Your browser then goes to {host}.',
  goesToDevice:
    'Your browser then opens a program on this device ({host}). Continue only if you started this sign-in yourself.',
  allow: 'Allow',
} as const;

/** The texts of the consent page in a language. */
export type ConsentWords = Readonly<Record<keyof typeof en, string>>;
