// Holds the step that is shown. All steps are in one document: password managers then see one sign-in.
import { signal } from '@preact/signals';
import type { LoginReply, MfaMethod } from '../../../client/index.ts';
import { leave } from './request.ts';

export type Step =
  | { name: 'identify' }
  | { name: 'password' }
  | { name: 'code' }
  | { name: 'sign-up' }
  | { name: 'sign-up-sent' }
  | { name: 'verify' }
  | { name: 'factor'; methods: readonly MfaMethod[]; method: MfaMethod }
  | { name: 'enrol' }
  | { name: 'change-password' }
  | { name: 'forgot' }
  | { name: 'forgot-code' }
  | { name: 'new-password'; token: string }
  | { name: 'password-set' }
  | { name: 'choose' };

export const step = signal<Step>({ name: 'identify' });
/** The email address or phone number that the person has typed. */
export const identifier = signal('');
/** The password of this login, for a change that is required right after it. It is forgotten with the next step. */
let typedPassword = '';

export const go = (next: Step): void => {
  if (next.name !== 'change-password') typedPassword = '';
  step.value = next;
};

/** Returns the field of an API body that the identifier belongs into. */
export const asAddress = (text: string): { email: string } | { phone: string } =>
  text.includes('@') ? { email: text } : { phone: text };

export const channelOf = (text: string): 'email' | 'sms' => (text.includes('@') ? 'email' : 'sms');

/** Returns the password of this login, once. */
export function takePassword(): string {
  const password = typedPassword;
  typedPassword = '';
  return password;
}

/** Shows what a login still needs, or leaves. */
export function proceed(reply: LoginReply, password = ''): void {
  typedPassword = password;
  const { nextStep, mfaMethods = [], defaultMfaMethod } = reply;
  if (nextStep === 'mfa') {
    go({ name: 'factor', methods: mfaMethods, method: defaultMfaMethod ?? mfaMethods[0] ?? 'totp' });
  } else if (nextStep !== null) go({ name: nextStep });
  else leave();
}
