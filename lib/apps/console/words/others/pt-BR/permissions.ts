// The texts of the screen of permissions in Brazilian Portuguese.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Uma permissão designa uma ação permitida. As funções contêm permissões; usuários e máquinas têm funções.',
  create: 'Criar uma permissão',
  createLead: 'Ela não permite nada até que uma função a tenha.',
  created: '{name}: permissão criada. Adicione-a a uma função.',
  edit: 'Alterar {name}',
  nameHint: 'No formato resource.action, como posts.edit. Letras minúsculas, números e hifens.',
  renameHint:
    'Todas as funções com a permissão recebem o novo nome imediatamente. Outros serviços podem decidir pelo antigo.',
  description: 'Descrição',
  category: 'Categoria',
  categoryHint: 'Um título para encontrá-la.',
  noCategory: 'Nenhuma',
  guard: 'Guard',
  guardHint: 'O namespace. Os usuários têm funções e permissões do guard web.',
  roles: 'Funções',
  search: 'Buscar nomes e descrições',
  saved: '{name}: alterações salvas.',
  delete: 'Excluir {name}',
  deleteLead: 'A permissão não pode ser recuperada.',
  losesOne: '{count} função a perde imediatamente: {names}.',
  losesOther: '{count} funções a perdem imediatamente: {names}.',
  deleted: '{name}: permissão excluída.',
  none: 'Ainda não há permissões',
  noneLead: 'Crie uma para cada ação sobre a qual seu aplicativo decide, como posts.edit ou invoices.read.',
};
