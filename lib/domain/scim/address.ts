// Says where the resources of a connection are.
import { config } from '../../platform/settings/config.ts';
import type { ScimConnection } from '../../store/scim/connections.ts';

/** The address below which a connection has its resources. */
export const baseOf = ({ id }: Pick<ScimConnection, 'id'>): string => `${config().baseUrl}/scim/v2/${id}`;
