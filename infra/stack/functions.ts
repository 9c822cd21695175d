// One function for each group of the contract, with what it needs and nothing else. A new group doesn't compile until
// it stands in the table below. Transactions need the actions of the writes they hold, not one of their own.
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type GroupName, groupNames, kebab } from '../../lib/contract/index.ts';
import { type IndexName, keyRing, ROLES_INDEX, TENANTS_INDEX } from '../../lib/store/keys.ts';
import type { Settings } from '../settings/settings.ts';
import { allow, createFunction, ONE_CPU_MB, SMALL_MB } from './lambda.ts';
import { metricsEnvironment } from './metrics.ts';
import type { SecretName, Secrets } from './secrets.ts';

export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

type Needs = {
  /** Whether it hashes passwords, which takes a whole CPU. */
  hashes: boolean;
  /** Actions on the table, each with its reason. */
  table: Partial<Record<ItemAction, string>>;
  /** The partitions it is confined to. */
  partitions?: readonly string[];
  /** The indexes it queries. */
  indexes?: readonly IndexName[];
  secrets: readonly SecretName[];
};

export const needs: Readonly<Record<GroupName, Needs>> = {
  authentication: {
    hashes: true,
    table: {
      GetItem: 'user at login, slug at lookup, key ring',
      BatchGetItem: 'session, user and tenant behind a token; tenant and address at login; roles; link; listed origin',
      Query: 'sessions and trusted devices of a user',
      PutItem: 'session, pending login, sign-up, link, outbox, the first key ring',
      UpdateItem:
        'limiters, rotation of sessions and trusted devices, epochs, password, permissions that a role remembers',
      DeleteItem: 'logout, trust in a device, a limiter after success',
    },
    secrets: ['root', 'sso'],
  },
  sso: {
    hashes: false,
    table: {
      GetItem: 'tenant, key ring',
      BatchGetItem: 'identity, address and blocked domains; roles',
      Query: 'account with its sessions and trusted devices',
      PutItem: 'flow, code, account, identity, session, outbox, the first key ring',
      UpdateItem: 'limiters, account, token of a trusted device, permissions that a role remembers',
      DeleteItem: 'flow',
      ConditionCheckItem: 'that the account of an identity is open to it',
    },
    secrets: ['root', 'sso'],
  },
  mfa: {
    hashes: false,
    table: {
      GetItem: 'recovery codes, key ring',
      BatchGetItem: 'session, user and tenant behind a token; wrong guesses in a row; roles; listed origin',
      Query: 'authenticators, sessions and trusted devices of a user',
      PutItem: 'session, set-up, authenticator, trusted device, recovery codes, code, outbox, the first key ring',
      UpdateItem: 'limiters, the step of an authenticator, tries at a code, user, permissions that a role remembers',
      DeleteItem: 'pending login, authenticator, set-up, code, a limiter after success',
    },
    secrets: ['root'],
  },
  discovery: {
    hashes: false,
    table: { GetItem: 'key ring', PutItem: 'the first key ring' },
    // It answers anybody and everything no other function answers, so it sees nothing of anybody.
    partitions: [keyRing.pk],
    secrets: ['root'],
  },
  adminBlockedEmailDomains: {
    hashes: false,
    table: {
      GetItem: 'the shard of an id',
      BatchGetItem: 'admin and session behind a cookie, the shards',
      PutItem: 'a shard, outbox',
      UpdateItem: 'domains of a shard, last use of the session',
    },
    secrets: ['root'],
  },
  adminConsole: {
    hashes: true,
    table: {
      GetItem: 'bootstrap flag, admin by address or id, number of admins',
      BatchGetItem: 'admin and session behind a cookie',
      Query: 'list of admins',
      PutItem: 'bootstrap, admin, session, outbox',
      UpdateItem: 'limiters, last use, epoch, password, authenticator and its last step, number of admins',
      DeleteItem: 'admin, a limiter after success',
      ConditionCheckItem: 'whoever changes an admin is one still',
    },
    secrets: ['root', 'admin'],
  },
  adminTenants: {
    hashes: false,
    table: {
      GetItem: 'tenant before a change',
      BatchGetItem: 'admin and session behind a cookie',
      PutItem: 'tenant, slug, outbox',
      UpdateItem: 'tenant, their number, listed origins, last use of the session',
      DeleteItem: 'slug',
    },
    indexes: [TENANTS_INDEX.index],
    secrets: ['root'],
  },
  adminUsers: {
    hashes: true,
    table: {
      GetItem: 'tenant of a new user',
      BatchGetItem: 'admin and session behind a cookie; users of a page, their tenants and roles; counters',
      Query: 'all that lies in the partition of a user',
      PutItem: 'user, address, outbox, directory entries',
      UpdateItem: 'user, counters, last use of the session',
      DeleteItem: 'user, address, session, authenticator, limiters, directory entries',
      BatchWriteItem: 'purge of a deleted user',
      ConditionCheckItem: 'that a user is as his entries say',
    },
    indexes: ['index1', 'index2'],
    secrets: ['root'],
  },
  adminRoles: {
    hashes: false,
    table: {
      BatchGetItem: 'admin and session behind a cookie, roles, permissions, tenants',
      Query: 'roles of a tenant',
      PutItem: 'role, name, outbox',
      UpdateItem: 'role, their number, last use of the session',
      DeleteItem: 'role, name',
      ConditionCheckItem: 'that the tenant of a new role is not deleted',
    },
    indexes: [ROLES_INDEX.index],
    secrets: ['root'],
  },
  adminPermissions: {
    hashes: false,
    table: {
      GetItem: 'permission before a change',
      BatchGetItem: 'admin and session behind a cookie',
      Query: 'all permissions',
      PutItem: 'permission, name, outbox',
      UpdateItem: 'permission, their epoch, last use of the session',
      DeleteItem: 'permission, name',
    },
    secrets: ['root'],
  },
};

