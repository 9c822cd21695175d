// Starts the table alone: the real engine over HTTP, without the service in front of it.
import { afterAll, beforeAll } from '@jest/globals';
import { startEngine } from '../../../infra/tools/local/engine.ts';
import { createTable } from '../../../infra/tools/local/table.ts';
import { newTenantId, type TenantId } from '../../../lib/platform/ids.ts';
import { close } from '../../../lib/store/dynamo/client.ts';
import type { Item } from '../../../lib/store/dynamo/table.ts';
import type { User } from '../../../lib/store/people/users.ts';
import * as users from '../../../lib/store/people/users.ts';
import { rootSettings } from '../../support/roots.ts';
import { waitForEngine } from '../../support/second-engine.ts';
import { unique } from '../../support/service.ts';

const TABLE = 'store-test';

/** Has an engine with an empty table for the tests of a file, and points this process at it. */
export function useTable(): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    stop = await startTable();
  });
  afterAll(() => stop?.());
}

export async function startTable(): Promise<() => Promise<void>> {
  const engine = await startEngine(undefined, undefined);
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: TABLE,
    ...rootSettings('root'),
  });
  await createTable(engine.endpoint, TABLE);
  waitForEngine();
  return async () => {
    close();
    await engine.stop();
  };
}

export type Thing = Item & { type: 'thing'; value: number; note?: string };

/** Returns a key that no item has. */
export const newKey = (prefix = 'K') => ({ pk: unique(prefix), sk: 'THING' });
export const thing = (key: { pk: string; sk: string }, value: number): Thing => ({ ...key, type: 'thing', value });

/** An account as sign-up would write it. */
export const newAccount = (email: string, tenantId: TenantId = newTenantId()): User =>
  users.itemOf({
    ...users.newUser(tenantId, { email, phone: null, passwordHash: 'hash' }),
    createdAt: 1,
    updatedAt: 1,
  });
