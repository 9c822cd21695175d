// The texts of passkeys in English. The other languages have the same keys.
export const en = {
  passkeySignIn: 'Sign in with a passkey',
  passkeySignUp: 'Sign up with a passkey',
  passkeyUse: 'Use a passkey',
  passkeyOfferTitle: 'Sign in faster next time',
  passkeyOfferLead:
    'With a passkey, your fingerprint, your face or the lock of this device signs you in. There is nothing to remember, and nothing to give away on a false page.',
  passkeyCreate: 'Create a passkey',
  passkeyLater: 'Not now',
  passkeys: 'Passkeys',
  passkeysLead: 'Sign in with your fingerprint, your face or the lock of your device. A false page cannot steal it.',
  passkeyAdd: 'Add a passkey',
  passkeyAdded: 'The passkey is ready. You can sign in with it now.',
  passkeyName: 'Name of the passkey',
  passkeyRename: 'Rename',
  passkeyNeverUsed: 'never used',
  passkeySynced: 'Synced',
  passkeyRemoved: '{name} is removed. Delete it on your device, too, if the device still offers it.',
  problemPasskey: 'No passkey was used. Try again, or sign in another way.',
  problemPasskeyInvalid: 'This passkey does not work here. Try again, or sign in another way.',
  problemPasskeyHere: 'This browser cannot use passkeys here. Sign in another way.',
  problemPasskeyExists: 'This device has a passkey for your account already.',
  problemPasskeyLast: 'You need this passkey to sign in. Add another one first.',
  problemPasskeysFull: 'You have as many passkeys as an account can have. Remove one first.',
} as const;

/** The texts of passkeys in a language. */
export type PasskeyWords = Readonly<Record<keyof typeof en, string>>;
