// Which operation a method and a path mean. Paths are exact: case, slashes and encoding count. A literal segment beats
// a parameter, whatever the method, so `permissions/search` is never the permission with the id `search`.
import { fail } from '../contract/errors.ts';
import { type Group, methodOf, type Operation, pathOf, type Route } from '../contract/operation.ts';

export type Match = { route: Route; operation: Operation; params: Record<string, string> };
export type Router = (method: string, path: string) => Match;

type Candidate = { route: Route; operation: Operation; method: string; segments: string[]; params: number };

/** A router for the group. It throws ROUTE_NOT_FOUND, or METHOD_NOT_ALLOWED with `Allow`. */
export function createRouter(group: Group): Router {
  const candidates: Candidate[] = Object.entries(group)
    .map(([route, operation]) => {
      const segments = pathOf(route).split('/');
      const params = segments.filter((segment) => segment.startsWith('{')).length;
      return { route: route as Route, operation, method: methodOf(route), segments, params };
    })
    .sort((a, b) => a.params - b.params);
  return (method, path) => {
    const segments = path.split('/');
    const all = candidates.filter((candidate) => fits(candidate.segments, segments));
    // Only the methods of the most literal path: DELETE of `…/search` is not the deletion of something called so.
    const fitting = all.filter(({ params }) => params === all[0]?.params);
    if (!fitting.length) fail('ROUTE_NOT_FOUND');
    const match = fitting.find((candidate) => candidate.method === method);
    if (!match) {
      const allow = [...new Set(fitting.map((candidate) => candidate.method))].sort().join(', ');
      return fail('METHOD_NOT_ALLOWED', { headers: { allow } });
    }
    return { route: match.route, operation: match.operation, params: paramsOf(match.segments, segments) };
  };
}

const isParam = (segment: string): boolean => segment.startsWith('{');

const fits = (template: string[], segments: string[]): boolean =>
  template.length === segments.length &&
  template.every((part, index) => (isParam(part) ? segments[index] !== '' : part === segments[index]));

const paramsOf = (template: string[], segments: string[]): Record<string, string> =>
  Object.fromEntries(
    template.flatMap((part, index) => (isParam(part) ? [[part.slice(1, -1), segments[index] as string]] : [])),
  );
