// The texts of the screen of invitations in Spanish.
import type { en } from '../../en/invitations.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'La persona invitada establece una contraseña con el enlace del mensaje. Un usuario tiene como máximo una invitación.',
  'status-pending': 'Pendiente',
  'status-expired': 'Caducada',
  'status-accepted': 'Aceptada',
  'status-revoked': 'Revocada',
  person: 'Persona',
  roles: 'Roles',
  expires: 'Caduca',
  sentOne: 'Enviada una vez',
  sentOther: 'Enviada {count} veces',
  sent: 'Envío',
  closed: 'Cierre',
  by: 'Invitada por',
  'by-admin': 'Administrador',
  'by-user': 'Usuario',
  'by-application': 'Aplicación',
  resend: 'Reenviar',
  resent: 'Se ha enviado a {name} un mensaje con un enlace nuevo.',
  revoke: 'Revocar',
  revokeTitle: 'Revocar la invitación de {name}',
  revokeLead:
    'El enlace deja de funcionar de inmediato. La cuenta se conserva, sin contraseña. Puede volver a enviar la invitación más adelante.',
  revoked: 'La invitación de {name} se ha revocado.',
  none: 'Todavía no hay invitaciones',
  noneLead: 'Invite a la primera persona: recibe un mensaje con un enlace, establece una contraseña y tiene sus roles.',
  noneFound: 'No hay invitaciones de este tipo',
  noneFoundLead: 'Una invitación se muestra hasta 90 días después de que se aceptara, se revocara o caducara.',
  showAll: 'Mostrar todas',
};
