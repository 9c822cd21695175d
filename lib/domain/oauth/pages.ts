// Names the pages to which the endpoints of the OpenID provider send a browser.
import { config } from '../../platform/settings/config.ts';

export { byGet } from '../own-address.ts';

const page = (path: string, parameters: Readonly<Record<string, string>> = {}): { location: string } => {
  const query = new URLSearchParams(parameters).toString();
  return { location: `${config().baseUrl}${path}${query && `?${query}`}` };
};

/** Where the user logs in. The page returns to `GET /oauth2/authorize` with the same `resume`. */
export const loginPage = (resume: string) => page('/login', { resume });
/** Where the user allows an application what it asks for. The page returns to `GET /oauth2/authorize` with another `resume`. */
export const consentPage = (resume: string) => page('/consent', { resume });
/** Where the user confirms that they sign out. The page returns to `GET /oauth2/logout` with the same `resume`. */
export const signOutPage = (resume: string) => page('/login/sign-out', { resume });
export const signedOutPage = () => page('/login/signed-out');
/** Where the user learns that a request cannot be answered, and no address to tell is known to be the application's. */
export const errorPage = (parameters: Readonly<Record<string, string>>) => page('/login/error', parameters);

/** Adds parameters to an address that is registered. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>) {
  const location = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) location.searchParams.append(name, value);
  }
  return { location: location.href };
}
