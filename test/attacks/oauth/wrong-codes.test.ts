// Threat: anyone may guess at codes as an application without a secret, and each guess costs reads and writes. The refusals
// of one network are limited, and keep no one out elsewhere.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { basicOf, type Known, postForm } from '../../support/applications.ts';
import { freshIp } from '../../support/http.ts';
import { CALLBACK, codeOf, newServer, signedIn } from '../../support/oauth-browser.ts';
import { race, tally } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const known = prepared(() => newServer({ kind: 'browser', secrets: [] }));
const browser = prepared(async () => signedIn(service, await service.tenant()));

type Shown = { code: string; verifier: string };
const WRONG = { code: 'x'.repeat(43), verifier: 'y'.repeat(43) };
const redeem = ({ application: { id } }: Known, { code, verifier }: Shown, ip: string, more: object = {}) =>
  postForm(
    service,
    '/oauth2/token',
    { grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier, redirect_uri: CALLBACK },
    { ip, ...more },
  );
/** Shows 400 wrong codes from the network. */
async function flood(ip: string): Promise<string[]> {
  const codes: string[] = [];
  for (let round = 0; round < 20; round++) {
    const replies = await race(20, () => redeem(known, WRONG, ip));
    codes.push(...replies.map((reply) => answerOf(reply).join(' ')));
  }
  return codes;
}

describe('wrong codes of an application without a secret', () => {
  test('are refused with 429 after 300 of 400, and right codes still work from the same network and from others', async () => {
    const ip = freshIp();
    expect(tally(await flood(ip))).toEqual({ '400 INVALID_GRANT': 300, '429 RATE_LIMITED': 100 });
    const limited = await redeem(known, WRONG, ip);
    expect(limited.body).toMatchObject({ error: 'temporarily_unavailable' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    for (const from of [ip, freshIp()])
      expect((await redeem(known, await codeOf(browser.jar, known), from)).status).toBe(200);
    expect(answerOf(await redeem(known, WRONG, freshIp()))).toEqual(refusal('INVALID_GRANT'));
    expect(answerOf(await later(15 * MINUTE, () => redeem(known, WRONG, ip)))).toEqual(refusal('INVALID_GRANT'));
  });

  test('are counted for no application that proved itself with a secret', async () => {
    const [server, ip] = [await newServer(), freshIp()];
    const headers = basicOf(server);
    await race(20, () => redeem(server, WRONG, ip, { headers }));
    expect(tally((await flood(ip)).slice(0, 300))).toEqual({ '400 INVALID_GRANT': 300 });
  });
});