const SECRET_VARIABLES: Readonly<Record<SecretName, string>> = {
  root: 'GATEHOUSE_ROOT_SECRET',
  admin: 'GATEHOUSE_ADMIN_SECRET',
  sso: 'GATEHOUSE_SSO_SECRET',
};

/** What the change feed does to the table besides reading its stream. */
export const changeFeedNeeds: Pick<Needs, 'table' | 'indexes'> = {
  table: {
    BatchGetItem: 'tenant and roles of a user',
    Query: 'user with his directory entries; the partition of one who is gone',
    PutItem: 'directory entries',
    UpdateItem: 'counters, how far a job has come',
    DeleteItem: 'directory entries; users and roles of a deleted tenant; a job that is done',
    BatchWriteItem: 'purge of a deleted user',
    ConditionCheckItem: 'that a user is as his entries say',
  },
  indexes: ['index1', 'index2'],
};

/** What the rotation of the signing keys does to the table. */
export const keyRotationNeeds: Pick<Needs, 'table' | 'partitions'> = {
  table: { GetItem: 'key ring', PutItem: 'the ring after a rotation, or the first one' },
  partitions: [keyRing.pk],
};

/** What the mailer does to the table. */
export const mailerNeeds: Pick<Needs, 'table'> = {
  table: {
    GetItem: 'tenant, user, code or token',
    PutItem: 'the claim of a message',
    UpdateItem: 'whose the claim is, that its message was sent',
  },
};

export type FunctionsProps = {
  bundles: string;
  table: ITable;
  secrets: Secrets;
  baseUrl: string;
  settings: Pick<Settings, 'variables' | 'reservedConcurrency' | 'isTraced'>;
};

export function createFunctions(scope: Construct, props: FunctionsProps): LambdaFunction[] {
  return groupNames.map((group) => {
    const { hashes, secrets } = needs[group];
    return createFunction(scope, {
      name: kebab(group),
      bundles: props.bundles,
      memorySize: hashes ? ONE_CPU_MB : SMALL_MB,
      reservedConcurrency: props.settings.reservedConcurrency,
      statements: statements(needs[group], props),
      environment: environmentOf(scope, props, secrets),
    });
  });
}

/** The configuration of a function, with the names of the secrets that it needs and that are there. */
export function environmentOf(
  scope: Construct,
  { settings, baseUrl, table, secrets }: Omit<FunctionsProps, 'bundles'>,
  needed: readonly SecretName[] = ['root'],
): Record<string, string> {
  const names = needed.flatMap((name) => (secrets[name] ? [[SECRET_VARIABLES[name], secrets[name].secretArn]] : []));
  return {
    ...settings.variables,
    ...metricsEnvironment(scope),
    GATEHOUSE_BASE_URL: baseUrl,
    GATEHOUSE_TABLE: table.tableName,
    ...Object.fromEntries(names),
  };
}

function statements(need: Needs, { secrets, table }: FunctionsProps): PolicyStatement[] {
  const values = need.secrets.flatMap((name) => secrets[name]?.secretArn ?? []);
  return [...tableStatements(need, table), allow(['secretsmanager:GetSecretValue'], ...values)];
}

/** What a function may do to the table and its indexes. */
export function tableStatements(
  { table, partitions, indexes }: Omit<Needs, 'hashes' | 'secrets'>,
  { tableArn }: ITable,
) {
  const items = new PolicyStatement({
    actions: Object.keys(table).map((action) => `dynamodb:${action}`),
    resources: [tableArn],
    ...(partitions && { conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': partitions } } }),
  });
  const queries = (indexes ?? []).map((index) => allow(['dynamodb:Query'], `${tableArn}/index/${index}`));
  return [items, ...queries];
}
