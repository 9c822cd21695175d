// Defines the shapes of what an admin may do, and for which tenants.
import * as z from 'zod/mini';

export const adminRole = z.enum(['owner', 'operator', 'support', 'auditor']);
/** At least one: an admin without tenants is deleted, or has the whole deployment. */
export const adminTenants = z.nullable(
  z.array(z.string().check(z.maxLength(128))).check(z.minLength(1), z.maxLength(50)),
);
