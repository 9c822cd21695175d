// Machines that act for users at protected resources, and their requests (RFC 8693).
import { TOKEN_EXCHANGE } from '../../lib/contract/grant-types.ts';
import { ACCESS_TOKEN } from '../../lib/domain/oauth/token/token-exchange.ts';
import type { Application } from '../../lib/store/applications/applications.ts';
import type { ProtectedResource } from '../../lib/store/applications/protected-resources.ts';
import { basicOf, type Known, newMachine, postForm } from './applications.ts';
import { tokenWith } from './dpop.ts';
import type { Reply } from './http.ts';
import { newResource } from './protected-resources.ts';
import type { Service } from './service.ts';

export const EXCHANGE = { grant_type: TOKEN_EXCHANGE, subject_token_type: ACCESS_TOKEN };

/** A machine of the tenant that may act for users. */
export const newActor = (tenant: { id: string }, given: Partial<Application> = {}): Promise<Known> =>
  newMachine(tenant, { grants: ['client_credentials', TOKEN_EXCHANGE], ...given });

/** A protected resource at which these machines may act. */
export const actedBy = (machines: readonly Known[], given: Partial<ProtectedResource> = {}) =>
  newResource({ actors: Object.fromEntries(machines.map(({ application }) => [application.id, 0])), ...given });

type Sender = Pick<Service, 'send'>;

/** The machine exchanges a token for one for the resource. */
export const exchangeAs = (
  service: Sender,
  machine: Known,
  token: string,
  { uri }: Pick<ProtectedResource, 'uri'>,
  more: Record<string, string> = {},
): Promise<Reply> =>
  postForm(
    service,
    '/oauth2/token',
    { ...EXCHANGE, subject_token: token, resource: uri, ...more },
    { headers: basicOf(machine) },
  );

/** The same, with a proof of a key. */
export const exchangeWith = (
  service: Pick<Service, 'send' | 'baseUrl'>,
  machine: Known,
  key: Parameters<typeof tokenWith>[2],
  token: string,
  { uri }: Pick<ProtectedResource, 'uri'>,
): Promise<Reply> => tokenWith(service, machine, key, { ...EXCHANGE, subject_token: token, resource: uri });

/** Returns the token that the machine gets. */
export async function actingToken(...sent: Parameters<typeof exchangeAs>): Promise<string> {
  const { status, text, body } = await exchangeAs(...sent);
  if (status !== 200) throw new Error(`exchange: ${text}`);
  return body.access_token;
}
