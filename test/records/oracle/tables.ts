// Describes the example resources for the oracle. Written by hand, not derived from their declarations: a mistake there
// must not be copied here.

/** `list`: a list of texts. `time`: ISO 8601 on the wire, a time in SQL. `choice` and `id` are texts. */
export type Kind = 'text' | 'choice' | 'id' | 'number' | 'boolean' | 'time' | 'list';
export type TableName = 'projects' | 'tasks';
/** How the rows of `to` are found, as SQL over the aliases of both. */
export type Link = { to: TableName; isMany: boolean; on: (parent: string, child: string) => string };
export type Table = { columns: Readonly<Record<string, Kind>>; links: Readonly<Record<string, Link>> };

const SYSTEM = {
  id: 'id',
  createdAt: 'time',
  updatedAt: 'time',
  deletedAt: 'time',
  version: 'number',
} as const;

/** The visible columns only. */
export const TABLES: Readonly<Record<TableName, Table>> = {
  projects: {
    columns: {
      ...SYSTEM,
      order: 'number',
      name: 'text',
      slug: 'text',
      status: 'choice',
      budget: 'number',
      isPublic: 'boolean',
      dueAt: 'time',
      tags: 'list',
    },
    links: { tasks: { to: 'tasks', isMany: true, on: (parent, child) => `${child}."projectId" = ${parent}."id"` } },
  },
  tasks: {
    columns: { ...SYSTEM, projectId: 'id', title: 'text', isDone: 'boolean', hours: 'number', dueAt: 'time' },
    links: {
      project: { to: 'projects', isMany: false, on: (parent, child) => `${child}."id" = ${parent}."projectId"` },
    },
  },
};

/** Text is compared by bytes, as by the component. UTF-8 keeps the order of code points. */
const TYPES: Readonly<Record<Kind, string>> = {
  text: 'text COLLATE "C"',
  choice: 'text COLLATE "C"',
  id: 'text COLLATE "C"',
  number: 'double precision',
  boolean: 'boolean',
  time: 'timestamptz(3)',
  list: 'text[] COLLATE "C"',
};

/** Returns the statement that creates a table. */
export function createTableSql(name: TableName): string {
  const columns = Object.entries(TABLES[name].columns).map(([column, kind]) => `"${column}" ${TYPES[kind]}`);
  return `CREATE TABLE ${name} (tenant text, ${columns.join(', ')}, PRIMARY KEY (tenant, id))`;
}
