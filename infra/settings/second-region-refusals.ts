// Refuses settings of secrets and of a second region that could not work together.
import { Token } from 'aws-cdk-lib';
import { ROOT_SECRETS } from '../functions.ts';
import { UserError } from '../user-error.ts';
import { partitionOf } from './partition.ts';
import type { Settings } from './settings.ts';

/** Throws `UserError` for the first contradiction. */
export function requireSecondRegion(settings: Settings): void {
  requireUsedSecrets(settings);
  requireReplica(settings);
  requireRole(settings);
}

function requireUsedSecrets({ existingSecrets, rotatesExistingSecrets, hasIdentityProviders, proxy }: Settings): void {
  if (existingSecrets.sso !== undefined && !hasIdentityProviders)
    throw new UserError('existingSecrets names sso, which needs identityProviders=on');
  if (existingSecrets.proxy !== undefined && proxy === undefined)
    throw new UserError('existingSecrets names proxy, which needs trustedProxy or front');
  if (rotatesExistingSecrets && ROOT_SECRETS.every((name) => existingSecrets[name] === undefined))
    throw new UserError('existingSecretRotation needs a root secret in existingSecrets');
}

function requireReplica({ env, secondRegion, restoredStreamArn, existingSecrets, isHardened }: Settings): void {
  const { replica } = secondRegion;
  if (!replica) return;
  const { region, keyArn } = replica;
  if (env.region === undefined) throw new UserError('replicaRegion needs region');
  if (region === env.region) throw new UserError(`replicaRegion must be another region than ${env.region}`);
  if (partitionOf(region) !== partitionOf(env.region))
    throw new UserError(`replicaRegion ${region} is in another partition than ${env.region}`);
  if (restoredStreamArn !== undefined)
    throw new UserError('replicaRegion excludes restoredStreamArn: the stack does not own that table');
  const foreign = Object.keys(existingSecrets)[0];
  if (foreign !== undefined)
    throw new UserError(`replicaRegion excludes existingSecrets: the stack does not own ${foreign}`);
  if (isHardened && keyArn === undefined)
    throw new UserError(`profile=hardened with replicaRegion needs replicaKeyArn, a key of ${region}`);
  if (!isHardened && keyArn !== undefined) throw new UserError('replicaKeyArn needs profile=hardened');
  if (keyArn !== undefined && !Token.isUnresolved(keyArn) && keyArn.split(':')[3] !== region)
    throw new UserError(`replicaKeyArn names the region ${keyArn.split(':')[3]}, and replicaRegion is ${region}`);
}

function requireRole({ secondRegion, restoredStreamArn, existingSecrets, domain, baseUrl }: Settings): void {
  const { role, standbyUrl, replica } = secondRegion;
  if (standbyUrl !== undefined && (role !== 'primary' || !domain?.zone))
    throw new UserError('standbyUrl needs regionRole=primary, and a hosted zone for its record');
  if (role !== undefined && baseUrl === undefined)
    throw new UserError('regionRole needs domainName or baseUrl: both deployments have one address');
  if (role !== 'standby') return;
  if (replica) throw new UserError('a standby has no replica of its own: replicaRegion belongs to the primary');
  if (restoredStreamArn === undefined)
    throw new UserError('regionRole=standby needs restoredStreamArn, the stream of the replica');
  const own = ROOT_SECRETS.filter((name) => existingSecrets[name] === undefined);
  if (own.length)
    throw new UserError(
      `regionRole=standby needs existingSecrets with ${own.join(', ')}: with other ones it could not read the replica`,
    );
}
