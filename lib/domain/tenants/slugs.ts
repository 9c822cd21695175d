// Decides which slugs a tenant may have. A slug may become a subdomain or a segment of a path, so it is never the name of
// something of the service.
import type { RouteName } from '../../contract/index.ts';
import type { PageName } from '../../contract/page-paths.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The first segment of the route's path, as a slug could be: `/.well-known/jwks.json` -> `well-known`. */
type RootOf<Route> = Route extends `${string} /${infer Path}`
  ? Path extends `.${infer Hidden}/${string}`
    ? Hidden
    : Path extends `${infer Root}/${string}`
      ? Root
      : Path
  : never;

/** What operations and pages are called. The compiler asks for the name of a new one. */
const OF_THE_SERVICE: Record<RootOf<RouteName> | PageName, true> = {
  auth: true,
  oauth2: true,
  'well-known': true,
  login: true,
  account: true,
  organization: true,
  setup: true,
  consent: true,
  device: true,
  console: true,
  assets: true,
};
/** What people take for a part of the service. */
const LOOK_ALIKE = ['admin', 'api', 'gatehouse', 'root', 'system', 'www'];
const RESERVED: ReadonlySet<string> = new Set([...Object.keys(OF_THE_SERVICE), ...LOOK_ALIKE]);

/** Whether it has the form of a slug. No tenant has one that is reserved. */
export const isSlug = (text: string): boolean => text.length <= 63 && SLUG.test(text);

/** Whether a tenant may take it. */
export const isFreeSlug = (text: string): boolean => isSlug(text) && !RESERVED.has(text);
