// The texts of the figures of an organization in Italian.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'Le cifre si aggiornano in pochi secondi. I giorni sono in UTC.',
  usageActive: 'Possono accedere',
  usageVerified: 'Con un indirizzo verificato',
  usageInvitations: 'Inviti aperti',
  usageWeek: 'Gli ultimi sette giorni',
  usageDay: 'Giorno',
  usageSignUps: 'Iscrizioni',
  usageSignIns: 'Accessi',
  usageFailed: 'Falliti',
};
