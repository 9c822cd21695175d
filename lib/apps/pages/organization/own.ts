// Holds the organization that is shown: that of the session, and what the person may do there.
import { signal } from '@preact/signals';
import type { api as client } from '../ui/api.ts';
import { api, asError } from '../ui/api.ts';
import type { Role } from './role-choice.tsx';

export type Own = Awaited<ReturnType<typeof client.organization.get>>;
export type Member = Awaited<ReturnType<typeof client.organization.members>>['members'][number];
export type Permission = Own['permissions'][number];

export const own = signal<Own | undefined>(undefined);

/** Whether the person has one of the permissions. */
export const may = (...permissions: readonly Permission[]): boolean =>
  permissions.some((each) => own.value?.permissions.includes(each));

/** Returns the roles that a domain or a group of a directory may give: none for a person who may not read them. */
export const rolesToGive = async (): Promise<readonly Role[]> =>
  may('organization.roles', 'organization.invite') ? (await api.organization.roles()).roles : [];

/** Reads what the person may do. An admin who acts as them may do nothing here, and is told so by an empty page. */
export async function loadOwn(): Promise<void> {
  try {
    own.value = await api.organization.get();
  } catch (error) {
    if (asError(error).statusCode !== 403) throw error;
    own.value = { id: '', slug: '', name: '', permissions: [] };
  }
}
