// Reads and writes the versions of a secret in Secrets Manager, for the function that rotates the root secret, and says
// when the next rotation is due.
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { Roots } from '../../crypto/roots.ts';
import { TIMEOUTS } from './aws.ts';
import { parseRoots } from './secrets.ts';

let client: SecretsManagerClient | undefined;
const manager = (): SecretsManagerClient => {
  client ??= new SecretsManagerClient({ maxAttempts: 3, requestHandler: TIMEOUTS });
  return client;
};

/** Returns the version in use, bypassing the cache, which may be minutes old. Throws if it is unreadable or invalid. */
export async function current(id: string): Promise<{ roots: Roots; versionId: string; createdAt: number }> {
  const {
    SecretString = '',
    VersionId = '',
    CreatedDate,
  } = await manager().send(new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSCURRENT' }));
  return { roots: parseRoots(SecretString), versionId: VersionId, createdAt: CreatedDate?.getTime() ?? 0 };
}

/**
 * Returns when the secret must have been rotated next, in ms; `undefined` if its rotation is switched off. The time is in
 * the past if rotations fail (API reference of DescribeSecret, "NextRotationDate").
 */
export async function nextRotation(id: string): Promise<number | undefined> {
  const { RotationEnabled, NextRotationDate } = await manager().send(new DescribeSecretCommand({ SecretId: id }));
  return RotationEnabled ? NextRotationDate?.getTime() : undefined;
}

/** Returns the version that this rotation has written, if any. Throws if Secrets Manager does not know the rotation. */
export async function pending(id: string, token: string): Promise<Roots | undefined> {
  const { RotationEnabled, VersionIdsToStages } = await manager().send(new DescribeSecretCommand({ SecretId: id }));
  const stages = VersionIdsToStages?.[token];
  if (!RotationEnabled || !stages?.some((stage) => stage === 'AWSPENDING' || stage === 'AWSCURRENT'))
    throw new Error('Secrets Manager does not know this rotation');
  const value = await manager()
    .send(new GetSecretValueCommand({ SecretId: id, VersionId: token, VersionStage: 'AWSPENDING' }))
    .catch((error: Error) => {
      if (error.name === 'ResourceNotFoundException') return undefined; // announced, not yet written
      throw error;
    });
  return value?.SecretString === undefined ? undefined : parseRoots(value.SecretString);
}

/** Writes the value of this rotation unless there is one. If runs race, the first one wins. */
export async function propose(id: string, token: string, roots: Roots): Promise<void> {
  const version = { SecretId: id, ClientRequestToken: token, VersionStages: ['AWSPENDING'] };
  await manager()
    .send(new PutSecretValueCommand({ ...version, SecretString: JSON.stringify(roots) }))
    .catch((error: Error) => {
      if (error.name !== 'ResourceExistsException') throw error;
    });
}

/** Makes the proposed version the one in use. */
export async function promote(id: string, token: string, from: string): Promise<void> {
  await manager().send(
    new UpdateSecretVersionStageCommand({
      SecretId: id,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: token,
      RemoveFromVersionId: from,
    }),
  );
}
