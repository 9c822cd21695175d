// The texts of the screen of permissions in Spanish.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Un permiso designa una acción permitida. Los roles contienen permisos; los usuarios y las máquinas tienen roles.',
  create: 'Crear un permiso',
  createLead: 'No permite nada hasta que un rol lo tenga.',
  created: 'Se ha creado {name}. Añádalo a un rol.',
  edit: 'Cambiar {name}',
  nameHint: 'Con la forma resource.action, por ejemplo posts.edit. Minúsculas, cifras y guiones.',
  renameHint:
    'Todos los roles del permiso reciben el nuevo nombre de inmediato. Puede que otros servicios decidan según el anterior.',
  description: 'Descripción',
  category: 'Categoría',
  categoryHint: 'Un título para encontrarlo.',
  noCategory: 'Ninguna',
  guard: 'Guard',
  guardHint: 'El espacio de nombres. Los usuarios tienen roles y permisos del guard web.',
  roles: 'Roles',
  search: 'Buscar nombres y descripciones',
  saved: '{name}: cambios guardados.',
  delete: 'Eliminar {name}',
  deleteLead: 'El permiso no se puede recuperar.',
  losesOne: '{count} rol lo pierde de inmediato: {names}.',
  losesOther: '{count} roles lo pierden de inmediato: {names}.',
  deleted: '{name}: permiso eliminado.',
  none: 'Todavía no hay permisos',
  noneLead: 'Cree uno para cada acción sobre la que decida su aplicación, por ejemplo posts.edit o invoices.read.',
};
