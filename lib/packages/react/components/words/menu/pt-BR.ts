// The texts of buttons and menus in Portuguese.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Entrar',
  signUp: 'Criar uma conta',
  signOut: 'Sair',
  userMenu: 'Menu da conta: {name}',
  organizationMenu: 'Organização: {name}',
  account: 'Sua conta',
  others: 'Outras contas neste navegador',
  anotherAccount: 'Usar outra conta',
  organizations: 'Suas organizações neste navegador',
  anotherOrganization: 'Outra organização',
  manage: 'Gerenciar a organização',
  failed: 'Não funcionou. Tente de novo.',
  ended: 'A sessão dessa conta terminou. Entre nela de novo.',
  offline: 'Não foi possível acessar o serviço. Tente de novo.',
};
