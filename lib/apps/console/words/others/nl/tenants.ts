// The texts of the list of tenants in Dutch.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Elke tenant heeft eigen gebruikers, instellingen en een eigen inlogpagina.',
  add: 'Tenant maken',
  addLead: 'Hij werkt meteen, met de standaardinstellingen. Elke instelling kan later worden gewijzigd.',
  search: 'Naam of korte naam zoeken',
  nameHint: 'Mensen zien de naam op de inlogpagina.',
  slug: 'Korte naam',
  slugHint: 'Inlogpagina’s vinden de tenant hiermee: {url}. Kleine letters, cijfers en koppeltekens.',
  providers: 'Identiteitsproviders',
  made: '{name} is gemaakt. Bepaal wie zich mag registreren en hoe mensen inloggen.',
  none: 'Er is nog geen tenant',
  noneLead:
    'Een tenant is een klant, een team of een omgeving. De gebruikers horen alleen daarbij. Maak er een, dan kunnen mensen zich registreren.',
  noneOfYours: 'Je tenants bestaan niet meer',
  noneOfYoursLead: 'Een eigenaar van de installatie bepaalt welke tenants je ziet.',
};
