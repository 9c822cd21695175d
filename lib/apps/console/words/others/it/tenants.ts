// The texts of the list of tenants in Italian.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Ogni tenant ha utenti, impostazioni e una pagina di accesso propri.',
  add: 'Crea un tenant',
  addLead: 'Funziona subito, con i valori predefiniti. Ogni impostazione si può cambiare in seguito.',
  search: 'Cerca per nome o nome breve',
  nameHint: 'Le persone lo vedono nella pagina di accesso.',
  slug: 'Nome breve',
  slugHint: 'Con esso le pagine di accesso trovano il tenant: {url}. Lettere minuscole, cifre e trattini.',
  providers: 'Provider di identità',
  made: '{name} è stato creato. Decidi chi può registrarsi e come accedono le persone.',
  none: 'Ancora nessun tenant',
  noneLead:
    'Un tenant è un cliente, un team o un ambiente. I suoi utenti appartengono solo a esso. Creane uno, e le persone possono registrarsi.',
  noneOfYours: 'I tuoi tenant non ci sono più',
  noneOfYoursLead: 'Un proprietario dell’installazione decide quali tenant vedi.',
};
