// Reads the file of applications of a local run, so that they have the same ids and secrets at each start.
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/contract/errors.ts';
import { adminApplications } from '../../../lib/contract/groups/admin-applications.ts';
import { type Declared, keepDeclared } from '../../../lib/domain/applications/declared.ts';
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
const file = z.array(declared).check(z.maxLength(100));

/** Creates or updates the applications of the file. Throws `UserError`, in one line, for the first that is wrong. */
export async function keepApplications(path: string): Promise<string> {
  const applications = await read(path);
  for (const [at, each] of applications.entries()) {
    await keepDeclared('secret-key', each as Declared).catch((error: unknown) => {
      const reason = error instanceof ApiError ? error.body.message : (error as Error).message;
      throw new UserError(`${NAME}: ${path}: ${at}.${reason}`);
    });
  }
  return applications.map(({ id, name, kind }) => `The application ${id} is ${name}, a ${kind}.\n`).join('');
}

async function read(path: string): Promise<z.output<typeof file>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${NAME}: ${path} cannot be read: ${error.code}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${NAME}: ${path} is not JSON`);
  }
  const { data, error } = z.safeParse(file, value);
  if (data) {
    const ids = data.map(({ id }) => id);
    const at = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (at !== -1) throw new UserError(`${NAME}: ${path}: ${at}.id: is the id of another application of the file`);
    return data;
  }
  const [issue] = error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const place = [...(issue?.path ?? []), ...keys].join('.');
  throw new UserError(`${NAME}: ${path}: ${place}: ${keys.length ? 'is unknown' : (issue?.message ?? 'is not valid')}`);
}
