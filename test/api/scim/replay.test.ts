// Plays the synchronisations of Okta, Entra and Google twice: the second one finds all as it is, and changes nothing.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startEngine } from '../../../infra/tools/local/engine.ts';
import { startRelay } from '../../support/relay.ts';
import { directoryOf } from '../../support/scim.ts';
import { running, startService, unique } from '../../support/service.ts';
import * as entra from './suites/entra.ts';
import * as google from './suites/google.ts';
import * as okta from './suites/okta.ts';
import { type Kept, playStep } from './suites/step.ts';

const written: string[] = [];
/** A refused request is noted: Okta creates a person without looking first. */
const NOTE = '{"S":"REFUSALS"}';
const READS = ['GetItem', 'BatchGetItem', 'Query', 'DescribeTable'];
const engine = running(() => startEngine(undefined, undefined));
const relay = running(() =>
  startRelay(engine.endpoint, () => 'passes', {
    carriedOut: (operation, body, status) => {
      const text = JSON.stringify(body);
      if (status === 200 && !READS.includes(operation) && !text.includes(NOTE)) written.push(`${operation} ${text}`);
    },
  }),
);
const service = running(() => startService({}, { endpoint: relay.endpoint, changeFeed: false }));
beforeAll(() => service.adminCookie());

describe.each([
  ['Okta', okta.synchronisation],
  ['Entra', entra.synchronisation],
  ['Google', google.synchronisation],
])('%s', (_, synchronisation) => {
  test('brings its user the first time, and the second time writes nothing but what was refused', async () => {
    const directory = await directoryOf(service, await service.tenant());
    const steps = synchronisation(unique('sync'));
    for (const isAgain of [false, true]) {
      const kept: Kept = new Map();
      written.length = 0;
      for (const step of steps) {
        await playStep(directory, step, kept, isAgain);
        if (isAgain) expect([step.name, written]).toEqual([step.name, []]);
      }
      if (!isAgain) expect(written.length).toBeGreaterThan(0);
    }
    expect((await directory.ask('GET', '/Users?count=0')).body.totalResults).toBe(1);
  });
});
