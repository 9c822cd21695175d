// Types the hooks of a resource: what an application may check, add or narrow when rows are read and written.
import type { ApplicationId, TenantId, UserId } from '../../platform/ids.ts';
import type { Action } from './actions.ts';

/**
 * Who acts, in which tenant, and by which action. A hook reads the caller from here and from nowhere else. `userId`: for an
 * API key its owner, which is an application if the key is one of a machine.
 */
export type HookContext = Readonly<{
  tenantId: TenantId;
  userId: UserId | ApplicationId;
  action: Action;
  permissions: readonly string[];
}>;

type Promised<T> = T | Promise<T>;

/**
 * The hooks of a resource whose rows have the fields `Row`. A `before` hook refuses an action by throwing an error of the
 * catalogue (`fail`). It returns what replaces the values that will be stored, or nothing. A scope that it returns is a
 * filter in addition to the caller's: it can narrow what an action reads or writes, and cannot widen it.
 * An `after` hook runs when the change is stored. If it throws, the change is kept and the error is logged: what must
 * not be lost subscribes to the events of the resource.
 */
export type Hooks<Row, Values, Scope> = Readonly<
  Partial<{
    /** Before `beforeCreate` and `beforeUpdate`. `before` is absent for a new row. */
    beforeSave: (values: Values, context: HookContext, before?: Row) => Promised<Values | undefined>;
    /** For each new row. */
    beforeCreate: (values: Values, context: HookContext) => Promised<Values | undefined>;
    beforeUpdate: (values: Values, context: HookContext, before: Row) => Promised<Values | undefined>;
    afterSave: (row: Row, context: HookContext, before?: Row) => Promised<void>;
    afterCreate: (row: Row, context: HookContext) => Promised<void>;
    afterUpdate: (row: Row, context: HookContext, before: Row) => Promised<void>;

    /**
     * The scope of findMany and findAll, aggregates included, and of rows that relations and references of other resources
     * lead to. It is that of findOne and counts as well, unless they have a hook of their own.
     */
    beforeFindMany: (context: HookContext) => Promised<Scope | undefined>;
    beforeFindOne: (context: HookContext, id: string) => Promised<Scope | undefined>;
    beforeCounts: (context: HookContext) => Promised<Scope | undefined>;
    /** Whether the caller may see rows in the trash, in addition to the permission. */
    allowSoftDeleteFilter: (context: HookContext) => Promised<boolean>;

    /** The scope of every action that changes or removes existing rows, applied when they are read and when written. */
    beforeMutate: (context: HookContext) => Promised<Scope | undefined>;
    /** The row is in the caller's scope. */
    beforeDelete: (row: Row, context: HookContext) => Promised<void>;
    afterDelete: (row: Row, context: HookContext) => Promised<void>;
    beforeDeleteFromTrash: (row: Row, context: HookContext) => Promised<void>;
    afterDeleteFromTrash: (row: Row, context: HookContext) => Promised<void>;
    beforeRestore: (row: Row, context: HookContext) => Promised<void>;
    afterRestore: (row: Row, context: HookContext) => Promised<void>;
    /** Returns the ids to act on: a part of `ids`, others are ignored. Bulk actions call no hook for each row. */
    beforeDeleteMany: (ids: readonly string[], context: HookContext) => Promised<readonly string[] | undefined>;
    /** `ids`: the rows that were affected. */
    afterDeleteMany: (ids: readonly string[], context: HookContext) => Promised<void>;
    beforeDeleteFromTrashMany: (
      ids: readonly string[],
      context: HookContext,
    ) => Promised<readonly string[] | undefined>;
    afterDeleteFromTrashMany: (ids: readonly string[], context: HookContext) => Promised<void>;
    beforeRestoreMany: (ids: readonly string[], context: HookContext) => Promised<readonly string[] | undefined>;
    afterRestoreMany: (ids: readonly string[], context: HookContext) => Promised<void>;
    beforeReorder: (ids: readonly string[], context: HookContext) => Promised<readonly string[] | undefined>;
    afterReorder: (ids: readonly string[], context: HookContext) => Promised<void>;
  }>
>;
