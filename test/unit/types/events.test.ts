// The compiler rejects an event that the contract does not know. `npm run check` compiles this file: a line below
// `@ts-expect-error` that compiles is an error itself.
import { expect, test } from '@jest/globals';
import { newTenantId, newUserId } from '../../../lib/platform/ids.ts';
import { event, outboxWrite, userHeader } from '../../../lib/store/outbox.ts';

const tenantId = newTenantId();
const header = userHeader({ tenantId, id: newUserId(tenantId), email: 'ada@example.com', phone: null });

const events = [
  event('svc.password_changed', header),
  // @ts-expect-error The name is misspelt.
  event('svc.pasword_changed', header),
  // @ts-expect-error The detail lacks the user.
  event('svc.password_changed', { tenantId }),
  // @ts-expect-error A field has the wrong type.
  event('svc.mfa_recovery_code_used', { ...header, codesLeft: '9' }),
  // @ts-expect-error A field is not one of the event's.
  event('svc.mfa_device_added', { ...header, deviceId: 'dev_x', deviceName: 'Phone', devicename: 'Phone' }),
  // @ts-expect-error The detail is another event's.
  event('svc.tenant_created', header),
];

test('an event with a misspelt name or a wrong detail does not compile', () => {
  outboxWrite(tenantId, [{ name: 'svc.email_verified', detail: header }], 0);
  // @ts-expect-error The name is misspelt.
  outboxWrite(tenantId, [{ name: 'svc.email_verfied', detail: header }], 0);
  expect(events).toHaveLength(6);
});
