// The texts of the figures of an organization in Spanish.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'Las cifras se actualizan en segundos. Los días son en UTC.',
  usageActive: 'Pueden acceder',
  usageVerified: 'Con una dirección verificada',
  usageInvitations: 'Invitaciones abiertas',
  usageWeek: 'Los últimos siete días',
  usageDay: 'Día',
  usageSignUps: 'Registros',
  usageSignIns: 'Accesos',
  usageFailed: 'Fallidos',
};
