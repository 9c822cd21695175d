// The parts of the pages that need passkeys. They are loaded where the tenant has them. Their files import the page, so
// the page cannot name them: the script that starts the page does.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { ClientConfig } from '../../../packages/client/index.ts';

type Parts = {
  /** Signs in with a passkey, from the identifier's field and with a button; `undefined` if the browser cannot. */
  SignIn: ComponentType | undefined;
  /** Confirms a login. `isFirst`: the person chose no other way. */
  Confirm: ComponentType<{ isFirst: boolean }>;
  /** Makes one that completes a login, where the tenant asks for a second factor. */
  Enrol: ComponentType;
  /** Signs up without a password. `identifier`: what is typed; `undefined` where a passkey alone does not sign in. */
  SignUp: ComponentType<{ identifier: () => string }> | undefined;
  /** Makes one with an invitation, or a link of an admin. */
  ByLink: ComponentType<{ token: string; onDone: () => void; onOver: (error: unknown) => void }>;
  /** Offers to make one. */
  Offer: ComponentType;
  /** Whether to offer it now. `isRequired`: by the tenant. */
  mayOffer: (isRequired: boolean) => Promise<boolean>;
};

export const passkeys = signal<Parts | undefined>(undefined);
/** The parts with which people ask to join, where sign-up is closed. */
type JoinParts = { Ask: ComponentType; Confirm: ComponentType };
export const joining = signal<JoinParts | undefined>(undefined);

/** Set when the page starts. */
export const loading = {} as { passkeys: () => Promise<Parts>; joining: () => Promise<JoinParts> };

/** Loads them with their texts. Without them, the page says that sign-up is closed. */
export async function loadJoining(): Promise<void> {
  joining.value ??= await loading.joining().catch(() => undefined);
}

/** Loads them if the tenant has passkeys. Without them, people sign in another way. */
export async function loadPasskeys({ enabled, firstFactor }: ClientConfig['passkeys']): Promise<void> {
  const parts = enabled && (await loading.passkeys().catch(() => undefined));
  if (!parts) passkeys.value = undefined;
  else passkeys.value = firstFactor ? parts : { ...parts, SignIn: undefined, SignUp: undefined };
}
