// The texts of the page for devices in English.
export const en = {
  deviceTitle: 'Connect a device',
  deviceLead: 'Enter the code that the device shows.',
  deviceCompare: 'Continue only if the device in front of you shows this code.',
  deviceCode: 'Code of the device',
  deviceWarning:
    'Only go on if you started this yourself, on a device that you can see. If someone sent you the code, they want to get into your account.',
  deviceAllowTitle: 'Let {name} in on a device?',
  deviceAsked: 'Asked from {address}, {at}',
  deviceDeny: 'Deny',
  deviceAllowed: 'The device is connected',
  deviceAllowedLead: 'Go on with the device. Your account lists it, and you can sign it out there.',
  deviceDenied: 'You denied it',
  deviceDeniedLead: 'The device gets nothing.',
  deviceAccount: 'To your account',
  deviceInvalid: 'This code is not valid, or it is for another organization. Check it, or start again on the device.',
  deviceOff: 'Your organization does not allow sign-in with the code of a device. Ask an administrator.',
} as const;

/** The texts of the page for devices in a language. */
export type DeviceWords = Readonly<Record<keyof typeof en, string>>;
