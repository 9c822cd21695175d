// The texts of the consent page in Italian.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Consentire l’accesso a {host}?',
  continueTitle: 'Continuare con {name}?',
  unproven: 'L’applicazione si presenta come “{name}”. Questo servizio non ha verificato il nome.',
  unregistered: 'Questa applicazione non è registrata qui. Se ne conosce solo l’indirizzo, {host}.',
  anyProgram:
    'Questa applicazione non è registrata qui. Qualsiasi programma su questo dispositivo può spacciarsi per {host}.',
  asksFor: 'Chiede:',
  'scope-openid': 'Chi sei: l’identificativo del tuo account e della tua organizzazione',
  'scope-profile': 'Il tuo nome, la lingua e altri dati del profilo',
  'scope-email': 'Il tuo indirizzo e-mail',
  'scope-phone': 'Il tuo numero di telefono',
  'scope-offline_access': 'Accesso mentre non ci sei, finché non lo revochi',
  'scope-account': 'Accesso completo al tuo account, a tuo nome',
  goesTo: 'Il browser passerà poi a {host}.',
  goesToDevice:
    'Il browser aprirà poi un programma su questo dispositivo ({host}). Continua solo se hai avviato tu questo accesso.',
  allow: 'Consenti',
};
