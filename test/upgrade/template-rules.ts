// What CloudFormation would do on the way from one template to another that no deployment may: replace what holds data,
// take a name that is still in use, or leave a stage with settings of a route that is gone.
import { isDeepStrictEqual } from 'node:util';
import { namesIn } from '../support/resource-names.ts';
import { type Resource, resourcesOf, type Template } from '../support/synthesis.ts';

/**
 * The types that hold what nothing brings back, or whose address clients know, with the properties whose change replaces them
 * (CloudFormation template reference, "Update requires: Replacement") or, of a secret, makes a new value.
 */
const STATEFUL: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGateway::DomainName': ['DomainName'],
};

/** The only types that stay after a creation that failed: what CloudFormation cannot delete (infra/stack/keep.ts). */
const STAY = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket'];

/** Returns what the rollback of a first deployment would leave behind. */
export const leftBehind = ({ Resources }: Template): string[] =>
  Object.entries(Resources)
    .filter(([, { Type, DeletionPolicy }]) => DeletionPolicy === 'Retain' && !STAY.includes(Type))
    .map(([id, { Type }]) => `${id} (${Type}) stays after a creation that failed`);

/** Returns what is lost or renamed on the way from `before` to `after`. A log of what only `before` has is kept by its policy. */
export const replaced = (before: Template, after: Template): string[] =>
  Object.entries(before.Resources).flatMap(([id, old]) => {
    const found = after.Resources[id];
    const replacing = STATEFUL[old.Type];
    if (!found) return replacing && !isKept(old) ? [`${id} (${old.Type}) is deleted`] : [];
    if (found.Type !== old.Type) return [`${id} changes its type from ${old.Type} to ${found.Type}`];
    return (replacing ?? [])
      .filter((name) => !isDeepStrictEqual(old.Properties?.[name], found.Properties?.[name]))
      .map((name) => `${id} (${old.Type}) is replaced: ${name} changes`);
  });

const isKept = ({ DeletionPolicy = '' }: Resource): boolean => DeletionPolicy.startsWith('Retain');

/** Returns the names that another resource has until the deployment ends: CloudFormation creates before it deletes. */
export function takenNames(before: Template, after: Template): string[] {
  const owners = new Map(namesIn(before).map(({ id, name }) => [name, id]));
  return namesIn(after)
    .filter(({ id, name }) => (owners.get(name) ?? id) !== id)
    .map(({ id, name }) => `${id} takes the name of ${owners.get(name)}: ${name}`);
}

/** Returns the settings of a stage that name a route which one of the two definitions of the HTTP API does not have. */
export function strayRouteSettings(before: Template, after: Template): string[] {
  const [old, own] = [routesOf(before), routesOf(after)];
  // A rollback goes the other way.
  return [...settingsOf(before), ...settingsOf(after)]
    .filter((route) => !old.has(route) || !own.has(route))
    .map((route) => `a route setting names ${route}, which one of the two definitions does not have`);
}

const settingsOf = (template: Template): string[] =>
  resourcesOf(template, 'AWS::ApiGatewayV2::Stage').flatMap(([, { Properties }]) =>
    Object.keys((Properties.RouteSettings ?? {}) as object),
  );

type Paths = Record<string, Record<string, unknown>>;
const METHOD_ANY = 'x-amazon-apigateway-any-method';

const routesOf = (template: Template): Set<string> =>
  new Set(
    resourcesOf(template, 'AWS::ApiGatewayV2::Api').flatMap(([, { Properties }]) =>
      Object.entries((Properties.Body as { paths: Paths }).paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method === METHOD_ANY ? 'ANY' : method.toUpperCase()} ${path}`),
      ),
    ),
  );
