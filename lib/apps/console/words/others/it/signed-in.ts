// The texts of the page that admins come back to from the identity provider, in Italian.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Accesso in corso',
  lead: 'Il provider di identità ti conosce. Manca un passaggio.',
  stranger: 'Qui non sei amministratore',
  strangerLead:
    'Nessun amministratore ha questo account, o il provider non ne ha verificato l’indirizzo. Chiedi un invito a un proprietario dell’installazione, accettalo, poi accedi con il provider.',
  over: 'Questo accesso non è più valido',
  overLead: 'Ha richiesto più di dieci minuti, è già stato usato o è iniziato in un altro browser. Ricomincia.',
  refused: 'Il provider di identità non ti ha fatto accedere',
  refusedLead: 'Forse hai annullato lì. Ricomincia; se il problema persiste, avvisa chi gestisce questa installazione.',
  toSignIn: 'Accedi con una password',
};
