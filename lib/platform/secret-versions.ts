// The versions that Secrets Manager keeps of a secret, for the one function that makes new ones.
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { TIMEOUTS } from './aws.ts';
import { parseRoots } from './secrets.ts';

type Roots = Readonly<Record<string, string>>;

let client: SecretsManagerClient | undefined;
const manager = (): SecretsManagerClient => {
  client ??= new SecretsManagerClient({ maxAttempts: 3, requestHandler: TIMEOUTS });
  return client;
};

/** What is in use: past the cache, which may be minutes old. Throws when it can't be read or is not valid. */
export async function current(id: string): Promise<{ roots: Roots; versionId: string; createdAt: number }> {
  const {
    SecretString = '',
    VersionId = '',
    CreatedDate,
  } = await manager().send(new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSCURRENT' }));
  return { roots: parseRoots(SecretString), versionId: VersionId, createdAt: CreatedDate?.getTime() ?? 0 };
}

/** What this rotation has proposed so far. Throws when the secret doesn't rotate, or knows nothing of this rotation. */
export async function pending(id: string, token: string): Promise<Roots | undefined> {
  const { RotationEnabled, VersionIdsToStages } = await manager().send(new DescribeSecretCommand({ SecretId: id }));
  const stages = VersionIdsToStages?.[token];
  if (!RotationEnabled || !stages?.some((stage) => stage === 'AWSPENDING' || stage === 'AWSCURRENT'))
    throw new Error('Secrets Manager knows nothing of this rotation');
  const value = await manager()
    .send(new GetSecretValueCommand({ SecretId: id, VersionId: token, VersionStage: 'AWSPENDING' }))
    .catch((error: Error) => {
      if (error.name === 'ResourceNotFoundException') return undefined; // announced, and not yet written
      throw error;
    });
  return value?.SecretString === undefined ? undefined : parseRoots(value.SecretString);
}

/** Writes the value of this rotation, unless there is one: of parallel runs the first is everybody's. */
export async function propose(id: string, token: string, roots: Roots): Promise<void> {
  const version = { SecretId: id, ClientRequestToken: token, VersionStages: ['AWSPENDING'] };
  await manager()
    .send(new PutSecretValueCommand({ ...version, SecretString: JSON.stringify(roots) }))
    .catch((error: Error) => {
      if (error.name !== 'ResourceExistsException') throw error;
    });
}

/** From now on the proposed value is the one in use. */
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
