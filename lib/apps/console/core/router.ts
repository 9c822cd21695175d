// Knows what the address says. Everything that a screen shows is in its address: path, filters, page.
//
//   path.value                        'users/usr_1'
//   query.value.get('status')         'inactive' or null
//   navigate('users', { status: 'inactive' })
//   setQuery({ status: 'active' })    keeps the other filters, forgets the page
//
// Links are `<Link to="users">` (ui/link.tsx).
import { computed } from '@preact/signals';
import { routerOf } from '../../kit/router.ts';

const router = routerOf('console');

/** Returns the text as it is if it is not well encoded, such as `%E0`. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** The path below `/console/`, such as `users/usr_1`. */
export const path = computed(() => decoded(router.path.value));
/** The parameters of the address. */
export const query = computed(() => new URL(router.address.value).searchParams);

export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Returns the address of a screen. Empty parameters are left out. */
export function urlOf(to: string, parameters: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value || value === 0) search.set(name, String(value));
  return `${router.urlOf(to)}${search.size ? `?${search}` : ''}`;
}

/** Shows a screen. */
export function navigate(to: string, parameters: Query = {}, isReplaced = false): void {
  router.go(urlOf(to, parameters), isReplaced);
  if (!isReplaced) scrollTo({ top: 0 });
}

/** Where a list is: these are forgotten when a filter changes. */
const POSITION = ['cursor', 'page'];

/** Changes parameters of the address; `null` and `''` remove one. While a person types, replace the address. */
export function setQuery(changes: Query, { isReplaced = false, state = null as unknown } = {}): void {
  const next = Object.fromEntries(query.value);
  for (const name of POSITION) delete next[name];
  router.go(urlOf(path.value, { ...next, ...changes }), isReplaced, state);
}

/** Shows a dialog of the screen, or none. The list behind it stays where it is. */
export const showDialog = (name: string | null): void => {
  const [cursor, page] = POSITION.map((each) => query.value.get(each));
  setQuery({ do: name, cursor, page }, { state: history.state });
};

/** The parameter of the address, if it has it. */
export const parameter = (name: string): string | undefined => query.value.get(name) ?? undefined;

/** Returns the values of `template`'s parameters if the path fits: `users/:id`. */
export function matchPath(template: string, actual: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), actual.split('/')];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] as string;
    // No id is `-`: a path without its id would be that of the list, and the screen is to say that there is no such thing.
    if (part.startsWith(':')) parameters[part.slice(1)] = text || '-';
    else if (part !== text) return undefined;
  }
  return parameters;
}
