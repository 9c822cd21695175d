// Defines the roles of admins: which duties each one has.
import * as z from 'zod/mini';
import type { DutyName } from './operation.ts';

export const adminRole = z.enum(['owner', 'operator', 'support', 'auditor']);
/** At least one: an admin without tenants is deleted, or has the whole deployment. */
export const adminTenants = z.nullable(
  z.array(z.string().check(z.maxLength(128))).check(z.minLength(1), z.maxLength(50)),
);
export type AdminRole = z.output<typeof adminRole>;

/** The roles that a machine may have. An owner makes admins and keys, and proves to be that person when they do. */
export const machineRole = z.enum(['operator', 'support', 'auditor']);
export type MachineRole = z.output<typeof machineRole>;

export const dutyName = z.enum(['self', 'readUsers', 'read', 'help', 'operate', 'own']);

/** What each role may do. An operation names its duty, never a role. */
export const DUTIES: Readonly<Record<AdminRole, readonly DutyName[]>> = {
  owner: ['self', 'readUsers', 'read', 'help', 'operate', 'own'],
  operator: ['self', 'readUsers', 'read', 'help', 'operate'],
  support: ['self', 'readUsers', 'help'],
  auditor: ['self', 'readUsers', 'read'],
};

/**
 * The role of an admin who is made without one. The API's specification knows no roles: an admin made by it may call
 * each of its operations, the management of admins included (decision 52).
 */
export const ROLE_OF_SPECIFICATION: AdminRole = 'owner';
