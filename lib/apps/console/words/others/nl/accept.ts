// The texts of the page that accepts an invitation of an admin, in Dutch.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Beheerder worden',
  lead: 'Je bent uitgenodigd voor de console van deze installatie, als {role}.',
  for: 'De uitnodiging is voor {address}. De link werkt tot {time}.',
  signedIn: 'Je bent ingelogd als {email}. Als je accepteert, is deze browser ingelogd als de nieuwe beheerder.',
  submit: 'Wachtwoord instellen en inloggen',
  over: 'Deze uitnodiging werkt niet meer',
  overLead: 'De uitnodiging is gebruikt, ingetrokken of te oud. Vraag een eigenaar van de installatie om een nieuwe.',
  incomplete: 'Deze link is onvolledig',
  incompleteLead: 'Open hem opnieuw vanuit het bericht of kopieer hem helemaal.',
  toConsole: 'Naar de console',
};
