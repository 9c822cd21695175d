import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Eine Berechtigung benennt eine erlaubte Aktion. Rollen haben Berechtigungen, Benutzer und Maschinen haben Rollen.',
  create: 'Berechtigung anlegen',
  createLead: 'Sie erlaubt nichts, bis eine Rolle sie hat.',
  created: '{name} ist da. Fügen Sie sie einer Rolle hinzu.',
  edit: '{name} ändern',
  nameHint: 'In der Form ressource.aktion, etwa posts.edit. Kleinbuchstaben, Ziffern und Bindestriche.',
  renameHint:
    'Jede Rolle mit der Berechtigung bekommt sofort den neuen Namen. Andere Dienste können nach dem alten entscheiden.',
  description: 'Beschreibung',
  category: 'Kategorie',
  categoryHint: 'Eine Überschrift, unter der man sie findet.',
  noCategory: 'Keine',
  guard: 'Guard',
  guardHint: 'Der Namensraum. Benutzer haben Rollen und Berechtigungen des Guards web.',
  roles: 'Rollen',
  search: 'Namen und Beschreibungen suchen',
  saved: '{name} ist geändert.',
  delete: '{name} löschen',
  deleteLead: 'Die Berechtigung lässt sich nicht wiederherstellen.',
  losesOne: '{count} Rolle verliert sie sofort: {names}.',
  losesOther: '{count} Rollen verlieren sie sofort: {names}.',
  deleted: '{name} ist gelöscht.',
  none: 'Noch keine Berechtigung',
  noneLead:
    'Legen Sie eine für jede Aktion an, über die Ihre Anwendung entscheidet, etwa posts.edit oder invoices.read.',
};
