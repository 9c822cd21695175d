// The texts of the consent page in French.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Autoriser l’accès de {host} ?',
  continueTitle: 'Continuer vers {name} ?',
  unproven: 'L’application se présente sous le nom « {name} ». Ce service n’a pas vérifié ce nom.',
  unregistered: 'Cette application n’est pas enregistrée ici. On ne connaît que son adresse, {host}.',
  anyProgram:
    'Cette application n’est pas enregistrée ici. N’importe quel programme de cet appareil peut se faire passer pour {host}.',
  asksFor: 'Elle demande :',
  'scope-openid': 'Qui vous êtes : l’identifiant de votre compte et de votre organisation',
  'scope-profile': 'Votre nom, votre langue et d’autres informations de votre profil',
  'scope-email': 'Votre adresse e-mail',
  'scope-phone': 'Votre numéro de téléphone',
  'scope-offline_access': 'Un accès en votre absence, jusqu’à ce que vous le retiriez',
  'scope-account': 'Un accès complet à votre compte, en votre nom',
  goesTo: 'Votre navigateur ira ensuite vers {host}.',
  goesToDevice:
    'Votre navigateur ouvrira ensuite un programme sur cet appareil ({host}). Continuez seulement si vous avez lancé cette connexion vous-même.',
  allow: 'Autoriser',
};
