// The texts of the screens of users in Spanish.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Cada cuenta pertenece a un inquilino. Abra una para ver por qué no puede iniciar sesión.',
  search: 'Buscar por dirección, nombre o ID',
  'status-active': 'Activo',
  'status-inactive': 'Desactivado',
  'status-verified': 'Dirección verificada',
  'status-unverified': 'Sin verificar',
  address: 'Dirección',
  roles: 'Roles',
  foundOne: '{count} usuario',
  foundOther: '{count} usuarios',
  foundMany: 'Más de {count} usuarios',
  add: 'Crear un usuario',
  none: 'Todavía no hay usuarios',
  noneLead: 'Las personas obtienen una cuenta cuando se registran, cuando usted las invita o cuando usted la crea.',
  nothingLead:
    'La búsqueda encuentra el principio de una dirección, de un número de teléfono o de una palabra del nombre, y un ID completo. Los filtros la acotan más.',
  clear: 'Borrar la búsqueda y los filtros',
  import: 'Importar usuarios',

  // Creating
  addLead:
    'Para personas a las que quiere dar una contraseña o que inician sesión con un código o un proveedor de identidad.',
  how: 'Primer inicio de sesión',
  'how-none': 'Con un código o un proveedor de identidad',
  'how-password': 'Con una contraseña que usted establece',
  passwordHint: 'Al menos 8 caracteres. Entréguela de forma segura.',
  mustChange: 'Debe cambiarla al iniciar sesión',
  verified: 'La dirección es suya: lo he comprobado',
  verifiedHint: 'De lo contrario, la persona la verifica con un código.',
  created: '{name} ya tiene una cuenta.',

  // Many at once
  disable: 'Desactivar',
  enable: 'Activar',
  endSessions: 'Finalizar sesiones',
  disableTitleOne: 'Desactivar {count} usuario',
  disableTitleOther: 'Desactivar {count} usuarios',
  disableLead:
    'Su sesión se cierra de inmediato en todas partes, y no pueden iniciarla hasta que alguien los active de nuevo.',
  enableTitleOne: 'Activar {count} usuario',
  enableTitleOther: 'Activar {count} usuarios',
  enableLead: 'Pueden volver a iniciar sesión. Las sesiones finalizadas siguen finalizadas.',
  endSessionsTitleOne: 'Finalizar las sesiones de {count} usuario',
  endSessionsTitleOther: 'Finalizar las sesiones de {count} usuarios',
  endSessionsLead:
    'Su sesión se cierra de inmediato en todas partes y deben iniciarla de nuevo. Sus dispositivos dejan de ser de confianza y las invitaciones pendientes se revocan.',
  moreNames: 'y {count} más',
  bulkProgress: '{done} de {count} procesados',
  stop: 'Detener',
  stopped: 'Detenido. No se cambiaron {count}.',
  doneOne: 'Hecho para {count} usuario.',
  doneOther: 'Hecho para {count} usuarios.',
  failedOne: 'Ha fallado para {count} usuario:',
  failedOther: 'Ha fallado para {count} usuarios:',
  retry: 'Intentarlo de nuevo con estos',
};
