// Reads the roles that a person may give by a domain or by a group of a directory.
import { api } from '../ui/api.ts';
import { may } from './own.ts';
import type { Role } from './role-choice.tsx';

/** Returns the roles: none for a person who may not read them. */
export const rolesToGive = async (): Promise<readonly Role[]> =>
  may('organization.roles', 'organization.invite') ? (await api.organization.roles()).roles : [];
