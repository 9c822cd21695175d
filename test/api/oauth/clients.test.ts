// Sends what is wrong to every operation of OAuth that an application authenticates at. Generated from the contract.
import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../../lib/contract/operation.ts';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import { basic, basicOf, newMachine, postForm } from '../../support/applications.ts';
import { freshIp } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { newServer } from '../../support/oauth-browser.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const paths = operations
  .filter(({ operation }) => operation.access === 'client')
  .map(({ route }) => pathOf(route))
  .filter((path) => path.startsWith('/oauth2/'));
/** Enough for each operation to get as far as the application. */
const FIELDS = { grant_type: 'client_credentials', token: 'x' };

describe.each(paths)('POST %s', (path) => {
  test('400 invalid_request for a missing field, two methods and a field twice', async () => {
    // A machine may push no request.
    const isPushed = path === '/oauth2/par';
    const headers = basicOf(isPushed ? await newServer() : await newMachine(await service.tenant()));
    const twice = [...Object.entries(FIELDS), ...Object.entries(FIELDS)] as [string, string][];
    // A device may ask for nothing.
    const missing = path === '/oauth2/device_authorization' ? [] : [{}];
    for (const fields of [...missing, { ...FIELDS, client_secret: 'x' }, twice]) {
      const reply = await postForm(service, path, fields, { headers });
      expectWellFormed(reply);
      expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_INPUT'), 'invalid_request']);
    }
  });

  test('415 and 413 for what is no form and for a long one', async () => {
    const send = (raw: string, type: string) => service.send('POST', path, { raw, headers: { 'content-type': type } });
    const json = await send('{}', 'application/json');
    const long = await send('a'.repeat(64 * 1024 + 1), 'application/x-www-form-urlencoded');
    for (const reply of [json, long]) expectWellFormed(reply);
    expect([json, long].map(answerOf)).toEqual([refusal('UNSUPPORTED_MEDIA_TYPE'), refusal('PAYLOAD_TOO_LARGE')]);
  });

  test('401 invalid_client for a wrong secret, and 429 after many of one network', async () => {
    const { application } = await newMachine(await service.tenant());
    const ip = freshIp();
    const guess = () => postForm(service, path, FIELDS, { headers: basic(application.id, 'gcs_x'), ip });
    const first = await guess();
    expectWellFormed(first);
    expect([...answerOf(first), first.body.error]).toEqual([...refusal('INVALID_CLIENT'), 'invalid_client']);
    for (let at = 0; at < 30; at++) await Promise.all(Array.from({ length: 10 }, guess));
    expect(answerOf(await guess())).toEqual(refusal('RATE_LIMITED'));
  });

  test('405 in the form of OAuth for a GET', async () => {
    const reply = await service.get(path);
    expectWellFormed(reply);
    expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('METHOD_NOT_ALLOWED'), 'invalid_request']);
  });
});
