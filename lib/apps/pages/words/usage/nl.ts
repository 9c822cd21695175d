// The texts of the figures of an organization in Dutch.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'De cijfers volgen binnen seconden. Dagen zijn in UTC.',
  usageActive: 'Kunnen inloggen',
  usageVerified: 'Met een geverifieerd adres',
  usageInvitations: 'Open uitnodigingen',
  usageWeek: 'De laatste zeven dagen',
  usageDay: 'Dag',
  usageSignUps: 'Geregistreerd',
  usageSignIns: 'Aangemeld',
  usageFailed: 'Mislukt',
};
