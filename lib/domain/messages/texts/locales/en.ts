// Holds the English texts, also used when a tenant chose no language or one that is not available.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `It is valid for ${valid} and works once.`;
const secret: Text = ({ tenant }) => `Don't give this code to anybody. Nobody at ${tenant} will ask you for it.`;
const unasked: Text = () => "If you didn't ask for it, you can ignore this message.";
const notYou: Text = ({ tenant }) => `If this wasn't you, reset your password now and tell ${tenant}.`;
const invited: readonly Text[] = [
  ({ valid }) => `The link is valid for ${valid} and works once.`,
  () => "If you don't expect this invitation, you can ignore this message.",
];

const keep: Text = () => 'To keep it, sign in before that day. There is nothing else to do.';

export const en: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Verify this address',
    accept: 'Set your password',
    reset: 'Choose a new password',
    join: 'Ask to join',
  },
  footer: ({ tenant, app }) => `Sent by ${app} for ${tenant}. Replies are not read.`,
  ownFooter: ({ app }) => `Sent by ${app}. Replies are not read.`,
  adminNotice: ({ tenant }) => `If you don't know why, change your password now and tell an owner of ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Your verification code for ${tenant}`,
      lead: ({ tenant }) => `With this code you verify your e-mail address at ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Verify your e-mail address at ${tenant}. Code, valid for ${valid}:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Your verification code for ${tenant}`,
      lead: ({ tenant }) => `With this code you verify your phone number at ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Verify your phone number at ${tenant}. Code, valid for ${valid}:`,
    },
    login: {
      subject: ({ tenant }) => `Your login code for ${tenant}`,
      lead: ({ tenant }) => `With this code you log in to ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Log in to ${tenant}. Don't share this code, valid for ${valid}:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Your code to complete the login to ${tenant}`,
      lead: ({ tenant }) => `With this code you complete your login to ${tenant}:`,
      notes: [valid, secret, () => "If you didn't try to log in, somebody else may know your password: change it now."],
      sms: ({ tenant, valid }) => `Complete your login to ${tenant}. Don't share this code, valid for ${valid}:`,
    },
    reset: {
      subject: ({ tenant }) => `Reset your password for ${tenant}`,
      lead: ({ tenant }) => `With this code you choose a new password for ${tenant}:`,
      notes: [valid, secret, () => "If you didn't ask for it, ignore this message: your password stays as it is."],
      sms: ({ tenant, valid }) => `New password for ${tenant}. Don't share this code, valid for ${valid}:`,
    },
    invitation: {
      subject: ({ tenant }) => `You are invited to ${tenant}`,
      lead: ({ tenant }) => `There is an account for you at ${tenant}. Set a password to use it:`,
      notes: invited,
      sms: ({ tenant, valid }) => `You are invited to ${tenant}. Set your password within ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `You are invited to ${tenant} as an admin`,
      lead: ({ tenant }) => `You are invited to ${tenant} as an admin. Set a password to accept:`,
      notes: invited,
      sms: ({ tenant, valid }) => `You are invited to ${tenant} as an admin. Set your password within ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Set up sign-in for ${tenant}`,
      lead: ({ tenant, app }) =>
        `You are asked to set up ${tenant} in ${app}. The link works once. You need no account:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Set up ${tenant}. The link works once within ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Ask to join ${tenant}`,
      lead: ({ tenant }) => `With this link you ask to join ${tenant}. The people who manage it decide:`,
      notes: [
        ...invited.slice(0, 1),
        () => "If you didn't ask for it, you can ignore this message: no one sees a request then.",
      ],
      sms: ({ tenant }) => `With this link you ask to join ${tenant}. The people who manage it decide:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Your request to join ${tenant}`,
      lead: ({ tenant }) => `The people who manage ${tenant} have not accepted your request to join.`,
      notes: [() => 'If you think that this is a mistake, talk to a person there.'],
      sms: ({ tenant }) => `The people who manage ${tenant} have not accepted your request to join.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Your login code for ${tenant}`,
      lead: ({ tenant }) => `With this code you log in to ${tenant}:`,
      notes: [
        () =>
          'There were too many wrong passwords for your account. Type this code in beside the right one, or ask an owner to unlock you.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Log in to ${tenant}. Don't share this code, valid for ${valid}:`,
    },
    added: {
      subject: ({ tenant }) => `You are invited to ${tenant}`,
      lead: ({ tenant }) => `You are invited to ${tenant}, where you have an account already.`,
      notes: [() => 'There is nothing to set up: log in as you always do.'],
      sms: ({ tenant }) => `You are invited to ${tenant}. You have an account already: just log in.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `You have an account at ${tenant} already`,
      lead: ({ tenant }) =>
        `Somebody tried to sign up at ${tenant} with your address. There is an account with it already.`,
      notes: [
        () => 'If this was you, log in, or reset your password if you forgot it.',
        () => "If it wasn't, there is nothing to do: nobody got in.",
      ],
      sms: ({ tenant }) =>
        `Somebody tried to sign up at ${tenant} with your number. You have an account already: just log in.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Your password for ${tenant} was changed`,
      lead: ({ tenant }) => `The password of your account at ${tenant} was changed.`,
      notes: [notYou],
      sms: ({ tenant }) => `Your password for ${tenant} was changed. Not you? Reset it now.`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Your password for ${tenant} was reset`,
      lead: ({ tenant }) => `The password of your account at ${tenant} was reset. All sessions have ended.`,
      notes: [notYou],
      sms: ({ tenant }) => `Your password for ${tenant} was reset. Not you? Reset it again now.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Two-factor authentication was turned on at ${tenant}`,
      lead: ({ tenant }) => `Two-factor authentication was turned on for your account at ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Two-factor authentication was turned on at ${tenant}. Not you? Reset your password now.`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Two-factor authentication was turned off at ${tenant}`,
      lead: ({ tenant }) => `Two-factor authentication was turned off for your account at ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Two-factor authentication was turned off at ${tenant}. Not you? Reset your password now.`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `An authenticator was added at ${tenant}`,
      lead: ({ tenant }) => `An authenticator was added to your account at ${tenant}.`,
      notes: [() => 'From now on, logging in asks for a code. All other sessions have ended.', notYou],
      sms: ({ tenant }) => `An authenticator was added to your account at ${tenant}. Not you? Reset your password now.`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `An authenticator was removed at ${tenant}`,
      lead: ({ tenant }) => `An authenticator was removed from your account at ${tenant}.`,
      notes: [() => 'If it was the last one, logging in no longer asks for a code.', notYou],
      sms: ({ tenant }) =>
        `An authenticator was removed from your account at ${tenant}. Not you? Reset your password now.`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `A passkey was added at ${tenant}`,
      lead: ({ tenant }) => `A passkey was added to your account at ${tenant}.`,
      notes: [() => 'It can log in to your account.', notYou],
      sms: ({ tenant }) => `A passkey was added to your account at ${tenant}. Not you? Reset your password now.`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `A passkey was removed at ${tenant}`,
      lead: ({ tenant }) => `A passkey was removed from your account at ${tenant}.`,
      notes: [() => 'It no longer logs in. All other sessions have ended.', notYou],
      sms: ({ tenant }) => `A passkey was removed from your account at ${tenant}. Not you? Reset your password now.`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `New recovery codes were generated at ${tenant}`,
      lead: ({ tenant }) => `New recovery codes were generated for your account at ${tenant}. The old ones are void.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `New recovery codes were generated at ${tenant}; the old ones are void. Not you? Reset your password now.`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `A recovery code was used at ${tenant}`,
      lead: ({ tenant }) => `A recovery code of your account at ${tenant} was used.`,
      notes: [() => 'Each code works once. Generate new ones before you run out.', notYou],
      sms: ({ tenant }) => `A recovery code was used at ${tenant}. Not you? Reset your password now.`,
    },
    identityLinked: {
      subject: ({ tenant }) => `A way to log in was added at ${tenant}`,
      lead: ({ tenant }) => `From now on, an account at an identity provider opens your account at ${tenant}, too.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `An account at an identity provider now opens your account at ${tenant}, too. Not you? Reset your password now.`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Wrong attempts to log in to ${tenant}`,
      lead: ({ tenant }) => `Somebody has tried to get into your account at ${tenant}, without success so far.`,
      notes: [
        () => 'If this was you, there is nothing to do: reset your password if you forgot it.',
        () =>
          'If it was not, make sure that you use this password nowhere else, and turn on two-factor authentication.',
      ],
      sms: ({ tenant }) => `Somebody has tried to get into your account at ${tenant}, without success so far.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Your account at ${tenant} will be disabled`,
      lead: ({ tenant, until }) =>
        `You have not signed in to ${tenant} for a long time. Your account will be disabled. Earliest day: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `You have not signed in to ${tenant} for a long time. Your account will be disabled. Sign in to keep it.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Your account at ${tenant} will be deleted`,
      lead: ({ tenant, until }) =>
        `You have not signed in to ${tenant} for a long time. Your account will be deleted with all its data. Earliest day: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `You have not signed in to ${tenant} for a long time. Your account will be deleted. Sign in to keep it.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Your account at ${tenant} was linked to another one`,
      lead: ({ tenant }) =>
        `From now on, a person who is logged in to another account can switch to yours at ${tenant}.`,
      notes: [() => 'Logging out everywhere ends the link.', notYou],
      sms: ({ tenant }) =>
        `Your account at ${tenant} was linked to another account, which can switch to it. Not you? Reset your password now.`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `A way to log in was removed at ${tenant}`,
      lead: ({ tenant }) => `An account at an identity provider no longer opens your account at ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `An account at an identity provider no longer opens your account at ${tenant}. Not you? Reset your password now.`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Your account at ${tenant} was changed`,
      lead: ({ tenant }) => `An address or the password of your account at ${tenant} was changed.`,
      notes: [({ tenant }) => `If you don't know why, tell ${tenant} at once.`],
      sms: ({ tenant }) =>
        `An address or the password of your account at ${tenant} was changed. Don't know why? Tell them at once.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `An administrator opened your account at ${tenant}`,
      lead: ({ tenant }) =>
        `An administrator of ${tenant} opened your account to see what you see. They cannot change your password, your addresses or your second factors.`,
      notes: [({ tenant }) => `If you don't know why, ask ${tenant}.`],
      sms: ({ tenant }) => `An administrator of ${tenant} opened your account. Don't know why? Ask them.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `An administrator made a recovery link for your account at ${tenant}`,
      lead: ({ tenant }) =>
        `An administrator of ${tenant} made a link with which a new passkey or a new password is set for your account. It is handed over to you in person.`,
      notes: [({ tenant }) => `If you didn't ask for it, tell ${tenant} at once.`],
      sms: ({ tenant }) =>
        `An administrator of ${tenant} made a recovery link for your account. You didn't ask for it? Tell them at once.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `A new API key for your account at ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `There is a new API key for your account at ${tenant}: “${key}”. Valid until: ${until}.`,
      notes: [() => 'With it, a program acts for you. You can revoke it in your account, under “API keys”.', notYou],
      sms: ({ tenant }) => `There is a new API key for your account at ${tenant}. Not you? Reset your password now.`,
    },
    tenants: {
      subject: ({ app }) => `Your organizations at ${app}`,
      lead: ({ app }) =>
        `You asked where you sign in at ${app}. Your address belongs to an account in each of these organizations:`,
      notes: [
        ({ more }) => (more ? `There are ${more} more. Ask your organization for its link if you miss one.` : ''),
        () =>
          "If you didn't ask for this, you can ignore this message. Nothing has changed, and the list was sent to you alone.",
      ],
      sms: ({ app }) => `The sign-in pages of your organizations at ${app}:`,
    },
  },
};
