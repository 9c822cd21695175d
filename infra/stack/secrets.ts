// Creates the deployment's secrets. Secrets Manager generates their values, which no person and no template ever sees.
// A change to `generateSecretString` generates a new value, which would make passwords and sealed items worthless.
import { Aws, CfnCondition, Fn } from 'aws-cdk-lib';
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { ROOT_SECRETS, SecretName } from '../functions.ts';
import type { Settings } from '../settings/settings.ts';
import { KEPT } from './keep.ts';

/** The admin key exists until the deployment turns it off, the other optional ones if it asks for them. */
export type Secrets = Record<SecretName, Secret | undefined> & Record<(typeof ROOT_SECRETS)[number], Secret>;

export const createSecrets = (
  scope: Construct,
  {
    hasAdminKey,
    hasIdentityProviders,
    proxy,
    life,
  }: Pick<Settings, 'hasAdminKey' | 'hasIdentityProviders' | 'proxy' | 'life'>,
): Secrets => ({
  ...besideBackups(scope, life.backup?.copyVaultArn, {
    pepper: rootSecret(scope, 'PepperSecret', 'passwords'),
    seal: rootSecret(scope, 'SealSecret', 'what is stored encrypted'),
    session: rootSecret(scope, 'SessionSecret', 'tokens, codes, cursors and limiters'),
  }),
  // A separate secret, so that only one function can read it and it can be removed once there is an admin.
  admin: hasAdminKey
    ? new Secret(scope, 'AdminSecret', {
        description: 'Gatehouse: the key for creating the first admin',
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
      })
    : undefined,
  sso: hasIdentityProviders
    ? withoutValue(
        new Secret(scope, 'SsoSecret', {
          description: 'Gatehouse: identity providers of the deployment, as JSON by name',
          removalPolicy: KEPT,
        }),
      )
    : undefined,
  // The operator copies it to the proxy, and later replaces it by `old,new` and `new`.
  proxy:
    proxy === undefined
      ? undefined
      : new Secret(scope, 'ProxySecret', {
          description: 'Gatehouse: what the proxy in front of the API sends in x-gatehouse-proxy',
          generateSecretString: { passwordLength: 48, excludePunctuation: true },
          removalPolicy: KEPT,
        }),
});

const rootSecret = (scope: Construct, id: string, purpose: string): Secret =>
  new Secret(scope, id, {
    description: `Gatehouse: versions of the root secret for ${purpose}, which one is current, and since when`,
    // 64 letters and digits hold 381 bits; 256 is the strength of everything derived from them.
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: '1',
      passwordLength: 64,
      excludePunctuation: true,
    },
    removalPolicy: KEPT,
  });

/**
 * Replicates the secrets to the region of the vault that copies of backups go to: a table without them opens nothing. A vault
 * in the deployment's own region, of another account, changes nothing.
 */
function besideBackups<T extends Record<string, Secret>>(scope: Construct, vaultArn: string | undefined, roots: T): T {
  if (vaultArn === undefined) return roots;
  const region = Fn.select(3, Fn.split(':', vaultArn));
  const isElsewhere = new CfnCondition(scope, 'BackupsAreCopiedElsewhere', {
    expression: Fn.conditionNot(Fn.conditionEquals(region, Aws.REGION)),
  });
  for (const { node } of Object.values(roots))
    (node.defaultChild as CfnSecret).addPropertyOverride(
      'ReplicaRegions',
      Fn.conditionIf(isElsewhere.logicalId, [{ Region: region }], Aws.NO_VALUE),
    );
  return roots;
}

/** Operators write its value. The template has none, so that no deployment can overwrite it. */
function withoutValue(secret: Secret): Secret {
  (secret.node.defaultChild as CfnSecret).generateSecretString = undefined;
  return secret;
}
