// Lists the recipes of all operations. One that the contract declares and no recipe makes does not compile.
import type { Route } from '../../../lib/contract/operation.ts';
import { type OperationGroup, operations } from '../../support/ledger.ts';
import type { Recipe, Recipes } from '../recipe.ts';
import { recipes as account } from './account.ts';
import {
  consoleRecipes,
  discoveryRecipes,
  domainRecipes,
  invitationRecipes,
  permissionRecipes,
  roleRecipes,
  tenantRecipes,
  userRecipes,
} from './admin.ts';
import { recipes as apiKeys } from './api-keys.ts';
import { recipes as adminApplications } from './applications.ts';
import { recipes as adminAudit } from './audit.ts';
import { recipes as authentication } from './authentication.ts';
import { recipes as mfa } from './factors.ts';
import { recipes as oauth } from './oauth.ts';
import { recipes as organization } from './organization.ts';
import { recipes as passkeys } from './passkeys.ts';
import { recipes as adminProtectedResources } from './protected-resources.ts';
import { recipes as sso } from './providers.ts';
import { recipes as resources } from './resources.ts';
import { recipes as adminTransfers } from './transfers.ts';

const BY_GROUP: Record<OperationGroup, Record<string, Recipes>> = {
  authentication,
  account,
  mfa,
  passkeys,
  sso,
  oauth,
  apiKeys,
  organization,
  discovery: discoveryRecipes,
  adminBlockedEmailDomains: domainRecipes,
  adminConsole: consoleRecipes,
  adminTenants: tenantRecipes,
  adminUsers: userRecipes,
  adminRoles: roleRecipes,
  adminPermissions: permissionRecipes,
  adminApplications,
  adminProtectedResources,
  adminInvitations: invitationRecipes,
  adminAudit,
  adminTransfers,
  resources,
};

/** A call of an operation. `name` is the route, with what distinguishes the call from the operation's others. */
export type Scenario = { group: OperationGroup; name: string; route: Route; status: number; recipe: Recipe };

/** Every operation of the contract and of the example resources, each with its calls. */
export const SCENARIOS: readonly Scenario[] = operations.flatMap(({ group, route, operation: { status } }) => {
  const recipes = BY_GROUP[group][route];
  if (!recipes) throw new Error(`no recipe makes ${route}`);
  const variants = typeof recipes === 'function' ? { '': recipes } : recipes;
  return Object.entries(variants).map(([variant, recipe]) => ({
    group,
    name: variant ? `${route} (${variant})` : route,
    route: route as Route,
    status,
    recipe,
  }));
});
