// The texts of the figures of an organization in Polish.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'Liczby zmieniają się w ciągu sekund. Dni są w UTC.',
  usageActive: 'Mogą się zalogować',
  usageVerified: 'Z potwierdzonym adresem',
  usageInvitations: 'Otwarte zaproszenia',
  usageWeek: 'Ostatnie siedem dni',
  usageDay: 'Dzień',
  usageSignUps: 'Rejestracje',
  usageSignIns: 'Logowania',
  usageFailed: 'Nieudane',
};
