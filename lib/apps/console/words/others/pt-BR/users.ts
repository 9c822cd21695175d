// The texts of the screens of users in Brazilian Portuguese.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Cada conta pertence a um locatário. Abra uma para ver por que não consegue entrar.',
  search: 'Buscar por endereço, nome ou ID',
  'status-active': 'Ativo',
  'status-inactive': 'Desativado',
  'status-verified': 'Endereço verificado',
  'status-unverified': 'Não verificado',
  address: 'Endereço',
  roles: 'Funções',
  foundOne: '{count} usuário',
  foundOther: '{count} usuários',
  foundMany: 'Mais de {count} usuários',
  add: 'Criar um usuário',
  none: 'Ainda não há usuários',
  noneLead: 'As pessoas recebem uma conta quando se cadastram, quando você as convida ou quando você cria a conta.',
  nothingLead:
    'A busca encontra o início de um endereço, de um número de telefone ou de uma palavra do nome, e um ID completo. Os filtros a restringem mais.',
  clear: 'Limpar a busca e os filtros',
  import: 'Importar usuários',

  // Creating
  addLead: 'Para pessoas a quem você quer dar uma senha ou que entram com um código ou um provedor de identidade.',
  how: 'Primeiro login',
  'how-none': 'Com um código ou um provedor de identidade',
  'how-password': 'Com uma senha que você define',
  passwordHint: 'Pelo menos 8 caracteres. Entregue-a de forma segura.',
  mustChange: 'Ela deve ser alterada ao entrar',
  verified: 'O endereço é da pessoa: eu verifiquei',
  verifiedHint: 'Caso contrário, a pessoa o verifica com um código.',
  created: '{name} agora tem uma conta.',

  // Many at once
  disable: 'Desativar',
  enable: 'Ativar',
  endSessions: 'Encerrar sessões',
  disableTitleOne: 'Desativar {count} usuário',
  disableTitleOther: 'Desativar {count} usuários',
  disableLead:
    'Eles são desconectados imediatamente em todos os lugares e não podem entrar até que alguém os ative de novo.',
  enableTitleOne: 'Ativar {count} usuário',
  enableTitleOther: 'Ativar {count} usuários',
  enableLead: 'Eles podem entrar novamente. As sessões encerradas continuam encerradas.',
  endSessionsTitleOne: 'Encerrar as sessões de {count} usuário',
  endSessionsTitleOther: 'Encerrar as sessões de {count} usuários',
  endSessionsLead:
    'Eles são desconectados imediatamente em todos os lugares e entram de novo. Os dispositivos deles deixam de ser confiáveis, e os convites pendentes são revogados.',
  moreNames: 'e mais {count}',
  bulkProgress: '{done} de {count} concluídos',
  stop: 'Parar',
  stopped: 'Interrompido. {count} não foram alterados.',
  doneOne: 'Feito para {count} usuário.',
  doneOther: 'Feito para {count} usuários.',
  failedOne: 'Falhou para {count} usuário:',
  failedOther: 'Falhou para {count} usuários:',
  retry: 'Tentar estes de novo',
};
