// The texts of the figures of an organization in German.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'Die Zahlen folgen in Sekunden. Tage sind in UTC.',
  usageActive: 'Können sich anmelden',
  usageVerified: 'Mit bestätigter Adresse',
  usageInvitations: 'Offene Einladungen',
  usageWeek: 'Die letzten sieben Tage',
  usageDay: 'Tag',
  usageSignUps: 'Registriert',
  usageSignIns: 'Angemeldet',
  usageFailed: 'Gescheitert',
};
