// Defines the roles of admins: which duties each one has.
import * as z from 'zod/mini';
import type { DutyName } from './operation.ts';

export const adminRole = z.enum(['owner', 'operator', 'support', 'auditor']);
export type AdminRole = z.output<typeof adminRole>;

export const dutyName = z.enum(['self', 'readUsers', 'read', 'help', 'operate', 'own']);

/** What each role may do. An operation names its duty, never a role. */
export const DUTIES: Readonly<Record<AdminRole, readonly DutyName[]>> = {
  owner: ['self', 'readUsers', 'read', 'help', 'operate', 'own'],
  operator: ['self', 'readUsers', 'read', 'help', 'operate'],
  support: ['self', 'readUsers', 'help'],
  auditor: ['self', 'readUsers', 'read'],
};
