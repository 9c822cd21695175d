// The texts of the page that accepts an invitation of an admin, in Brazilian Portuguese.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Tornar-se administrador',
  lead: 'Você recebeu um convite para o console desta instalação, com a função {role}.',
  for: 'O convite é para {address}. O link funciona até {time}.',
  signedIn:
    'Você está conectado como {email}. Se aceitar, este navegador passa a estar conectado como o novo administrador.',
  submit: 'Definir a senha e entrar',
  over: 'Este convite não vale mais',
  overLead: 'Ele foi usado ou revogado, ou é antigo demais. Peça a um proprietário da instalação que o envie de novo.',
  incomplete: 'Este link está incompleto',
  incompleteLead: 'Abra-o novamente a partir da mensagem ou copie-o por inteiro.',
  toConsole: 'Ir para o console',
};
