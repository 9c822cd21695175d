// The public surface of the component: what an application needs to declare and serve its resources.
export { ACTIONS, type Action, MESSAGES, type Messages, type Right } from './declare/actions.ts';
export * from './declare/fields.ts';
export { groupOf, overridable, routeOf } from './declare/group.ts';
export type { HookContext, Hooks } from './declare/hooks.ts';
export { registry } from './declare/registry.ts';
export {
  belongsTo,
  hasMany,
  type Options,
  type Registry,
  type Relation,
  type Resource,
  resource,
} from './declare/resource.ts';
export type * from './declare/types.ts';
export { type ServeOptions, serveResources } from './serve.ts';
