// What the service publishes on the EventBridge bus: `source: gatehouse`, `detail-type` one of these names. Each detail
// also carries `id` (unique, for de-duplication: delivery is at least once) and `occurredAt`.
import * as z from 'zod/mini';

const envelope = { id: z.string(), occurredAt: z.iso.datetime() };
const ofTenant = { ...envelope, tenantId: z.string() };
const ofUser = { ...ofTenant, userId: z.string() };
const contact = { email: z.nullable(z.string()), phone: z.nullable(z.string()) };
const tenantDetail = { ...ofTenant, name: z.string(), slug: z.string() };

export const events = {
  'svc.user_created': z.object({ ...ofUser, ...contact }),
  'svc.registered': z.object({ ...ofUser, ...contact, provider: z.enum(['email', 'phone']) }),
  'svc.password_changed': z.object({ ...ofUser, ...contact }),
  'svc.refresh_token_reuse_detected': z.object({ ...ofUser, sessionId: z.string() }),
  'svc.tenant_created': z.object(tenantDetail),
  'svc.tenant_updated': z.object({ ...tenantDetail, updatedFields: z.array(z.string()) }),
  'svc.tenant_deleted': z.object(tenantDetail),
};

export type EventName = keyof typeof events;
export type EventDetail<Name extends EventName> = Omit<z.output<(typeof events)[Name]>, 'id' | 'occurredAt'>;

/** The `source` of every event on the bus. */
export const EVENT_SOURCE = 'gatehouse';
