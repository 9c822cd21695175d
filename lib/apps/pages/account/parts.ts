// The parts of the page that not everyone sees, and that are loaded for those who do. Their files import the page, so the
// page cannot name them: the script that starts the page does.
import type { ComponentType } from 'preact';
import type { api } from '../ui/api.ts';

export type ApiKey = Awaited<ReturnType<typeof api.apiKeys.list>>['apiKeys'][number];
export type Passkey = Awaited<ReturnType<typeof api.passkeys.list>>['passkeys'][number];
export type PasskeyParts = {
  /** Absent on a page that only asks for a proof. */
  Passkeys?: ComponentType<{ begun: readonly Passkey[] }>;
  Proof: ComponentType<{ onProved: () => void }>;
};

/** Set when the page starts. */
export const parts = {} as {
  keys: () => Promise<{ Keys: ComponentType<{ begun: readonly ApiKey[] }> }>;
  passkeys: () => Promise<PasskeyParts>;
  organizations: () => Promise<{ Organizations: ComponentType }>;
};
