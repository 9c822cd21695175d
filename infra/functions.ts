// One function for each group of the contract, with what it needs and nothing else. A new group doesn't compile until
// it stands in the table below. Transactions need the actions of the writes they hold, not one of their own.
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type GroupName, groupNames, kebab } from '../lib/contract/index.ts';
import { type IndexName, keyRing, TENANTS_INDEX } from '../lib/store/keys.ts';
import { allow, createFunction, ONE_CPU_MB, SMALL_MB } from './function.ts';
import type { SecretName, Secrets } from './secrets.ts';

type ItemAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

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
      BatchGetItem: 'session, user and tenant behind a token; tenant and address at login',
      Query: 'session slots of a user',
      PutItem: 'session, sign-up, outbox, the first key ring',
      UpdateItem: 'limiters, rotation, epochs, password',
      DeleteItem: 'logout, a limiter after success',
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
      GetItem: 'the share of an id',
      BatchGetItem: 'admin and session behind a cookie, the shares',
      PutItem: 'a share, outbox',
      UpdateItem: 'domains of a share, last use of the session',
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
      UpdateItem: 'limiters, last use, epoch, password, number of admins',
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
      UpdateItem: 'tenant, last use of the session',
      DeleteItem: 'slug',
    },
    indexes: [TENANTS_INDEX.index],
    secrets: ['root'],
  },
};

const SECRET_VARIABLES: Readonly<Record<SecretName, string>> = {
  root: 'GATEHOUSE_ROOT_SECRET',
  admin: 'GATEHOUSE_ADMIN_SECRET',
};

export type FunctionsProps = {
  bundles: string;
  table: Table;
  secrets: Secrets;
  baseUrl: string;
  variables: Record<string, string>;
};

export function createFunctions(scope: Construct, props: FunctionsProps): LambdaFunction[] {
  return groupNames.map((group) => {
    const { hashes, secrets } = needs[group];
    return createFunction(scope, {
      name: kebab(group),
      bundles: props.bundles,
      memorySize: hashes ? ONE_CPU_MB : SMALL_MB,
      statements: statements(needs[group], props),
      environment: {
        ...props.variables,
        GATEHOUSE_BASE_URL: props.baseUrl,
        GATEHOUSE_TABLE: props.table.tableName,
        ...Object.fromEntries(secrets.map((name) => [SECRET_VARIABLES[name], props.secrets[name].secretArn])),
      },
    });
  });
}

function statements({ table, partitions, indexes, secrets }: Needs, props: FunctionsProps): PolicyStatement[] {
  const { tableArn } = props.table;
  const items = new PolicyStatement({
    actions: Object.keys(table).map((action) => `dynamodb:${action}`),
    resources: [tableArn],
    ...(partitions && { conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': partitions } } }),
  });
  const queries = (indexes ?? []).map((index) => allow(['dynamodb:Query'], `${tableArn}/index/${index}`));
  const values = secrets.map((name) => props.secrets[name].secretArn);
  return [items, ...queries, allow(['secretsmanager:GetSecretValue'], ...values)];
}
