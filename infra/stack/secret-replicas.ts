// Replicates secrets to the regions where their table, or copies of it, are: a table without them opens nothing.
import { Aws, CfnCondition, Fn, Token } from 'aws-cdk-lib';
import type { CfnSecret, ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ROOT_SECRETS } from '../functions.ts';
import { ADOPTABLE, type Adoptable } from '../settings/sections/keys.ts';
import type { Settings } from '../settings/settings.ts';

/** The value of `ReplicaRegions`; `undefined` without replicas. */
type Regions = unknown;

/**
 * Returns the replicas of each secret: all that a deployment in `replicaRegion` needs, and the root secrets in the region of
 * the vault that copies of backups go to. A vault in a region that has them already, of another account, changes nothing.
 */
export function replicatedTo(
  scope: Construct,
  { life, secondRegion: { replica } }: Pick<Settings, 'life' | 'secondRegion'>,
): Readonly<Partial<Record<Adoptable, Regions>>> {
  const standby = replica && { Region: replica.region, ...(replica.keyArn && { KmsKeyId: replica.keyArn }) };
  const vaultArn = life.backup?.copyVaultArn;
  const forAll = standby && Object.fromEntries(ADOPTABLE.map((name) => [name, [standby]]));
  if (vaultArn === undefined) return forAll ?? {};
  const isKnown = !Token.isUnresolved(vaultArn);
  const region = Fn.select(3, Fn.split(':', vaultArn));
  if (isKnown && region === replica?.region) return forAll ?? {};
  const others = [Aws.REGION, ...(replica && !isKnown ? [replica.region] : [])];
  const differ = others.map((other) => Fn.conditionNot(Fn.conditionEquals(region, other)));
  const isElsewhere = new CfnCondition(scope, 'BackupsAreCopiedElsewhere', {
    expression: differ.length === 1 ? differ[0] : Fn.conditionAnd(...differ),
  });
  const ifElsewhere = (replicas: unknown): unknown => Fn.conditionIf(isElsewhere.logicalId, replicas, Aws.NO_VALUE);
  const ofRoots = standby ? [standby, ifElsewhere({ Region: region })] : ifElsewhere([{ Region: region }]);
  return { ...forAll, ...Object.fromEntries(ROOT_SECRETS.map((name) => [name, ofRoots])) };
}

export function replicate(secret: Secret, regions: Regions): Secret {
  if (regions !== undefined) (secret.node.defaultChild as CfnSecret).addPropertyOverride('ReplicaRegions', regions);
  return secret;
}

/**
 * Returns `existingSecrets` for the deployment in another region: the ARN of a replica differs in its region only (Secrets
 * Manager user guide, "Replicate secrets across Regions").
 */
export const existingSecretsIn = (
  region: string,
  secrets: Readonly<Partial<Record<Adoptable, ISecret | undefined>>>,
): string =>
  ADOPTABLE.flatMap((name) => {
    const parts = Fn.split(':', secrets[name]?.secretArn ?? '', 7);
    const arn = Fn.join(
      ':',
      parts.map((part, at) => (at === 3 ? region : part)),
    );
    return secrets[name] ? [`${name}=${arn}`] : [];
  }).join(',');
