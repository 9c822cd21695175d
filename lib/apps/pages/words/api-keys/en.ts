// The texts of the API keys of an account in English. The other languages have the same keys.
export const en = {
  keys: 'API keys',
  keysLead: 'Programs act for you with a key. It can do no more than you chose for it, and no more than you can do.',
  keysNoScopes: 'You have no permissions that a key could have.',
  keysFull: 'You have 10 API keys, which is the most. Revoke one before you create another.',
  keyCreate: 'Create an API key',
  keyPurpose: 'What the key is for',
  keyScopes: 'What it can do',
  keyScopesNone: 'Choose at least one and at most 20.',
  keyDays: 'Days until it expires',
  keyNetworks: 'Networks that can use it (optional)',
  keyNetworksHint: 'Such as 203.0.113.0/24, separated by commas. If empty, it works everywhere.',
  keyNetworksWrong: 'Enter at most 10 IP addresses or networks, separated by commas.',
  keyNew: 'Your new API key',
  keyNewLead: 'Copy it now and keep it safe. It is not shown again.',
  keyKept: 'I have saved it',
  keyNeverUsed: 'never used',
  keyExpired: 'Expired',
  keyRename: 'Rename',
  keyRenameTitle: 'Rename {name}',
  keyRevoke: 'Revoke',
  keyRevokeTitle: 'Revoke {name}?',
  keyRevokeLead: 'Programs that use this key are refused at once.',
  keyRevoked: '{name} is revoked.',
  keyRotate: 'Replace',
  keyRotateTitle: 'Replace {name}',
  keyRotateLead: 'You get a new key. The old one works for 24 more hours.',
  keyRotateNow: 'The old key ends at once',
  keyRotateBoth: 'You have replaced this key before, and the old one still works. A new key ends both at once.',
} as const;

/** The texts of API keys in a language. */
export type ApiKeyWords = Readonly<Record<keyof typeof en, string>>;
