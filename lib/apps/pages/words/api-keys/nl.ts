// The texts of the API keys of an account in Dutch.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'API-sleutels',
  keysLead:
    'Met een sleutel handelen programma’s voor jou. Een sleutel kan niet meer dan je ervoor hebt gekozen, en niet meer dan jij.',
  keysNoScopes: 'Je hebt geen rechten die een sleutel zou kunnen hebben.',
  keysFull: 'Je hebt 10 API-sleutels, meer kan niet. Trek er een in voordat je een nieuwe maakt.',
  keyCreate: 'API-sleutel maken',
  keyPurpose: 'Waar de sleutel voor is',
  keyScopes: 'Wat de sleutel kan',
  keyScopesNone: 'Kies er minstens één en hoogstens 20.',
  keyDays: 'Dagen tot de sleutel verloopt',
  keyNetworks: 'Netwerken die de sleutel kunnen gebruiken (optioneel)',
  keyNetworksHint: 'Zoals 203.0.113.0/24, gescheiden door komma’s. Als dit leeg is, werkt de sleutel overal.',
  keyNetworksWrong: 'Voer hoogstens 10 IP-adressen of netwerken in, gescheiden door komma’s.',
  keyNew: 'Je nieuwe API-sleutel',
  keyNewLead: 'Kopieer de sleutel nu en bewaar hem veilig. Hij wordt niet meer getoond.',
  keyKept: 'Ik heb hem bewaard',
  keyNeverUsed: 'nooit gebruikt',
  keyExpired: 'Verlopen',
  keyRename: 'Naam wijzigen',
  keyRenameTitle: 'De naam van {name} wijzigen',
  keyRevoke: 'Intrekken',
  keyRevokeTitle: '{name} intrekken?',
  keyRevokeLead: 'Programma’s die deze sleutel gebruiken, worden meteen geweigerd.',
  keyRevoked: '{name} is ingetrokken.',
  keyRotate: 'Vervangen',
  keyRotateTitle: '{name} vervangen',
  keyRotateLead: 'Je krijgt een nieuwe sleutel. De oude werkt nog 24 uur.',
  keyRotateNow: 'De oude sleutel stopt meteen',
  keyRotateBoth: 'Je hebt deze sleutel al eens vervangen, en de oude werkt nog. Een nieuwe stopt beide meteen.',
};
