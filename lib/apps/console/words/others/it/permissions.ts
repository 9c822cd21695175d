// The texts of the screen of permissions in Italian.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Un permesso indica un’azione consentita. I ruoli contengono permessi; utenti e macchine hanno ruoli.',
  create: 'Crea un permesso',
  createLead: 'Non consente nulla finché un ruolo non lo contiene.',
  created: '{name} è stato creato. Aggiungilo a un ruolo.',
  edit: 'Modifica {name}',
  nameHint: 'Nella forma risorsa.azione, come posts.edit. Lettere minuscole, cifre e trattini.',
  renameHint:
    'Ogni ruolo del permesso riceve subito il nuovo nome. Altri servizi potrebbero basarsi su quello vecchio.',
  description: 'Descrizione',
  category: 'Categoria',
  categoryHint: 'Un titolo per ritrovarlo.',
  noCategory: 'Nessuna',
  guard: 'Guard',
  guardHint: 'Lo spazio dei nomi. Gli utenti hanno ruoli e permessi del guard web.',
  roles: 'Ruoli',
  search: 'Cerca nei nomi e nelle descrizioni',
  saved: '{name} è stato modificato.',
  delete: 'Elimina {name}',
  deleteLead: 'Il permesso non si può ripristinare.',
  losesOne: '{count} ruolo lo perde subito: {names}.',
  losesOther: '{count} ruoli lo perdono subito: {names}.',
  deleted: '{name} è stato eliminato.',
  none: 'Ancora nessun permesso',
  noneLead: 'Creane uno per ogni azione su cui decide la tua applicazione, come posts.edit o invoices.read.',
};
