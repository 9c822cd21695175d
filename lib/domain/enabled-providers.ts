// Tells which identity providers of a tenant are in use: for logins, for sign-ups and for the page that offers them.
import type { Tenant } from '../store/tenants/tenants.ts';

/** An identity provider as a tenant keeps it. */
export type OwnProvider = NonNullable<Tenant['settings']['ssoProviders']>[number];

/** Returns those of the tenant's own providers that are switched on. One that is off is as if it were not there. */
export const enabledOf = ({ settings: { ssoProviders = [] } }: Pick<Tenant, 'settings'>): OwnProvider[] =>
  ssoProviders.filter(({ enabled = true }) => enabled);
