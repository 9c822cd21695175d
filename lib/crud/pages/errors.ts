// Says which actions respond with an error code, for docs/errors.md.
import type { ErrorCode } from '../../contract/errors.ts';
import { errorsOf, type Group, type Route } from '../../contract/operation.ts';
import { ACTIONS, type Action, ROUTES } from '../declare/actions.ts';
import type { Registry } from '../declare/types.ts';

/** Returns the actions that may respond with the code in some resource. */
export function actionsRaising(all: Registry, group: Group): (code: ErrorCode) => Action[] {
  const raised = new Map<Action, Set<ErrorCode>>(ACTIONS.map((action) => [action, new Set()]));
  for (const { name, routes } of Object.values(all)) {
    for (const action of routes) {
      const route: Route = `${ROUTES[action].method} /${name}${ROUTES[action].path}`;
      const operation = group[route];
      for (const code of operation ? errorsOf(route, operation) : []) raised.get(action)?.add(code);
    }
  }
  return (code) => ACTIONS.filter((action) => raised.get(action)?.has(code));
}
