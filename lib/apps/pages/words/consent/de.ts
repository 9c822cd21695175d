// The texts of the consent page in German.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Zugriff für {host} erlauben?',
  continueTitle: 'Weiter zu {name}?',
  unproven: 'Die Anwendung nennt sich „{name}“. Dieser Dienst hat den Namen nicht geprüft.',
  unregistered: 'Diese Anwendung ist hier nicht registriert. Bekannt ist nur ihre Adresse, {host}.',
  anyProgram:
    'Diese Anwendung ist hier nicht registriert. Jedes Programm auf diesem Gerät kann sich als {host} ausgeben.',
  asksFor: 'Sie bittet um:',
  'scope-openid': 'Wer Sie sind: die Kennung Ihres Kontos und Ihrer Organisation',
  'scope-profile': 'Ihren Namen, Ihre Sprache und weitere Angaben Ihres Profils',
  'scope-email': 'Ihre E-Mail-Adresse',
  'scope-phone': 'Ihre Telefonnummer',
  'scope-offline_access': 'Zugriff, während Sie nicht da sind, bis Sie ihn entziehen',
  'scope-account': 'Vollen Zugriff auf Ihr Konto in Ihrem Namen',
  goesTo: 'Ihr Browser geht danach zu {host}.',
  goesToDevice:
    'Ihr Browser öffnet danach ein Programm auf diesem Gerät ({host}). Fahren Sie nur fort, wenn Sie diese Anmeldung selbst begonnen haben.',
  allow: 'Erlauben',
};
