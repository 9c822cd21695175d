// The texts of the screen of invitations in Brazilian Portuguese.
import type { en } from '../../en/invitations.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'A pessoa convidada define uma senha com o link da mensagem. Um usuário tem no máximo um convite.',
  'status-pending': 'Pendente',
  'status-expired': 'Expirado',
  'status-accepted': 'Aceito',
  'status-revoked': 'Revogado',
  person: 'Pessoa',
  roles: 'Funções',
  expires: 'Expira',
  sentOne: 'Enviado uma vez',
  sentOther: 'Enviado {count} vezes',
  sent: 'Envio',
  closed: 'Encerramento',
  by: 'Convidado por',
  'by-admin': 'Administrador',
  'by-user': 'Usuário',
  'by-application': 'Aplicativo',
  resend: 'Reenviar',
  resent: 'Uma mensagem com um novo link está a caminho de {name}.',
  revoke: 'Revogar',
  revokeTitle: 'Revogar o convite de {name}',
  revokeLead:
    'O link para de funcionar imediatamente. A conta permanece, sem senha. Você pode enviar o convite de novo mais tarde.',
  revoked: 'O convite de {name} foi revogado.',
  none: 'Ainda não há convites',
  noneLead: 'Convide a primeira pessoa: ela recebe uma mensagem com um link, define uma senha e tem suas funções.',
  noneFound: 'Nenhum convite deste tipo',
  noneFoundLead: 'Um convite aparece até 90 dias depois de ter sido aceito, revogado ou de ter expirado.',
  showAll: 'Mostrar todos',
};
