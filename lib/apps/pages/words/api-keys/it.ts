// The texts of the API keys of an account in Italian.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'Chiavi API',
  keysLead:
    'Con una chiave i programmi agiscono per te. Non può fare più di ciò che hai scelto per lei, né più di ciò che puoi fare tu.',
  keysNoScopes: 'Non hai autorizzazioni che una chiave potrebbe avere.',
  keysFull: 'Hai 10 chiavi API, il massimo. Revocane una prima di crearne un’altra.',
  keyCreate: 'Crea una chiave API',
  keyPurpose: 'A cosa serve la chiave',
  keyScopes: 'Che cosa può fare',
  keyScopesNone: 'Scegline almeno una e al massimo 20.',
  keyDays: 'Giorni fino alla scadenza',
  keyNetworks: 'Reti che possono usarla (facoltativo)',
  keyNetworksHint: 'Per esempio 203.0.113.0/24, separate da virgole. Se il campo è vuoto, funziona ovunque.',
  keyNetworksWrong: 'Inserisci al massimo 10 indirizzi IP o reti, separati da virgole.',
  keyNew: 'La tua nuova chiave API',
  keyNewLead: 'Copiala ora e conservala al sicuro. Non verrà più mostrata.',
  keyKept: 'L’ho salvata',
  keyNeverUsed: 'mai usata',
  keyExpired: 'Scaduta',
  keyRename: 'Rinomina',
  keyRenameTitle: 'Rinomina {name}',
  keyRevoke: 'Revoca',
  keyRevokeTitle: 'Revocare {name}?',
  keyRevokeLead: 'I programmi che usano questa chiave vengono rifiutati subito.',
  keyRevoked: '{name}: chiave revocata.',
  keyRotate: 'Sostituisci',
  keyRotateTitle: 'Sostituisci {name}',
  keyRotateLead: 'Ricevi una nuova chiave. Quella vecchia funziona per altre 24 ore.',
  keyRotateNow: 'La vecchia chiave smette subito di funzionare',
  keyRotateBoth:
    'Hai già sostituito questa chiave e quella vecchia funziona ancora. Una nuova le termina subito entrambe.',
};
