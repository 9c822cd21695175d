// Checks that applications of one browser that begin at the same moment all get their tokens. Each exchange counts a
// child of the browser's session. DynamoDB cancels a transaction that meets another one at an item; no local engine does
// that, so a relay does it here.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { close } from '../../../lib/store/dynamo/client.ts';
import type { Known } from '../../support/applications.ts';
import { cancelled } from '../../support/faults/store/wire.ts';
import { codeOf, exchange, newServer, signedIn, userinfo } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { type Body, type Fate, type Relay, startRelay } from '../../support/relay.ts';
import { useService } from '../../support/service.ts';

/** How long a transaction holds its items. An assumption: AWS publishes no number, and nothing here has measured one. */
const HELD_MS = 20;
const CALLERS = 20;

const service = useService();
const held = new Set<string>();
let conflicts = 0;
let relay: Relay;
let engine: string | undefined;
let known: Known;
beforeAll(async () => {
  known = await newServer();
  engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  relay = await startRelay(engine as string, conflicting);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = relay.endpoint;
  close();
});
afterAll(async () => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine;
  close();
  await relay.stop();
});

function conflicting(operation: string, { TransactItems = [] }: Body): Fate {
  if (operation !== 'TransactWriteItems') return 'passes';
  const keys: string[] = TransactItems.map((each: Body) => keyOf(Object.values(each)[0] as Body));
  if (keys.some((key) => held.has(key))) {
    conflicts++;
    return { reply: cancelled(keys.length, 'TransactionConflict') };
  }
  for (const key of keys) held.add(key);
  setTimeout(() => {
    for (const key of keys) held.delete(key);
  }, HELD_MS);
  return 'passes';
}

const keyOf = ({ Key, Item }: Body): string => {
  const { pk, sk } = Key ?? Item;
  return `${pk.S} ${sk.S}`;
};

test('twenty codes of one browser that are exchanged at once all give tokens', async () => {
  const { jar } = await signedIn(service, await service.tenant());
  const codes: { code: string; verifier: string }[] = [];
  for (let at = 0; at < CALLERS; at++) codes.push(await codeOf(jar, known));
  const replies = await race(CALLERS, (at) => exchange(service, known, codes[at] as (typeof codes)[number]));
  expect(outcomes(replies)).toEqual({ 200: CALLERS });
  expect(conflicts).toBeGreaterThan(0);
});

test('sessions that begin while the user logs out everywhere end, too', async () => {
  const { jar } = await signedIn(service, await service.tenant());
  const codes: { code: string; verifier: string }[] = [];
  for (let at = 0; at < 9; at++) codes.push(await codeOf(jar, known));
  const replies = await race(10, (at) => {
    const sent = codes[at];
    return sent ? exchange(service, known, sent) : jar.post('/auth/logout-all');
  });
  expect(replies.at(-1)?.status).toBe(200);
  for (const { status, body } of replies.slice(0, -1)) {
    expect([200, 400]).toContain(status);
    if (status === 200) expect((await userinfo(service, body.access_token)).status).toBe(401);
  }
});
