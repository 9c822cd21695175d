// Defines the shape of the tenants that an admin is limited to.
import * as z from 'zod/mini';

/** At least one: an admin without tenants is deleted, or has the whole deployment. */
export const adminTenants = z.nullable(
  z.array(z.string().check(z.maxLength(128))).check(z.minLength(1), z.maxLength(50)),
);
