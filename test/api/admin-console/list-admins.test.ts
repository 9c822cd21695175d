// Tests GET /auth/admin/admins.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers } from '../../support/admins.ts';
import { later, SECOND } from '../../support/api.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

describe('GET /auth/admin/admins 200', () => {
  test('lists every admin, newest first, without secrets', async () => {
    const one = (await later(SECOND, () => call.create({ name: 'One' }))).body.admin;
    const two = (await later(2 * SECOND, () => call.create({ metadata: { team: 'core' } }))).body.admin;
    const { status, body, text } = await call.list();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data).toEqual([
      { ...two, isLocked: false },
      { ...one, isLocked: false },
      expect.objectContaining({ email: service.adminLogin.email }),
    ]);
    expect(text).not.toMatch(/hash|epoch|scrypt|\$/i);
  });

  test('omits deleted admins', async () => {
    const { id } = await call.account();
    await call.remove(id);
    expect((await call.list()).body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  });
});
