// Uses the passkeys of this browser, and explains what can go wrong with them. It is loaded with the parts that show them.
import type { ClientErrorCode } from '../../../packages/client/index.ts';
import { passkeysOf } from '../../../packages/client/passkeys.ts';
import { inBrowser } from '../../kit/storage.ts';
import { voice } from '../../kit/voice.ts';
import { language, speak } from '../../kit/words.ts';
import { say } from '../words/passkeys.ts';
import { api } from './api.ts';

// The texts come with this file, in the language that is shown already.
await speak(language.value);

export const passkeys = passkeysOf(api);

const BY_CODE: Readonly<Partial<Record<ClientErrorCode, Parameters<typeof say>[0]>>> = {
  PASSKEY_CANCELLED: 'problemPasskey',
  PASSKEY_UNSUPPORTED: 'problemPasskeyHere',
  PASSKEY_EXISTS: 'problemPasskeyExists',
  PASSKEY_INVALID: 'problemPasskeyInvalid',
  LAST_LOGIN_METHOD: 'problemPasskeyLast',
  MFA_LAST_FACTOR: 'problemPasskeyLast',
  PASSKEY_LIMIT_REACHED: 'problemPasskeysFull',
};

const explain = voice.explain;
voice.explain = (error) => {
  const word = BY_CODE[error.code];
  return word ? say(word) : explain(error);
};

const USED = 'gatehouse passkey used';

/** Whether a passkey was made or used in this browser. Then asking for it again is one touch. */
export const isUsedHere = (): boolean => inBrowser.getItem(USED) !== null;

/** Remembers that a passkey works in this browser. */
export const rememberUse = (): void => inBrowser.setItem(USED, '1');
