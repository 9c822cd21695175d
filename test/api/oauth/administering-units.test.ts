// Asserts that a request of a machine that administers reads no more than one of an admin, and that theirs reads what it did.
import { expect, test } from '@jest/globals';
import { adminToken, newAdministrator, withToken } from '../../support/administering.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const PATH = '/auth/admin/api/tenants';

test('a request of a machine reads one unit less than one of an admin', async () => {
  await service.tenant();
  const costOf = async (headers: Record<string, string>) => {
    await service.get(PATH, { headers });
    const lines = await logged(async () => {
      expect((await service.get(PATH, { headers })).status).toBe(200);
    });
    const { readUnits, writeUnits, trips } = ofEvent(lines, 'request').at(-1) as Line;
    return { readUnits: readUnits as number, writeUnits, trips };
  };
  const admin = await costOf({ cookie: await service.adminCookie() });
  const machine = await costOf(withToken(await adminToken(service, await newAdministrator('operator'))));
  expect(machine).toEqual({ ...admin, readUnits: admin.readUnits - 1 });
});
