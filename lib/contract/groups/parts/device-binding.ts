// Declares what a browser is told that binds a session to its device (W3C Device Bound Session Credentials), for users and
// admins.
import * as z from 'zod/mini';

export const bindingRule = z.object({ type: z.enum(['include', 'exclude']), domain: z.string(), path: z.string() });
export const bindingScope = z.object({ include_site: z.boolean(), scope_specification: z.array(bindingRule) });
export const boundCookie = z.object({ type: z.literal('cookie'), name: z.string(), attributes: z.string() });
/** The names are those of the protocol. */
export const binding = z.object({
  session_identifier: z.string(),
  refresh_url: z.string(),
  scope: bindingScope,
  credentials: z.array(boundCookie),
  allowed_refresh_initiators: z.optional(z.array(z.string())),
});
