// Threat: a stranger has so many messages sent to an address that its owner, who has no account yet, gets none. A reserve
// for people who prove nothing would be the stranger's, too, so the way out needs no message.
import { expect, test } from '@jest/globals';
import { attemptWithin, isRefused, maxOf } from '../../../lib/domain/credentials/limits.ts';
import { mailboxOf } from '../../../lib/domain/credentials/mailbox.ts';
import { messagesTo } from '../../support/messages.ts';
import { newEmail, newPassword } from '../../support/service.ts';
import { logIn, stranger, tenantWith, useSso } from '../../support/sso.ts';

const sso = useSso();
const { service } = sso;

/** Uses up what strangers may have sent to the address in a day, over all tenants. */
async function flooded(email: string): Promise<void> {
  const most = 2 * maxOf('email-day');
  const use = () => attemptWithin(most, 'email-day', 'all tenants', mailboxOf(email));
  for (let sent = 0; sent < most; sent++) await use();
  expect(isRefused(await use())).toBe(true);
}

test('a person without an account, whose address a stranger has flooded, gets in by another address or a provider', async () => {
  const tenant = await tenantWith(service, sso.realm, { signup: { mode: 'verifyFirst' } });
  const signUp = (email: string) =>
    service.post('/auth/signup', { tenantId: tenant.id, email, password: newPassword() });
  const email = newEmail();
  await flooded(email);
  await signUp(email);
  const other = newEmail();
  await signUp(other);
  expect(await messagesTo(service, 'svc.passwordless_code_requested', other)).toHaveLength(1);
  expect(await messagesTo(service, 'svc.passwordless_code_requested', email, 0)).toEqual([]);
  expect((await logIn(service, tenant, sso.realm, stranger({ email }))).status).toBe(200);
});
