// Emulates Secrets Manager: values by name, with the versions and staging labels that a rotation moves.
import { randomUUID } from 'node:crypto';

type Version = { value: string | undefined; stages: Set<string>; createdAt: number };
type Secret = { versions: Map<string, Version>; rotates: boolean };
type Input = {
  SecretId: string;
  VersionId?: string;
  VersionStage?: string;
  ClientRequestToken?: string;
  SecretString?: string;
  VersionStages?: string[];
  MoveToVersionId?: string;
  RemoveFromVersionId?: string;
};

export type SecretsManager = {
  /**
   * By name as in `x-amz-target`. Each returns `undefined` if there is no such secret or version; `__type` names other
   * errors.
   */
  operations: Readonly<Record<string, (input: Input) => unknown>>;
  /** Starts a rotation as Secrets Manager does before it invokes the function. Returns the token of the new version. */
  beginRotation: (id: string) => string;
};

const CURRENT = 'AWSCURRENT';
const PENDING = 'AWSPENDING';
/** When the next rotation is due: in a day. */
const NEXT_MS = 86_400_000;

export function createSecretsManager(values: Readonly<Record<string, string>>): SecretsManager {
  const version = (value: string | undefined, ...stages: string[]): Version => ({
    value,
    stages: new Set(stages),
    createdAt: Date.now(),
  });
  const secrets = new Map(
    Object.entries(values).map(([id, value]): [string, Secret] => [
      id,
      { versions: new Map([[randomUUID(), version(value, CURRENT)]]), rotates: false },
    ]),
  );
  const find = ({ SecretId, VersionId, VersionStage = CURRENT }: Input): [string, Version] | undefined =>
    [...(secrets.get(SecretId)?.versions ?? [])].find(
      ([id, { stages }]) => (VersionId ?? id) === id && (stages.has(VersionStage) || VersionId !== undefined),
    );

  return {
    operations: {
      GetSecretValue: (input) => {
        const [VersionId, found] = find(input) ?? [];
        if (found?.value === undefined) return undefined;
        const CreatedDate = found.createdAt / 1000;
        const VersionStages = [...found.stages];
        return { Name: input.SecretId, SecretString: found.value, VersionId, VersionStages, CreatedDate };
      },
      DescribeSecret: ({ SecretId }) => {
        const secret = secrets.get(SecretId);
        const stages = [...(secret?.versions ?? [])].map(([id, each]) => [id, [...each.stages]]);
        return (
          secret && {
            RotationEnabled: secret.rotates,
            ...(secret.rotates && { NextRotationDate: (Date.now() + NEXT_MS) / 1000 }),
            VersionIdsToStages: Object.fromEntries(stages),
          }
        );
      },
      PutSecretValue: ({
        SecretId,
        ClientRequestToken: id = randomUUID(),
        SecretString,
        VersionStages = [CURRENT],
      }) => {
        const secret = secrets.get(SecretId);
        if (!secret) return undefined;
        const there = secret.versions.get(id)?.value;
        if (there !== undefined && there !== SecretString) return { __type: 'ResourceExistsException' };
        for (const stage of VersionStages) for (const each of secret.versions.values()) each.stages.delete(stage);
        secret.versions.set(id, version(SecretString, ...VersionStages));
        return { Name: SecretId, VersionId: id };
      },
      UpdateSecretVersionStage: ({ SecretId, VersionStage = '', MoveToVersionId = '', RemoveFromVersionId = '' }) => {
        const versions = secrets.get(SecretId)?.versions;
        if (!versions?.get(MoveToVersionId) || !versions.get(RemoveFromVersionId)?.stages.delete(VersionStage))
          return undefined;
        versions.get(MoveToVersionId)?.stages.add(VersionStage);
        return { Name: SecretId };
      },
    },
    beginRotation: (id) => {
      const secret = secrets.get(id);
      if (!secret) throw new Error(`there is no secret ${id}`);
      const token = randomUUID();
      secret.rotates = true;
      secret.versions.set(token, version(undefined, PENDING));
      return token;
    },
  };
}
