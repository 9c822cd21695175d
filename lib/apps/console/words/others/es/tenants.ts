// The texts of the list of tenants in Spanish.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Cada inquilino tiene sus propios usuarios, ajustes y página de acceso.',
  add: 'Crear un inquilino',
  addLead: 'Funciona de inmediato, con los valores predeterminados. Todos los ajustes se pueden cambiar después.',
  search: 'Buscar por nombre o nombre corto',
  nameHint: 'Las personas lo ven en la página de acceso.',
  slug: 'Nombre corto',
  slugHint: 'Las páginas de acceso encuentran el inquilino con él: {url}. Minúsculas, cifras y guiones.',
  providers: 'Proveedores de identidad',
  made: 'Se ha creado {name}. Decida quién puede registrarse y cómo se inicia sesión.',
  none: 'Todavía no hay inquilinos',
  noneLead:
    'Un inquilino es un cliente, un equipo o un entorno. Sus usuarios solo pertenecen a él. Cree uno, y las personas podrán registrarse.',
  noneOfYours: 'Sus inquilinos ya no existen',
  noneOfYoursLead: 'Un propietario de la instalación decide qué inquilinos ve usted.',
};
