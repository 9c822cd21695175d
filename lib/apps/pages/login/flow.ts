// Holds the step that is shown. All steps are in one document: password managers then see one sign-in. The history of
// the browser has the steps too, so that its back button and a reload work. It has no password and no token.

import { signal } from '@preact/signals';
import type { LoginReply, MfaMethod } from '../../../packages/client/index.ts';
import { passkeys } from './parts.ts';
import { leave } from './request.ts';

export type Step =
  | { name: 'identify' }
  | { name: 'password' }
  | { name: 'code' }
  | { name: 'sign-up' }
  | { name: 'sign-up-sent' }
  | { name: 'verify' }
  /** Without a method, a passkey is asked for. */
  | { name: 'factor'; methods: readonly MfaMethod[]; method: MfaMethod | undefined; hasPasskey: boolean }
  | { name: 'enrol'; hasPasskey: boolean }
  | { name: 'change-password' }
  | { name: 'forgot' }
  | { name: 'forgot-code' }
  | { name: 'new-password' }
  | { name: 'password-set' }
  | { name: 'choose' }
  | { name: 'offer' };

type Entry = { step: Step; identifier: string };

export const step = signal<Step>({ name: 'identify' });
/** The email address or phone number that the person has typed. */
export const identifier = signal('');
/** The password of this login, for a change that is required right after it. It is forgotten with the next step. */
let typedPassword = '';
/** Whether this login began with a password. */
let isByPassword = false;
/** Whether this sign-up goes without a password. */
let isPasskeyWanted = false;
/** The proof of a reset, for the step that chooses the new password. A reload forgets it. */
let resetToken = '';

/** Shows a step as a new entry of the browser's history. */
export function go(next: Step): void {
  // Who goes back finds what they have typed.
  history.replaceState({ step: step.value, identifier: identifier.value } satisfies Entry, '');
  enter(next);
  history.pushState({ step: next, identifier: identifier.value } satisfies Entry, '');
}

/** Shows a step in the place of the current entry. */
export function replace(next: Step): void {
  enter(next);
  history.replaceState({ step: next, identifier: identifier.value } satisfies Entry, '');
}

function enter(next: Step): void {
  if (next.name !== 'change-password') typedPassword = '';
  if (next.name !== 'new-password') resetToken = '';
  step.value = next;
}

/** Shows the step of the history's entry, or `first` if this page has none yet. */
export function restore(first: Step): void {
  const entry = (history.state ?? undefined) as Entry | undefined;
  if (!entry?.step) {
    replace(first);
    return;
  }
  identifier.value = entry.identifier;
  const { name } = entry.step;
  enter(name === 'new-password' && !resetToken ? { name: 'forgot' } : entry.step);
}

/** Goes on to the new password with the proof of a reset. */
export function goToNewPassword(token: string): void {
  go({ name: 'new-password' });
  resetToken = token;
}
export const shownResetToken = (): string => resetToken;

/** Returns the field of an API body that the identifier belongs into. */
export const asAddress = (text: string): { email: string } | { phone: string } =>
  text.includes('@') ? { email: text } : { phone: text };

export const channelOf = (text: string): 'email' | 'sms' => (text.includes('@') ? 'email' : 'sms');

/** Remembers that the person signs up with a passkey, which is made when the address is proved. */
export const wantPasskey = (): void => {
  isPasskeyWanted = true;
};

/** Returns the password of this login, once. */
export function takePassword(): string {
  const password = typedPassword;
  typedPassword = '';
  return password;
}

type Reply = Pick<LoginReply, 'nextStep' | 'mfaMethods' | 'defaultMfaMethod' | 'passkey'>;

/** Shows what a login still needs, or leaves. A person with a password may be offered a passkey before that. */
export async function proceed(
  { nextStep, mfaMethods = [], defaultMfaMethod, passkey }: Reply,
  password = '',
): Promise<void> {
  isByPassword ||= !!password;
  const isAsked = !!passkey || isPasskeyWanted;
  if (nextStep === 'mfa') {
    const hasPasskey = passkey === 'verify';
    const method = hasPasskey ? undefined : (defaultMfaMethod ?? mfaMethods[0]);
    go({ name: 'factor', methods: mfaMethods, method, hasPasskey });
  } else if (nextStep === 'enrol') go({ name: nextStep, hasPasskey: passkey === 'enrol' });
  else if (nextStep !== null) go({ name: nextStep });
  else if ((isByPassword || isAsked) && (await passkeys.value?.mayOffer(isAsked).catch(() => false)))
    go({ name: 'offer' });
  else leave();
  typedPassword = password;
}
