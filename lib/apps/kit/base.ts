// Knows where the service is and wraps what a call may throw. Pages and the console share it.
import { GatehouseError } from '../../packages/client/index.ts';

/** The address of the service, without a slash at the end: the document's base is a path of it. */
export const base: string = new URL('.', document.baseURI).href.replace(/\/$/, '');

/** Returns the address of a page. */
export const pageUrl = (path: string): string => `${base}/${path}`;

/** Returns the path of an address below a page. */
export const pathBelow = (page: string, address = location.href): string =>
  address
    .slice(pageUrl(page).length)
    .replace(/[?#].*/, '')
    .replace(/^\/|\/$/g, '');

/** Returns the error, wrapped unless the client threw it. */
export const asError = (error: unknown): GatehouseError =>
  error instanceof GatehouseError
    ? error
    : new GatehouseError(String(error), { code: 'UNEXPECTED_RESPONSE', statusCode: 0 }, { cause: error });
