// Loads the function that sends messages in a local run: the module that a deployment has as a Lambda function.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../user-error.ts';
import type { Invoked } from './aws/lambda.ts';

/**
 * Returns the `handler` of a module. What it throws is printed: the mailer logs nothing of it. Throws `UserError` for a
 * module that cannot be loaded.
 */
export async function loadMessageSender(path: string | undefined): Promise<Invoked | undefined> {
  if (path === undefined) return undefined;
  const file = resolve(path);
  const { handler } = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new UserError(
      `GATEHOUSE_MESSAGE_SENDER: ${file} cannot be loaded: ${error instanceof Error ? error.message : error}`,
    );
  });
  if (typeof handler !== 'function') throw new UserError(`GATEHOUSE_MESSAGE_SENDER: ${file} exports no handler`);
  return async (event) => {
    try {
      return await handler(event);
    } catch (error) {
      process.stderr.write(`gatehouse: the message sender failed: ${error instanceof Error ? error.stack : error}\n`);
      throw error;
    }
  };
}
