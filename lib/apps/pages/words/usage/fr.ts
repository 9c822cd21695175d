// The texts of the figures of an organization in French.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'Les chiffres suivent en quelques secondes. Les jours sont en UTC.',
  usageActive: 'Peuvent se connecter',
  usageVerified: 'Avec une adresse vérifiée',
  usageInvitations: 'Invitations ouvertes',
  usageWeek: 'Les sept derniers jours',
  usageDay: 'Jour',
  usageSignUps: 'Inscriptions',
  usageSignIns: 'Connexions',
  usageFailed: 'Échouées',
};
