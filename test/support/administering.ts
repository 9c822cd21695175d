// Makes machines with the role of an admin, and calls operations of admins as they do.
import type { Application } from '../../lib/store/applications/applications.ts';
import { basicOf, type Known, newApplication, postForm } from './applications.ts';
import type { Reply } from './http.ts';
import type { Service } from './service.ts';

type Administers = NonNullable<Application['administers']>;

/** A machine that administers all tenants, or some. It serves all unless `given` says otherwise. */
export const newAdministrator = (
  role: Administers['role'],
  tenants: readonly string[] | null = null,
  given: Partial<Application> = {},
): Promise<Known> => newApplication({ administers: { role, tenants: tenants as Administers['tenants'] }, ...given });

/** The form with which a machine asks for a token. */
export const adminForm = ({ baseUrl }: Pick<Service, 'baseUrl'>) => ({
  grant_type: 'client_credentials',
  resource: `${baseUrl}/auth/admin`,
});

export const askForToken = (service: Pick<Service, 'send' | 'baseUrl'>, machine: Known): Promise<Reply> =>
  postForm(service, '/oauth2/token', adminForm(service), { headers: basicOf(machine) });

/** Returns a token of the machine. Throws if it is refused. */
export async function adminToken(service: Pick<Service, 'send' | 'baseUrl'>, machine: Known): Promise<string> {
  const { status, text, body } = await askForToken(service, machine);
  if (status !== 200) throw new Error(`token: ${text}`);
  return body.access_token;
}

export const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
