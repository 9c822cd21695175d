// The titles and meanings of fields, by record. In Italian.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'URI di reindirizzamento',
  'application.redirectUris?': 'Dove il browser può tornare con un codice, uno per riga, confrontati esattamente.',
  'application.postLogoutRedirectUris': 'URI di reindirizzamento dopo la disconnessione',
  'application.postLogoutRedirectUris?': 'Dove il browser può tornare dopo la disconnessione, uno per riga.',
  'application.backchannelLogoutUri': 'URI di disconnessione back-channel',
  'application.backchannelLogoutUri?': 'L’indirizzo https che viene informato quando una sessione termina.',
  'application.accountByDefault': 'I suoi token aprono l’account',
  'application.accountByDefault?':
    'Hanno l’ambito account senza chiederlo. Per le applicazioni create prima che gli ambiti contassero.',
  'application.requiresPar': 'Le richieste devono essere depositate',
  'application.requiresPar?': 'Deve usare le pushed authorization requests (RFC 9126).',
  'application.requiresDpop': 'I token devono essere legati a una chiave',
  'application.requiresDpop?': 'Deve inviare una prova DPoP (RFC 9449).',
  'application.refusesSecrets': 'I segreti sono rifiutati',
  'application.refusesSecrets?': 'Si autentica solo con un’asserzione firmata (private_key_jwt).',
  'application.accessTtlSeconds': 'Durata dei token di accesso',
  'application.accessTtlSeconds?': 'Da 5 secondi a 1 ora. Vuoto: il valore predefinito.',
  'application.refreshTtlSeconds': 'Le sessioni terminano senza rinnovo dopo',
  'application.refreshTtlSeconds?': 'Da 10 secondi a 30 giorni. Vuoto: il valore predefinito.',
  'tenant.description': 'Nota per gli amministratori',
  'user.name': 'Nome',
  'user.locale': 'Lingua dei messaggi',
  'user.locale?': 'Un codice come en, de o pt-BR. Vuoto: la lingua predefinita.',
};
