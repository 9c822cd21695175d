// Defines the admin who calls an operation.
import type { Admin, AdminSession } from '../../store/admins/admins.ts';

export type AdminActor = Readonly<{ admin: Admin; session: AdminSession }>;
