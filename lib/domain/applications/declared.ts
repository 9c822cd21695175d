// Keeps applications as a file declares them, with ids and secrets of its own. Only the local run has such a file: elsewhere
// an id and a secret are random.
import { isDeepStrictEqual } from 'node:util';
import { applicationFields } from '../../contract/fields/application.ts';
import { stepUpOf } from '../../contract/fields/field.ts';
import type { Body } from '../../contract/index.ts';
import { digest } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/ids.ts';
import * as store from '../../store/applications/applications.ts';
import type { AuditActor } from '../audit.ts';
import { change, changeEventsWrite, validApplication } from './applications.ts';
import { deploymentDoor } from './door.ts';

/** What a file declares: what an admin could send, and what is random elsewhere. */
export type Declared = Body<'POST /auth/admin/api/applications'> & {
  id: ApplicationId;
  secrets?: string[] | undefined;
};

const HINT = 4;
/** What an update writes. The keys of the record are those of its creation. */
const WRITTEN = Object.keys(stepUpOf(applicationFields, 'update')).map((name) =>
  name === 'isActive' ? 'status' : name,
) as (keyof store.Application)[];

/**
 * Creates the application, or changes the one with its id; what the file leaves out has its default. Throws INVALID_INPUT,
 * TENANT_NOT_FOUND and ROLE_NOT_FOUND, as an admin's request would, and `Error` if the kind is another one.
 */
export async function keepDeclared(actor: AuditActor, { id, secrets = [], ...body }: Declared): Promise<void> {
  const live = secrets.map((secret, at) => ({
    id: `sec_${String(at).padStart(22, '0')}`,
    digest: digest(secret),
    hint: secret.slice(-HINT),
    createdAt: now(),
  }));
  const declared = { ...(await validApplication(body, id)), secrets: live };
  const before = await store.findStored(id);
  if (!before)
    return store.create(declared, { events: changeEventsWrite(actor, 'created', undefined, declared), conditions: [] });
  if (before.kind !== declared.kind) throw new Error(`kind: is ${before.kind} and cannot be changed`);
  if (before.anyLoopback) throw new Error('id: belongs to the demo application');
  const fields = Object.fromEntries(WRITTEN.map((name) => [name, declared[name]]));
  const kept = secretsOf(before) === secretsOf(declared) ? before.secrets : live;
  const after = { ...before, ...fields, secrets: kept };
  if (!isDeepStrictEqual(after, before))
    await change(deploymentDoor(actor), id, 'updated', (stored) => ({ ...stored, ...fields, secrets: kept }));
}

const secretsOf = ({ secrets }: store.Application): string => secrets.map((each) => each.digest).join(' ');
