// Creates the deployment's secrets. Secrets Manager generates their values, which no person and no template ever sees.
// A change to `generateSecretString` generates a new value, which would make passwords and sealed items worthless.
import { type CfnSecret, type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { ROOT_SECRETS, SecretName } from '../functions.ts';
import { FRONT } from '../settings/sections/front.ts';
import type { Adoptable } from '../settings/sections/keys.ts';
import type { Settings } from '../settings/settings.ts';
import { KEPT } from './keep.ts';
import { replicate, replicatedTo } from './secret-replicas.ts';

/** The admin key exists until the deployment turns it off, the other optional ones if it asks for them. */
export type Secrets = Record<SecretName, ISecret | undefined> & Record<(typeof ROOT_SECRETS)[number], ISecret>;

type Needed = Pick<
  Settings,
  'hasAdminKey' | 'hasIdentityProviders' | 'proxy' | 'front' | 'life' | 'existingSecrets' | 'secondRegion'
>;

/** A secret that the settings name by its ARN takes the place of the stack's own, and stays as it is. */
export function createSecrets(scope: Construct, settings: Needed): Secrets {
  const { hasAdminKey, hasIdentityProviders, proxy, front, existingSecrets } = settings;
  const idOf: Readonly<Record<Adoptable, string>> = {
    pepper: 'PepperSecret',
    seal: 'SealSecret',
    session: 'SessionSecret',
    sso: 'SsoSecret',
    proxy: 'ProxySecret',
  };
  const regions = replicatedTo(scope, settings);
  const adoptOr = (name: Adoptable, create: (id: string) => Secret): ISecret => {
    const arn = existingSecrets[name];
    if (arn !== undefined) return Secret.fromSecretCompleteArn(scope, idOf[name], arn);
    return replicate(create(idOf[name]), regions[name]);
  };
  const root = (name: Adoptable, purpose: string): ISecret => adoptOr(name, (id) => rootSecret(scope, id, purpose));
  return {
    pepper: root('pepper', 'passwords'),
    seal: root('seal', 'what is stored encrypted'),
    session: root('session', 'tokens, codes, cursors and limiters'),
    // A separate secret, so that only one function can read it and it can be removed once there is an admin.
    admin: hasAdminKey
      ? new Secret(scope, 'AdminSecret', {
          description: 'Gatehouse: the key for creating the first admin',
          generateSecretString: { passwordLength: 48, excludePunctuation: true },
        })
      : undefined,
    sso: hasIdentityProviders ? adoptOr('sso', (id) => providersSecret(scope, id)) : undefined,
    proxy: proxy === undefined ? undefined : adoptOr('proxy', (id) => (front ? frontSecret : proxySecret)(scope, id)),
  };
}

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

const providersSecret = (scope: Construct, id: string): Secret =>
  withoutValue(
    new Secret(scope, id, {
      description: 'Gatehouse: identity providers of the deployment, as JSON by name',
      removalPolicy: KEPT,
    }),
  );

/** The operator copies it to the proxy, and later replaces it by `old,new` and `new`. */
const proxySecret = (scope: Construct, id: string): Secret =>
  new Secret(scope, id, {
    description: 'Gatehouse: what the proxy in front of the API sends in x-gatehouse-proxy',
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
    removalPolicy: KEPT,
  });

/** The template names the value that CloudFront sends, so it is JSON with a name for each. */
const frontSecret = (scope: Construct, id: string): Secret =>
  new Secret(scope, id, {
    description: 'Gatehouse: what CloudFront sends in x-gatehouse-proxy, by version',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: FRONT.frontSecretVersion.defaultValue,
      passwordLength: 48,
      excludePunctuation: true,
    },
    removalPolicy: KEPT,
  });

/** In the stack of the login probe, with which it is deleted. */
export const probeSecret = (scope: Construct): Secret =>
  withoutValue(
    new Secret(scope, 'LoginProbeSecret', {
      description: 'Gatehouse: the test account that the login probe uses, as JSON with tenantId, email and password',
    }),
  );

/** Operators write its value. The template has none, so that no deployment can overwrite it. */
function withoutValue(secret: Secret): Secret {
  (secret.node.defaultChild as CfnSecret).generateSecretString = undefined;
  return secret;
}
