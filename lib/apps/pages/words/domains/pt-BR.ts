// The texts of the domains of an organization in Brazilian Portuguese.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Prove com um registro DNS que um domínio é seu. As pessoas com um endereço nele encontram assim esta organização.',
  noDomains: 'Ainda não há domínios. Adicione o dos seus endereços de e-mail.',
  addDomain: 'Adicionar um domínio',
  domainName: 'Domínio',
  domainHint: 'Por exemplo, example.com. Um subdomínio é um domínio à parte.',
  domainAdded: '{name} foi adicionado. Crie o registro DNS e depois verifique.',
  domainPending: 'Aguardando o registro',
  domainVerified: 'Verificado',
  domainLost: 'Perdido',
  domainLostLead: 'Este domínio estava verificado e não está mais. Crie o registro de novo: o valor mudou.',
  recordLead: 'Crie este registro TXT onde o DNS do domínio é gerenciado.',
  recordWait: 'Na primeira semana também o procuramos a cada hora.',
  recordName: 'Nome do registro TXT',
  recordValue: 'Valor do registro TXT',
  recordShow: 'Registro DNS',
  recordKeep: 'Deixe-o no lugar: nós o procuramos todos os dias.',
  checkNow: 'Verificar agora',
  checkedFound: 'Consulta de {at}: o registro está lá.',
  checkedMissing:
    'Consulta de {at}: o registro não está lá. Um registro novo pode levar até uma hora para aparecer. Compare o nome e o valor: alguns provedores acrescentam o domínio ao nome por conta própria. Depois verifique de novo.',
  checkedUnreachable:
    'Consulta de {at}: os servidores de nomes do domínio não deram uma resposta utilizável. Tente mais tarde ou pergunte a quem os administra.',
  domainIsVerified: '{name} está verificado.',
  domainFailing: 'Verificações diárias seguidas sem o registro: {count}. Na sétima, o domínio é perdido.',
  joinTitle: 'Como as pessoas entram',
  joinAsAny: 'Como todos os outros',
  joinRole: 'Elas se cadastram e recebem a função {name}',
  joinRoleOther: 'Elas se cadastram e recebem uma função',
  joinSso: 'Elas entram com {name}',
  joinRequest: 'Elas pedem, e uma pessoa decide',
  joinSignUpOpen: 'O cadastro está aberto, então não é preciso pedir. Um administrador do serviço pode fechá-lo.',
  joinLead: 'Para pessoas com um endereço em {name} que não têm conta aqui. As contas existentes ficam como estão.',
  joinHint:
    'Vale enquanto o domínio estiver verificado. Para uma função, o cadastro precisa estar aberto; um provedor precisa estar ativado.',
  joinSaved: 'A escolha para {name} foi salva.',
  joinGone: 'Esta opção não existe mais. Escolha outra.',
  domainRemove: 'Remover…',
  domainRemoveTitle: 'Remover {name}?',
  domainRemoveLead:
    'As pessoas com um endereço nele voltam a entrar como todos os outros. As contas existentes ficam como estão.',
  domainRemoved: '{name} foi removido.',
  domainGone: '{name} foi alterado ou removido nesse meio-tempo.',
  domainRefused: 'Nenhuma organização pode ter este domínio: qualquer pessoa obtém caixas de e-mail ou nomes nele.',
  domainTaken: 'Este domínio já está na lista.',
  domainLimit: 'Há vinte domínios. Remova um primeiro.',
  domainWrong: 'Informe um domínio como example.com.',
};
