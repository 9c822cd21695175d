// Names the tenant of a user, with the way to it for those who may see its settings.
import { Link, may } from '../../kit.ts';
import type { Details } from './words.ts';

export function Tenant({ user }: { user: Details['user'] }) {
  const name = user.userAccesses[0]?.tenant.name ?? user.tenantId;
  return may('read') ? <Link to={`tenants/${user.tenantId}`}>{name}</Link> : name;
}
