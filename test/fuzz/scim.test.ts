// Sends drawn requests of SCIM: no reply is a fault, and each has the form of SCIM. GATEHOUSE_FUZZ_COUNT=100000 sends as many, and
// GATEHOUSE_FUZZ_SEED and GATEHOUSE_FUZZ_FROM repeat one of them.
import { beforeAll, expect, test } from '@jest/globals';
import { directoryOf, person } from '../support/scim.ts';
import { prepared, unique, useService } from '../support/service.ts';
import { random } from '../world/random.ts';
import { rangeOr } from './run.ts';
import { drawRequest, wrongIn } from './scim.ts';

const { seed, from, count } = rangeOr({ seed: 3, from: 0, count: 600 });
const service = useService({ GATEHOUSE_LIMITS: 'off' });
beforeAll(() => service.adminCookie());
const directory = prepared(async () => directoryOf(service, await service.tenant()));

test(
  `no reply breaks a rule in ${count} requests of SCIM`,
  async () => {
    const { id: user } = await directory.create(person());
    const { body: group } = await directory.ask('POST', '/Groups', {
      displayName: unique('g'),
      members: [{ value: user }],
    });
    const statuses = new Set<number>();
    for (let at = from; at < from + count; at++) {
      const { method, path, body, ...more } = drawRequest(random(seed * 1_000_003 + at), { user, group: group.id });
      const reply = await directory.ask(method, path, body, more);
      statuses.add(reply.status);
      const wrong = wrongIn(reply);
      if (wrong) throw new Error(`seed ${seed}, request ${at}: ${method} ${path} ${wrong}: ${reply.text}`);
    }
    const isReplay = count < 600;
    for (const status of isReplay ? [] : [200, 201, 204, 400, 404, 405]) expect([...statuses]).toContain(status);
  },
  60_000 + count * 60,
);
