// Starts one DynamoDB Local for all test files. Each engine that a file starts is then a part of it, with tables of its
// own.
import { startDynamoDbLocal } from '../../../infra/tools/local/engines/dynamodb-local.ts';
import { freePort } from '../../../infra/tools/local/ports.ts';
import emptyLedger from './global-setup.js';

export default async function engineSetup() {
  emptyLedger();
  const engine = await startDynamoDbLocal(undefined, await freePort(), false);
  process.env.GATEHOUSE_ENGINE = engine.endpoint;
  globalThis.stopEngine = engine.stop;
}
