// The texts of buttons and menus in Spanish.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Iniciar sesión',
  signUp: 'Crear una cuenta',
  signOut: 'Cerrar sesión',
  userMenu: 'Menú de la cuenta: {name}',
  organizationMenu: 'Organización: {name}',
  account: 'Su cuenta',
  others: 'Otras cuentas en este navegador',
  anotherAccount: 'Usar otra cuenta',
  organizations: 'Sus organizaciones en este navegador',
  anotherOrganization: 'Otra organización',
  manage: 'Gestionar la organización',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
  ended: 'Esa cuenta ya no tiene la sesión iniciada. Iníciela de nuevo.',
  offline: 'No se puede acceder al servicio. Inténtelo de nuevo.',
};
