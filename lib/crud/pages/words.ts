// Says what each action does, for the documents.
import { type Action, ROUTES } from '../declare/actions.ts';
import type { Resource } from '../declare/resource.ts';

type Words = { summary: string; description?: string };

/** A summary is an imperative phrase without a full stop. The description adds what the permission is. */
export function describeAction(action: Action, resource: Resource): { summary: string; description: string } {
  const { summary, description = '' } = WORDS[action](resource);
  return { summary, description: `${description} ${permissionFor(action, resource)}`.trim() };
}

const permissionFor = (action: Action, { permissions }: Resource): string => {
  const needed = permissions[ROUTES[action].right];
  return needed === null ? 'Every user of the tenant may.' : `Needs the permission \`${needed}\`.`;
};

const BULK = 'All of it is one transaction: a bad entry refuses the whole request.';

const WORDS: Readonly<Record<Action, (resource: Resource) => Words>> = {
  findMany: ({ name }) => ({
    summary: `List ${name}`,
    description: 'In the order of creation unless `order` says otherwise. `total` is exact.',
  }),
  findAll: ({ name, maxPerPage }) => ({
    summary: `List all ${name} without pages`,
    description: `Without \`take\`, refused with CRUD_PAGE_TOO_LARGE if they are more than ${maxPerPage}. \`skip\` is ignored.`,
  }),
  counts: ({ name }) => ({
    summary: `Count ${name}`,
    description: 'By the values of fields if `groupByKey` names some.',
  }),
  findOne: ({ singular }) => ({ summary: `Get a ${singular}` }),
  create: ({ singular, name }) => ({
    summary: `Create a ${singular}`,
    description: `With the header \`X-HTTP-Method-Override: GET\` the request lists ${name} instead.`,
  }),
  createMany: ({ name }) => ({ summary: `Create several ${name}`, description: BULK }),
  update: ({ singular }) => ({
    summary: `Change a ${singular}`,
    description: 'Fields that are absent keep their values.',
  }),
  updateMany: ({ name }) => ({
    summary: `Change several ${name}`,
    description: `${BULK} Returns the rows that were changed: ids that do not exist are skipped.`,
  }),
  delete: ({ singular, softDelete }) => ({
    summary: softDelete ? `Move a ${singular} to the trash` : `Delete a ${singular}`,
  }),
  deleteMany: ({ name, softDelete }) => ({
    summary: softDelete ? `Move several ${name} to the trash` : `Delete several ${name}`,
    description: 'Succeeds also if none of them exists.',
  }),
  reorder: ({ name }) => ({
    summary: `Reorder ${name}`,
    description: 'Each listed row gets its position, from 0, as its `order`.',
  }),
  deleteFromTrash: ({ singular }) => ({
    summary: `Delete a ${singular} in the trash for good`,
    description: 'A row that is not in the trash is not found.',
  }),
  deleteFromTrashMany: ({ name }) => ({ summary: `Delete several ${name} in the trash for good` }),
  restore: ({ singular }) => ({
    summary: `Restore a ${singular} from the trash`,
    description: 'A row that is not in the trash is not found.',
  }),
  restoreMany: ({ name }) => ({ summary: `Restore several ${name} from the trash` }),
};
