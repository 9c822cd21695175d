// The texts of the screen of permissions in French.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Une permission désigne une action autorisée. Les rôles contiennent des permissions ; les utilisateurs et les machines ont des rôles.',
  create: 'Créer une permission',
  createLead: 'Elle n’autorise rien tant qu’aucun rôle ne la contient.',
  created: '{name} est créée. Ajoutez-la à un rôle.',
  edit: 'Modifier {name}',
  nameHint: 'Sous la forme ressource.action, par exemple posts.edit. Minuscules, chiffres et traits d’union.',
  renameHint:
    'Chaque rôle de la permission reçoit immédiatement le nouveau nom. D’autres services se fient peut-être à l’ancien.',
  description: 'Description',
  category: 'Catégorie',
  categoryHint: 'Un titre pour la retrouver.',
  noCategory: 'Aucune',
  guard: 'Guard',
  guardHint: 'L’espace de noms. Les utilisateurs ont les rôles et les permissions du guard web.',
  roles: 'Rôles',
  search: 'Rechercher dans les noms et descriptions',
  saved: '{name} est modifiée.',
  delete: 'Supprimer {name}',
  deleteLead: 'La permission ne peut pas être rétablie.',
  losesOne: '{count} rôle la perd immédiatement : {names}.',
  losesOther: '{count} rôles la perdent immédiatement : {names}.',
  deleted: '{name} est supprimée.',
  none: 'Aucune permission pour l’instant',
  noneLead: 'Créez-en une pour chaque action dont votre application décide, comme posts.edit ou invoices.read.',
};
