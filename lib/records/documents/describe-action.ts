// Says what each action does, for the documents.
import { type Action, ROUTES } from '../declare/actions.ts';
import type { Resource } from '../declare/resource.ts';

/** Returns what an action does beyond its summary, and the permission that it needs. */
export const describeAction = (action: Action, resource: Resource): string =>
  [WORDS[action]?.(resource), permissionFor(action, resource)].filter(Boolean).join(' ');

function permissionFor(action: Action, { permissions }: Resource): string {
  const needed = permissions[ROUTES[action].right];
  return needed === null ? 'Every user of the tenant may.' : `Needs the permission \`${needed}\`.`;
}

const BULK = 'All of it is one transaction: a bad entry refuses the whole request.';
const toTrash = ({ softDelete }: Resource): string => (softDelete ? 'Rows go to the trash.' : '');
const ONLY_TRASH = 'A row that is not in the trash is not found.';

const WORDS: Readonly<Partial<Record<Action, (resource: Resource) => string>>> = {
  findMany: () => 'In the order of creation unless `order` says otherwise. `total` is exact.',
  findAll: ({ maxPerPage }) =>
    `Without \`take\`, refused with CRUD_PAGE_TOO_LARGE if there are more than ${maxPerPage}. \`skip\` is ignored.`,
  counts: () => 'By the values of fields if `groupByKey` names some.',
  create: ({ name }) => `With the header \`X-HTTP-Method-Override: GET\` the request lists ${name} instead.`,
  createMany: () => BULK,
  update: () => 'Fields that are absent keep their values.',
  updateMany: () => `${BULK} Returns the rows that were changed: ids that do not exist are skipped.`,
  delete: toTrash,
  deleteMany: (resource) => `Succeeds also if none of them exists. ${toTrash(resource)}`.trim(),
  reorder: () => 'Each listed row gets its position, from 0, as its `order`.',
  deleteFromTrash: () => `For good. ${ONLY_TRASH}`,
  deleteFromTrashMany: () => 'For good. Rows that are not in the trash are skipped.',
  restore: () => ONLY_TRASH,
  restoreMany: () => 'Rows that are not in the trash are skipped.',
};
