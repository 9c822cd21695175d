// Once a user is deleted, nothing in the table tells about them but events that expire, and the log says that they are erased.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { now } from '../../../lib/platform/clock.ts';
import { type Feed, recordedAbout, startFeed } from '../../support/audit.ts';
import { trusting } from '../../support/mfa.ts';
import { addPasskey, authenticatorFor } from '../../support/passkeys.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

let feed: Feed;
beforeAll(async () => {
  feed = await startFeed(service);
});
afterAll(() => feed.stop());

const WEEK_SECONDS = 7 * 86_400;

test.each(['the user', 'an admin'])(
  '%s deletes an account, and only events of the last week keep its values',
  async (who) => {
    const user = await trusting(service, tenant);
    const { accessToken } = user.session;
    const id = claimsOf(accessToken).sub as string;
    const name = 'Zebulon Quixworthy';
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { name, metadata: { crew: 'Vermilion Kestrels' } });
    await addPasskey(service, { tokens: { accessToken } }, authenticatorFor(service), 'Heliotrope key');
    await service.login({ ...user, password: 'wrong' });
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    await feed.drain();
    const values = [user.email, user.email.split('@')[0] as string, 'Zebulon', 'Vermilion', 'Heliotrope'];
    const holding = async () => {
      const rows = await everyRow();
      return rows.filter((row) => {
        const text = JSON.stringify(row).toLowerCase();
        return values.some((value) => text.includes(value.toLowerCase()));
      });
    };
    const kinds = new Set((await holding()).map(({ type }) => type));
    for (const kind of ['user', 'address-claim', 'directory', 'passkey', 'audit-entry']) expect(kinds).toContain(kind);
    const reply =
      who === 'the user'
        ? await service.send('DELETE', '/auth/me', { headers: bearer(accessToken) })
        : await service.admin('DELETE', `/auth/admin/api/users/${id}`);
    expect(reply.status).toBe(200);
    await feed.drain();
    const left = await holding();
    expect(new Set(left.map(({ type }) => type))).toEqual(new Set(['outbox']));
    const weekAhead = now() / 1000 + WEEK_SECONDS;
    for (const { ttl } of left) expect(ttl).toBeLessThanOrEqual(weekAhead);
    const [certificate, ...others] = await recordedAbout(service, tenant, id, 'user.erased');
    expect(others).toEqual([]);
    expect(certificate).toMatchObject({ action: 'user.erased', target: { type: 'user', id } });
  },
);
