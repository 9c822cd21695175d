// The texts of the list of tenants in Brazilian Portuguese.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Cada locatário tem usuários, configurações e página de acesso próprios.',
  add: 'Criar um locatário',
  addLead: 'Ele funciona imediatamente, com os padrões. Todas as configurações podem ser alteradas depois.',
  search: 'Buscar por nome ou nome curto',
  nameHint: 'As pessoas o veem na página de acesso.',
  slug: 'Nome curto',
  slugHint: 'As páginas de acesso encontram o locatário por ele: {url}. Letras minúsculas, números e hifens.',
  providers: 'Provedores de identidade',
  made: '{name} foi criado. Decida quem pode se cadastrar e como as pessoas entram.',
  none: 'Ainda não há locatários',
  noneLead:
    'Um locatário é um cliente, uma equipe ou um ambiente. Os usuários dele pertencem só a ele. Crie um, e as pessoas poderão se cadastrar.',
  noneOfYours: 'Seus locatários não existem mais',
  noneOfYoursLead: 'Um proprietário da instalação decide quais locatários você vê.',
};
