// Writes docs/admins.md: what each role of admins may do, from the contract.
import { adminRole, DUTIES } from '../duties.ts';
import { groups } from '../index.ts';
import { type Duty, type DutyName, isOpenToMachines, type Operation, stepUpPaths } from '../operation.ts';

const INTRODUCTION = `# Roles of admins

An admin has a role, and is limited to some tenants or has the whole deployment. Owners of the whole deployment set both
with \`POST /auth/admin/admins\` and \`PATCH /auth/admin/admins/{id}\`. The first admin is such an owner. A
change counts from the next request on. \`GET /auth/admin/me\` returns \`role\`, \`tenants\` and \`duties\`.

A machine can have the role operator, support or auditor, with tenants or without: \`administers\` of its
[application](guides/machines.md#provision-tenants-from-a-script). It then calls what an admin of this role and these tenants
calls, without what is for people: the column "Machine".

An operation needs one duty:
`;

const PLACES = `
An admin who is limited to tenants calls what names one of them:

* in the path: \`{id}\` is a tenant, or a user or role of one. An id of another tenant responds as one that does not
  exist;
* in the query or the body, as \`tenantId\`. If it is absent, an admin of one tenant gets that one, and an admin of
  several gets INVALID_INPUT. Another tenant responds as one that does not exist;
* the list of tenants has theirs alone, with description, metadata and settings.

What belongs to no tenant responds with FORBIDDEN. Roles of all tenants can be seen and given, but not changed. A role of
the tenant can have the permissions that some role of the tenant, or an active one of all tenants, has. So rights of your
own staff belong in a role of your own tenant, not in one of all tenants.

| Operation | Duty | Tenant | Machine |
|---|---|---|---|
`;

const TENANT: Readonly<Record<Exclude<Duty, 'self'>['tenant'], string>> = {
  path: 'path',
  query: 'query',
  body: 'body',
  ids: 'each of the ids in the body',
  listed: 'those of the admin',
  deployment: 'none',
};

/** Returns the page. */
export function dutiesPage(): string {
  const names = [...new Set(Object.values(DUTIES).flat())];
  const may = (duty: DutyName) => adminRole.options.map((role) => (DUTIES[role].includes(duty) ? 'yes' : 'no'));
  const duties = names.map((duty) => `| \`${duty}\` | ${MEANING[duty]} | ${may(duty).join(' | ')} |`);
  const header = `| Duty | What it covers | ${adminRole.options.join(' | ')} |\n|---|---|${'---|'.repeat(adminRole.options.length)}\n`;
  const operations = Object.values(groups).flatMap((group) => Object.entries<Operation>(group));
  const rows = operations.flatMap(([route, operation]) =>
    operation.duty ? `${rowOf(route, operation.duty)} ${forMachines(operation)} |` : [],
  );
  return `${INTRODUCTION}\n${header}${duties.join('\n')}\n${PLACES}${rows.join('\n')}\n`;
}

const MEANING: Readonly<Record<DutyName, string>> = {
  self: "the admin's own session, name, password, passkeys and authenticator",
  readUsers: 'read users without secrets, their tenants, and counts of them',
  read: 'read everything else',
  help: 'end sessions of users, unlock them, send again',
  operate: 'change users, roles, tenants, applications and what belongs to them',
  own: 'admins, keys, settings of the deployment',
};

/** Fields that need a recent login are for people. */
const forMachines = (operation: Operation): string => {
  if (!isOpenToMachines(operation)) return 'no';
  return typeof operation.stepUp === 'object' && stepUpPaths(operation.stepUp).length > 0
    ? 'without the fields that need a recent login'
    : 'yes';
};

function rowOf(route: string, duty: Duty): string {
  if (duty === 'self') return `| \`${route}\` | \`self\` | none |`;
  const more = Object.entries(duty.fields ?? {}).map(
    ([field, needs]) => `\`${field}\`: ${needs === 'own' ? '`own`' : 'the whole deployment'}`,
  );
  const ofSelf = duty.ofSelf ? [`\`self\` for one's own ${duty.ofSelf.map((field) => `\`${field}\``).join(', ')}`] : [];
  return `| \`${route}\` | ${[`\`${duty.needs}\``, ...more, ...ofSelf].join('; ')} | ${TENANT[duty.tenant]} |`;
}
