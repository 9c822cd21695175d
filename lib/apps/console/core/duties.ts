// Decides what the console offers to an admin. The service decides what an admin may do: this hides what it would refuse.
import { me } from './session.ts';

/**
 * `self`: every admin. `read`: lists and settings. `readUsers`: users and their sessions. `help`: end sessions, unlock,
 * resend. `operate`: change. `own`: admins, keys, the deployment.
 */
export type Duty = 'self' | 'read' | 'readUsers' | 'help' | 'operate' | 'own';

const DUTIES: Readonly<Record<string, readonly Duty[]>> = {
  owner: ['self', 'read', 'readUsers', 'help', 'operate', 'own'],
  operator: ['self', 'read', 'readUsers', 'help', 'operate'],
  support: ['self', 'readUsers', 'help'],
  auditor: ['self', 'read', 'readUsers'],
};

/** Returns whether the admin has the duty. Without a role, admins may do everything. */
export const may = (duty: Duty): boolean => !!me.value && (DUTIES[me.value.role ?? 'owner'] ?? []).includes(duty);

/** Returns whether the admin is one of the whole deployment, not of listed tenants. */
export const isOfDeployment = (): boolean => !me.value?.tenants;
