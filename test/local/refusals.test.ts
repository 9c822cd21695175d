// Checks the line by which the terminal of the local run explains a refused request of an application.
import { expect, test } from '@jest/globals';
import { refusalHints } from '../../infra/tools/local/refusals.ts';
import { watchLog } from '../../lib/platform/log.ts';
import { newServer, pathOf, requestOf } from '../support/oauth-browser.ts';
import { useService } from '../support/service.ts';

const service = useService();

test('the terminal names operation, cause, value, application and reference, and nothing that is routine', async () => {
  const printed: string[] = [];
  watchLog(refusalHints((line) => printed.push(line)));
  const known = await newServer();
  const ask = async (more: Record<string, string>) =>
    (await service.get(pathOf(requestOf(known, 'v'.repeat(43), more)))).headers['x-amzn-requestid'];
  await ask({});
  await ask({ prompt: 'none' });
  const wrong = await ask({ redirect_uri: 'http://localhost:3001/\u001b[31m"cb?x=1' });
  const missing = await ask({ code_challenge_method: 'plain' });
  watchLog(() => {});
  expect(printed).toEqual([
    `authorize refused: redirect_uri_not_registered, "http://localhost:3001/\\u001b[31m\\"cb?…", application ${known.application.id} (reference ${wrong})`,
    `authorize refused: invalid_request, "code_challenge_method must be S256.", application ${known.application.id} (reference ${missing})`,
  ]);
});
