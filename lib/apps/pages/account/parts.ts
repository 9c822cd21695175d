// The part of the page that few people see, and that is loaded for them. Its files import the page, so the page cannot name
// them: the script that starts the page does.
import type { ComponentType } from 'preact';
import type { api } from '../ui/api.ts';

export type ApiKey = Awaited<ReturnType<typeof api.apiKeys.list>>['apiKeys'][number];

/** Set when the page starts. */
export const parts = {} as { keys: () => Promise<{ Keys: ComponentType<{ begun: readonly ApiKey[] }> }> };
