// Finds the operation for a method and a path. Paths match exactly: case, slashes and encoding count, except for one
// slash at the end, which request.ts has removed. For each method a
// literal segment beats a parameter: `GET permissions/search` is the search, while `DELETE permissions/search` deletes
// the permission with the id `search`, which does not exist.
import { fail } from '../contract/errors.ts';
import { type Group, methodOf, type Operation, pathOf, type Route } from '../contract/operation.ts';

export type Match = { route: Route; operation: Operation; params: Record<string, string> };
export type Router = {
  /** Throws ROUTE_NOT_FOUND, or METHOD_NOT_ALLOWED with `Allow`. */
  match: (method: string, path: string) => Match;
  /** Returns every operation of the path, the most literal first. Throws ROUTE_NOT_FOUND. */
  at: (path: string) => Match[];
};

type Candidate = { route: Route; operation: Operation; segments: string[]; params: number };

/** Returns a router for the group. */
export function createRouter(group: Group): Router {
  const candidates: Candidate[] = Object.entries(group)
    .map(([route, operation]) => {
      const segments = pathOf(route).split('/');
      const params = segments.filter((segment) => segment.startsWith('{')).length;
      return { route: route as Route, operation, segments, params };
    })
    .sort((a, b) => a.params - b.params);
  const at = (path: string): Match[] => {
    const segments = path.split('/');
    const fitting = candidates.filter((candidate) => fits(candidate.segments, segments));
    if (!fitting.length) fail('ROUTE_NOT_FOUND');
    return fitting.map((each) => ({
      route: each.route,
      operation: each.operation,
      params: paramsOf(each.segments, segments),
    }));
  };
  const match = (method: string, path: string): Match => {
    const fitting = at(path);
    const found = fitting.find(({ route }) => methodOf(route) === method);
    const allow = [...new Set(fitting.map(({ route }) => methodOf(route)))].sort().join(', ');
    return found ?? fail('METHOD_NOT_ALLOWED', { headers: { allow } });
  };
  return { match, at };
}

const isParam = (segment: string): boolean => segment.startsWith('{');

const fits = (template: string[], segments: string[]): boolean =>
  template.length === segments.length &&
  template.every((part, index) => (isParam(part) ? segments[index] !== '' : part === segments[index]));

const paramsOf = (template: string[], segments: string[]): Record<string, string> =>
  Object.fromEntries(
    template.flatMap((part, index) => (isParam(part) ? [[part.slice(1, -1), segments[index] as string]] : [])),
  );
