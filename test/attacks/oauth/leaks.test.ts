// Checks that the protocol leaves no secret in the log, and that what was sealed before a root secret was replaced is of
// no use afterwards.
import { beforeAll, expect, test } from '@jest/globals';
import { handler as secretRotation } from '../../../functions/secret-rotation.ts';
import { forgetSecrets } from '../../../lib/platform/aws/secrets.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import { createJar } from '../../support/jar.ts';
import { startReceiver } from '../../support/logout-receiver.ts';
import { logged } from '../../support/logs.ts';
import { ask, codeOf, exchange, newServer, refreshAs, signedIn, targetOf } from '../../support/oauth-browser.ts';
import { secretsIn } from '../../support/secret-shapes.ts';
import { prepared, running, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const receiver = running(() => startReceiver());
const known = prepared(() => newServer({ backchannelLogoutUri: receiver.uri }));
beforeAll(async () => {
  service.local.followChanges();
});

test('no code, token, verifier, secret or sealed request is logged, by success or refusal', async () => {
  const secrets: string[] = [known.secret];
  const lines = await logged(async () => {
    const { jar } = await signedIn(service, await service.tenant());
    const sent = await codeOf(jar, known);
    const { body } = await exchange(service, known, sent);
    const other = await newServer();
    await exchange(service, other, sent);
    await refreshAs(service, other, body.refresh_token);
    await exchange(service, known, { ...sent, verifier: 'x'.repeat(43) });
    const next = (await refreshAs(service, known, body.refresh_token)).body;
    await postForm(service, '/oauth2/introspect', { token: next.access_token }, { headers: basicOf(known) });
    const { query } = await ask(createJar(service), known);
    await jar.get(`/oauth2/authorize?resume=${query.resume}`);
    await jar.get(`/oauth2/authorize?resume=${sent.code}`);
    await jar.get(`/oauth2/logout?id_token_hint=${next.id_token}`);
    await receiver.told(service, claimsOf(next.id_token).sid as string, known.application.id);
    secrets.push(sent.code, sent.verifier, query.resume as string, ...receiver.bodies, other.secret);
    for (const each of [body, next]) secrets.push(each.access_token, each.refresh_token, each.id_token);
  });
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
  expect(lines.flatMap((line) => secretsIn(JSON.stringify(line)))).toEqual([]);
});

test('codes and sealed requests of a revoked version of the secret are refused', async () => {
  const { jar } = await signedIn(service, await service.tenant());
  const sent = await codeOf(jar, known);
  const { query } = await ask(createJar(service), known);
  await secretRotation({ stolen: ['session'] });
  forgetSecrets();
  expect(answerOf(await exchange(service, known, sent))).toEqual(refusal('INVALID_GRANT'));
  const { to, query: error } = targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`));
  expect([to, error.code]).toEqual([`${service.baseUrl}/login/error`, 'request_expired']);
});
