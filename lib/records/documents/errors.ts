// Says which actions respond with an error code, for docs/errors.md.
import type { ErrorCode } from '../../contract/errors.ts';
import { errorsOf, type Group } from '../../contract/operation.ts';
import { ACTIONS, type Action } from '../declare/actions.ts';
import { routeOf } from '../declare/group.ts';
import type { Registry } from '../declare/resource.ts';

/** Returns the actions that may respond with the code in some resource. */
export function actionsRaising(all: Registry, group: Group): (code: ErrorCode) => Action[] {
  const raised = new Map<Action, Set<ErrorCode>>(ACTIONS.map((action) => [action, new Set()]));
  for (const resource of Object.values(all)) {
    for (const action of resource.routes) {
      const route = routeOf(resource, action);
      const operation = group[route];
      for (const code of operation ? errorsOf(route, operation) : []) raised.get(action)?.add(code);
    }
  }
  return (code) => ACTIONS.filter((action) => raised.get(action)?.has(code));
}
