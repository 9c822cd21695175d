// Starts Gatehouse and its peers, ready to be measured.
import { createCaller } from '../harness/caller.ts';
import type { Own } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { startTable } from '../harness/table.ts';
import { createWorld } from '../harness/world.ts';
import { type Api, createContractApi } from './api.ts';
import { createBetterAuthApi } from './better-auth-api.ts';
import type { Contender } from './measure.ts';
import type { PeerName } from './packages.ts';
import type { Database } from './postgres.ts';
import { startPeer } from './start.ts';
import { createTasks, prove } from './work.ts';

/** Replaces the small heap of the local run, so that all servers run with the options that Node has by itself. */
const PLAIN_NODE = ['--max-semi-space-size=0'];

async function contender(name: string, pid: number, api: Api): Promise<Contender> {
  await prove(name, api);
  return { name, pid, tasks: { 1: await createTasks(api, 1), 16: await createTasks(api, 16) } };
}

/** Without the stream, Gatehouse does what its API functions do, and no change feed runs beside it. */
export async function startGatehouse(own: Own, name: string, { stream }: { stream: boolean }): Promise<Contender> {
  const engine = own(await startTable({ stream }));
  const service = own(await startService({ ...FAST, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }, PLAIN_NODE));
  const caller = own(createCaller(service.baseUrl));
  const { tenantId } = await createWorld(caller, service);
  return contender(name, service.pid, createContractApi(caller, tenantId, { toggles: false }));
}

/** Throws an error that says why a peer cannot be measured. */
export async function startOther(own: Own, name: PeerName, database: Database | undefined): Promise<Contender> {
  const server = own(await startPeer(name, database));
  const caller = own(createCaller(server.baseUrl));
  const { tenantId } = server;
  const api = tenantId ? createContractApi(caller, tenantId, { toggles: true }) : createBetterAuthApi(caller);
  return contender(name, server.pid, api);
}
