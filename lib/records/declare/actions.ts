// Lists the actions of a resource: their routes, the permission that each needs, and the messages of their replies.

/** Everything a generated route can do. */
export const ACTIONS = [
  'findMany',
  'findAll',
  'counts',
  'findOne',
  'create',
  'createMany',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'reorder',
  'deleteFromTrash',
  'deleteFromTrashMany',
  'restore',
  'restoreMany',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What a permission is needed for. `trash`: to see, restore and finally delete rows in the trash. */
export type Right = 'read' | 'create' | 'update' | 'delete' | 'trash';

type ActionRow = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the path of the resource. */
  path: string;
  right: Right;
  /** Exists only if the resource has a trash, or an order of its own. */
  needs?: 'softDelete' | 'reorder';
};

/** Section 2 of the component's description: methods and paths, exactly. */
export const ROUTES: Readonly<Record<Action, ActionRow>> = {
  findMany: { method: 'GET', path: '', right: 'read' },
  findAll: { method: 'GET', path: '/get/all', right: 'read' },
  counts: { method: 'GET', path: '/get/counts', right: 'read' },
  findOne: { method: 'GET', path: '/{id}', right: 'read' },
  create: { method: 'POST', path: '', right: 'create' },
  createMany: { method: 'POST', path: '/bulk', right: 'create' },
  update: { method: 'PUT', path: '/{id}', right: 'update' },
  updateMany: { method: 'PUT', path: '/bulk', right: 'update' },
  delete: { method: 'DELETE', path: '/{id}', right: 'delete' },
  deleteMany: { method: 'DELETE', path: '/delete/bulk', right: 'delete' },
  reorder: { method: 'PUT', path: '/reorder', right: 'update', needs: 'reorder' },
  deleteFromTrash: { method: 'DELETE', path: '/{id}/trash', right: 'trash', needs: 'softDelete' },
  deleteFromTrashMany: { method: 'DELETE', path: '/trash/bulk', right: 'trash', needs: 'softDelete' },
  restore: { method: 'PUT', path: '/{id}/restore', right: 'trash', needs: 'softDelete' },
  restoreMany: { method: 'PUT', path: '/restore/bulk', right: 'trash', needs: 'softDelete' },
};

/** The texts of replies. A deployment may replace each of them, and so may a resource. */
export const MESSAGES = {
  deleted: 'Successfully deleted',
  noItemsToDelete: 'No items to delete',
  restored: 'Successfully restored',
  reordered: 'Successfully reordered',
} as const;
export type Messages = Readonly<Partial<Record<keyof typeof MESSAGES, string>>>;
