// The texts of a user's passkeys, in Italian.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Passkey',
  passkeysLead: 'Chiavi su telefoni, portatili e chiavette dell’utente.',
  passkeysNone: 'L’utente non ha passkey.',
  'passkeys-off': 'Le passkey sono disattivate per questo tenant.',
  'passkeys-optional': 'Il tenant consente le passkey.',
  'passkeys-second': 'Il tenant consente le passkey, solo come secondo fattore.',
  'passkeys-required': 'Il tenant richiede le passkey.',
  recovery: 'Link di recupero',
  recoveryHint: 'Per una persona che ha perso tutte le passkey.',
  recoveryLead:
    'Accertati di chi lo chiede, poi consegna il link di persona: chi lo ha può entrare. Funziona una sola volta, per 30 minuti, e permette alla persona di creare una passkey o impostare una password. Allora tutte le sue sessioni terminano. La persona viene informata che l’hai creato tu.',
  recoveryRemoves: 'Quando viene usato, rimuovi le passkey precedenti',
  recoveryRemovesHint: 'Lascia attiva l’opzione se un dispositivo è stato perso o rubato.',
  recoveryMake: 'Crea il link',
  recoveryMade: 'Viene mostrato una sola volta. Consegnalo alla persona, non con un messaggio che altri leggono.',
  recoveryCopy: 'Copia il link',
  recoveryDone: 'Fine',
  kind: 'Tipo',
  synced: 'Sincronizzata',
  deviceBound: 'Legata al dispositivo',
  added: 'Aggiunta',
  removePasskeyLead:
    'Non apre più questo account, tutte le sessioni terminano e l’utente viene informato. Con l’ultima, il secondo fattore viene disattivato se non ce n’è un altro.',
  lastUsed: 'Ultimo uso',
  remove: 'Rimuovi',
  removeTitle: 'Rimuovi {name}',
  removed: '{name} è stata rimossa.',
};
