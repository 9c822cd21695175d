// Threat: the table fails while a limit is counted and the account is still being read. A rejected promise that no caller
// awaits would end the process of the function.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Engine, startEngine } from '../../../../infra/tools/local/engine.ts';
import { maySend } from '../../../../lib/domain/credentials/message-budget.ts';
import { newTenantId } from '../../../../lib/platform/ids.ts';
import { type Fate, type Relay, startRelay } from '../../../support/relay.ts';
import { type Service, startService } from '../../../support/service.ts';

const REFUSED: Fate = {
  reply: { status: 400, body: { __type: 'com.amazonaws.dynamodb.v20120810#ValidationException', message: 'refused' } },
};
let engine: Engine;
let relay: Relay;
let service: Service;
let fate = (): Fate => 'passes';
beforeAll(async () => {
  engine = await startEngine(undefined, undefined);
  relay = await startRelay(engine.endpoint, () => fate());
  service = await startService({}, { changeFeed: false, endpoint: relay.endpoint });
});
afterAll(async () => {
  await service.stop();
  await relay.stop();
  await engine.stop();
});

test('a limit that cannot be counted while the account is read rejects the request alone, not the process', async () => {
  const failed = new Promise<void>((resolve) => {
    let calls = 0;
    // The network and the gap are counted. The count of minutes fails.
    fate = () => {
      if (++calls < 3) return 'passes';
      resolve();
      return REFUSED;
    };
  });
  const account = failed.then(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const requester = account.then(() => ({ isDecoy: false, settings: undefined }));
  const to = { purpose: 'reset', channel: 'email', to: 'a@example.com' } as const;
  // Jest fails a test during which a promise is rejected that no caller awaits.
  await expect(maySend({ tenant: newTenantId(), ...to, ip: '192.0.2.1' }, requester)).rejects.toThrow('refused');
});
