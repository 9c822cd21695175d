// The texts of the consent page in Dutch.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Toegang toestaan voor {host}?',
  continueTitle: 'Doorgaan naar {name}?',
  unproven: 'De applicatie noemt zich “{name}”. Deze dienst heeft de naam niet gecontroleerd.',
  unregistered: 'Deze applicatie is hier niet geregistreerd. Alleen haar adres is bekend, {host}.',
  anyProgram: 'Deze applicatie is hier niet geregistreerd. Elk programma op dit apparaat kan zich voordoen als {host}.',
  asksFor: 'Ze vraagt om:',
  'scope-openid': 'Wie je bent: het kenmerk van je account en van je organisatie',
  'scope-profile': 'Je naam, taal en andere gegevens van je profiel',
  'scope-email': 'Je e-mailadres',
  'scope-phone': 'Je telefoonnummer',
  'scope-offline_access': 'Toegang terwijl je er niet bent, totdat je die intrekt',
  'scope-account': 'Volledige toegang tot je account, in jouw naam',
  goesTo: 'Je browser gaat daarna naar {host}.',
  goesToDevice:
    'Je browser opent daarna een programma op dit apparaat ({host}). Ga alleen verder als je deze aanmelding zelf bent begonnen.',
  allow: 'Toestaan',
};
