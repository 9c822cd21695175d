// Texts that the screens of users and invitations share in Brazilian Portuguese.
import type { en } from '../../en/people.ts';

export const texts: Record<keyof typeof en, string> = {
  chooseTenant: 'Escolha um locatário',
  tenantHint: 'Cada conta pertence a um locatário.',
  role: 'Função',
  addRole: 'Adicionar uma função',
  rolesHint: 'No máximo 20. As permissões delas valem a partir da próxima solicitação.',
  noRoles: 'Ainda não há funções.',
  rolesOfTenant: 'Deste locatário',
  rolesOfAll: 'De todos os locatários',
  phoneHint: 'Com o código do país, como +55 11 91234-5678.',
  invite: 'Convidar uma pessoa',
  inviteLead:
    'A pessoa recebe uma mensagem com um link, define uma senha e já pode entrar. Ninguém mais conhece a senha.',
  inviteSubmit: 'Enviar o convite',
  invited: 'Convite enviado para {name}.',
  inviteTo: 'Enviar para',
  toEmail: 'Um e-mail',
  toPhone: 'Um número de telefone',
  expires: 'O link funciona por',
  'expires-default': 'O tempo habitual',
  'expires-3600': '1 hora',
  'expires-86400': '1 dia',
  'expires-259200': '3 dias',
  'expires-604800': '7 dias',
  active: 'Ativo',
  disabled: 'Desativado',
  unverified: 'Não verificado',
  mfaOn: 'Segundo fator',
  mustChange: 'Deve alterar a senha',
};
