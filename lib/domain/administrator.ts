// Defines who calls an operation of admins: an admin with a session, or a machine with the role of one.
import type { MachineRole } from '../contract/duties.ts';
import type { AdminId, ApplicationId, TenantId } from '../platform/ids.ts';
import type { Admin, AdminSession } from '../store/admins/admins.ts';

/** `isUnproved`: the browser does not prove the key that the session is bound to. Only operations that say so admit it. */
export type AdminActor = Readonly<{ admin: Admin; session: AdminSession; isUnproved?: true }>;

/** A machine that administers: what it may do now. It has no session and no recent login. */
export type MachineActor = Readonly<{
  admin: Readonly<{ id: ApplicationId; role: MachineRole; tenants: TenantId[] | null }>;
  session?: never;
}>;

/** The caller of an operation that is open to machines (lib/contract/operation.ts). */
export type Administrator = AdminActor | MachineActor;
/** The id of an administrator. */
export type AdministratorId = AdminId | ApplicationId;
