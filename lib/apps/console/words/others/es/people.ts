// Texts that the screens of users and invitations share in Spanish.
import type { en } from '../../en/people.ts';

export const texts: Record<keyof typeof en, string> = {
  chooseTenant: 'Elija un inquilino',
  tenantHint: 'Cada cuenta pertenece a un inquilino.',
  role: 'Rol',
  addRole: 'Añadir un rol',
  rolesHint: '20 como máximo. Sus permisos se aplican a partir de la siguiente solicitud.',
  noRoles: 'Todavía no hay roles.',
  rolesOfTenant: 'De este inquilino',
  rolesOfAll: 'De todos los inquilinos',
  phoneHint: 'Con el prefijo del país, por ejemplo +34 612 345 678.',
  invite: 'Invitar a una persona',
  inviteLead:
    'La persona recibe un mensaje con un enlace, establece una contraseña y ya puede entrar. Nadie más conoce la contraseña.',
  inviteSubmit: 'Enviar la invitación',
  invited: 'Se ha invitado a {name}.',
  inviteTo: 'Enviar a',
  toEmail: 'Un correo electrónico',
  toPhone: 'Un número de teléfono',
  expires: 'El enlace funciona durante',
  'expires-default': 'El tiempo habitual',
  'expires-3600': '1 hora',
  'expires-86400': '1 día',
  'expires-259200': '3 días',
  'expires-604800': '7 días',
  active: 'Activo',
  disabled: 'Desactivado',
  unverified: 'Sin verificar',
  mfaOn: 'Segundo factor',
  mustChange: 'Debe cambiar la contraseña',
};
