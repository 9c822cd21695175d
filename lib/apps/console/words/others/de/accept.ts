import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Admin werden',
  lead: 'Sie sind zur Konsole dieser Installation eingeladen, als {role}.',
  for: 'Die Einladung ist für {address}. Ihr Link gilt bis {time}.',
  signedIn: 'Sie sind als {email} angemeldet. Wenn Sie annehmen, ist dieser Browser als der neue Admin angemeldet.',
  submit: 'Passwort setzen und anmelden',
  over: 'Diese Einladung gilt nicht mehr',
  overLead: 'Sie wurde benutzt oder widerrufen oder ist zu alt. Bitten Sie einen Owner, sie noch einmal zu senden.',
  incomplete: 'Dieser Link ist nicht vollständig',
  incompleteLead: 'Öffnen Sie ihn noch einmal aus der Nachricht, oder kopieren Sie ihn ganz.',
  toConsole: 'Zur Konsole',
};
