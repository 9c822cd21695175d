// Asserts what a client that is not registered costs: no more than an application of others does.
import { expect, test } from '@jest/globals';
import { exchangeAs, tokenAs, tokensAs, useDocuments } from '../../support/client-documents.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import {
  ask,
  codeOf,
  exchange,
  newServer,
  refreshAs,
  signedIn,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const documents = useDocuments();

/** The units of the last request: read and written. */
async function unitsOf(call: () => Promise<unknown>): Promise<[number, number]> {
  const { readUnits, writeUnits } = ofEvent(await logged(call), 'request').at(-1) as Line;
  return [readUnits, writeUnits];
}

test('a client that is not registered costs no more than an application of others, and four writes for its document', async () => {
  const { jar } = await signedIn(service, await service.tenant({ unregisteredClients: { policy: 'any' } }));
  const [known, other, back] = [
    documents.publish(),
    await newServer({ party: 'third' }),
    { redirect_uri: documents.callback },
  ];
  const fetched = await unitsOf(() => ask(jar, known, back));
  const [own, theirs] = [await tokensAs(service, jar, known, back), await tokensOf(service, jar, other)];
  const [code, theirCode] = [await codeOf(jar, known, back), await codeOf(jar, other)];
  const ours = {
    authorize: await unitsOf(() => ask(jar, known, back)),
    code: await unitsOf(() => exchangeAs(service, known, code)),
    userinfo: await unitsOf(() => userinfo(service, own.access_token)),
    refresh: await unitsOf(() =>
      tokenAs(service, known, { grant_type: 'refresh_token', refresh_token: own.refresh_token }),
    ),
  };
  const registered = {
    authorize: await unitsOf(() => ask(jar, other)),
    code: await unitsOf(() => exchange(service, other, theirCode)),
    userinfo: await unitsOf(() => userinfo(service, theirs.access_token)),
    refresh: await unitsOf(() => refreshAs(service, other, theirs.refresh_token)),
  };
  expect([fetched, ours, registered]).toEqual([
    [6, 4],
    { authorize: [5, 0], code: [3, 8], userinfo: [3, 0], refresh: [3, 1] },
    { authorize: [5, 0], code: [3, 8], userinfo: [4, 0], refresh: [3, 1] },
  ]);
});
