// The texts of the screen of permissions in Dutch.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Een recht benoemt één toegestane actie. Rollen bevatten rechten; gebruikers en machines hebben rollen.',
  create: 'Recht maken',
  createLead: 'Het staat niets toe totdat een rol het heeft.',
  created: '{name} is gemaakt. Voeg het toe aan een rol.',
  edit: '{name} wijzigen',
  nameHint: 'In de vorm resource.actie, zoals posts.edit. Kleine letters, cijfers en koppeltekens.',
  renameHint:
    'Elke rol met dit recht krijgt meteen de nieuwe naam. Andere diensten beslissen misschien op basis van de oude.',
  description: 'Beschrijving',
  category: 'Categorie',
  categoryHint: 'Een kop om het onder te vinden.',
  noCategory: 'Geen',
  guard: 'Guard',
  guardHint: 'De naamruimte. Gebruikers hebben rollen en rechten van de guard web.',
  roles: 'Rollen',
  search: 'Namen en beschrijvingen zoeken',
  saved: '{name} is gewijzigd.',
  delete: '{name} verwijderen',
  deleteLead: 'Het recht kan niet worden hersteld.',
  losesOne: '{count} rol verliest het meteen: {names}.',
  losesOther: '{count} rollen verliezen het meteen: {names}.',
  deleted: '{name} is verwijderd.',
  none: 'Nog geen recht',
  noneLead: 'Maak er een voor elke actie waarover je applicatie beslist, zoals posts.edit of invoices.read.',
};
