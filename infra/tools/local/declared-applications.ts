// Reads the file of applications and protected resources of a local run, so that they are the same at each start.
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/contract/errors.ts';
import { adminApplications } from '../../../lib/contract/groups/admin-applications.ts';
import { adminProtectedResources } from '../../../lib/contract/groups/admin-protected-resources.ts';
import { type Declared, keepDeclared } from '../../../lib/domain/applications/declared.ts';
import { type DeclaredResource, keepDeclaredResource } from '../../../lib/domain/applications/declared-resources.ts';
import { applicationId } from '../../../lib/platform/ids.ts';
import { UserError } from '../../user-error.ts';

const NAME = 'GATEHOUSE_APPLICATIONS';
const { body } = adminApplications['POST /auth/admin/api/applications'];
const declared = z.strictObject({
  id: z.string().check(z.refine((id) => applicationId(id) !== undefined, 'must be app_ and 22 letters or digits')),
  // The file is on a laptop. Some libraries require this length.
  secrets: z.optional(z.array(z.string().check(z.minLength(16), z.maxLength(256))).check(z.maxLength(2))),
  ...body.shape,
});
const applications = z.array(declared).check(z.maxLength(100));
const resource = z.strictObject(adminProtectedResources['POST /auth/admin/api/protected-resources'].body.shape);
const protectedResources = z.array(resource).check(z.maxLength(100));
const file = z.strictObject({
  applications: z.optional(applications),
  protectedResources: z.optional(protectedResources),
});

/**
 * Creates or updates the applications of the file, and the protected resources after them, which may name machines of it. Throws
 * `UserError`, in one line, for the first that is wrong.
 */
export async function keepApplications(path: string): Promise<string> {
  const { content, isList } = await read(path);
  const { applications = [], protectedResources = [] } = content;
  const keep = async <T>(list: string, each: T[], keepOne: (one: T) => Promise<void>) => {
    for (const [at, one] of each.entries())
      await keepOne(one).catch((error: unknown) => {
        const reason = error instanceof ApiError ? error.body.message : (error as Error).message;
        throw new UserError(`${NAME}: ${path}: ${isList ? '' : `${list}.`}${at}.${reason}`);
      });
  };
  await keep('applications', applications, (one) => keepDeclared('secret-key', one as Declared));
  await keep('protectedResources', protectedResources, (one) =>
    keepDeclaredResource('secret-key', one as DeclaredResource),
  );
  return [
    ...applications.map(({ id, name, kind }) => `The application ${id} is ${name}, a ${kind}.\n`),
    ...protectedResources.map(({ uri, name }) => `The protected resource ${uri} is ${name}.\n`),
  ].join('');
}

/** A list in the file is one of applications. */
type Content = { content: z.output<typeof file>; isList: boolean };

async function read(path: string): Promise<Content> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${NAME}: ${path} cannot be read: ${error.code}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${NAME}: ${path} is not JSON`);
  }
  const isList = Array.isArray(value);
  const { data, error } = z.safeParse(file, isList ? { applications: value } : value);
  if (data) {
    const twice =
      repeated('applications', 'id', data.applications) ??
      repeated('protectedResources', 'uri', data.protectedResources);
    if (twice) throw new UserError(`${NAME}: ${path}: ${isList ? twice.replace('applications.', '') : twice}`);
    return { content: data, isList };
  }
  const [issue] = error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const place = [...(issue?.path ?? []).slice(isList ? 1 : 0), ...keys].join('.');
  throw new UserError(`${NAME}: ${path}: ${place}: ${keys.length ? 'is unknown' : (issue?.message ?? 'is not valid')}`);
}

/** Returns where the list has a value that one before it has, in a sentence. */
function repeated<K extends string>(
  list: string,
  key: K,
  each: readonly Record<K, unknown>[] = [],
): string | undefined {
  const values = each.map((one) => one[key]);
  const at = values.findIndex((value, index) => values.indexOf(value) < index);
  return at === -1 ? undefined : `${list}.${at}.${key}: is the ${key} of another one of the file`;
}
