// The texts of passkeys in Italian.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Accedi con una passkey',
  passkeySignUp: 'Registrati con una passkey',
  passkeyUse: 'Usa una passkey',
  passkeyOfferTitle: 'La prossima volta accedi più in fretta',
  passkeyOfferLead:
    'Con una passkey accedi con l’impronta, il viso o il blocco di questo dispositivo. Non c’è nulla da ricordare, né da rivelare a una pagina falsa.',
  passkeyCreate: 'Crea una passkey',
  passkeyLater: 'Non ora',
  passkeys: 'Passkey',
  passkeysLead:
    'Accedi con l’impronta, il viso o il blocco del dispositivo. Una pagina falsa non può rubare la passkey.',
  passkeyAdd: 'Aggiungi una passkey',
  passkeyAdded: 'La passkey è pronta. Ora puoi usarla per accedere.',
  passkeyName: 'Nome della passkey',
  passkeyRename: 'Rinomina',
  passkeyNeverUsed: 'mai usata',
  passkeySynced: 'Sincronizzata',
  passkeyRemoved: '{name} è stata rimossa. Eliminala anche dal dispositivo, se la propone ancora.',
  problemPasskey: 'Non è stata usata nessuna passkey. Riprova o accedi in un altro modo.',
  problemPasskeyInvalid: 'Questa passkey non funziona qui. Riprova o accedi in un altro modo.',
  problemPasskeyHere: 'Questo browser non può usare passkey qui. Accedi in un altro modo.',
  problemPasskeyExists: 'Questo dispositivo ha già una passkey per il tuo account.',
  problemPasskeyLast: 'Questa passkey ti serve per accedere. Prima aggiungine un’altra.',
  problemPasskeysFull: 'Il tuo account ha il numero massimo di passkey. Prima rimuovine una.',
};
