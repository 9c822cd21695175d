// Refuses an environment that Lambda would refuse in the middle of a deployment.
import { Token } from 'aws-cdk-lib';
import { UserError } from '../../user-error.ts';

/**
 * Bytes. Not adjustable (Lambda quotas, "Environment variables: 4 KB in aggregate"). Lambda measures them as JSON, names
 * and quotes included: its error prints the "String measured".
 */
const LIMIT = 4096;
/** More than the longest value that CloudFormation fills in, the ARN of a secret, has. */
const REFERENCE = 'x'.repeat(128);

/** Returns the environment. Throws `UserError` with the largest variable if it is too large for a function. */
export function requireSmallEnvironment(
  functionName: string,
  environment: Record<string, string>,
): Record<string, string> {
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    Token.isUnresolved(value) ? REFERENCE : value,
  ]);
  const bytes = Buffer.byteLength(JSON.stringify(Object.fromEntries(filled)));
  if (bytes <= LIMIT) return environment;
  const [largest = ''] = filled.reduce((a, b) => (String(a[1]).length >= String(b[1]).length ? a : b));
  throw new UserError(
    `the environment of ${functionName} has ${bytes} bytes, and Lambda takes ${LIMIT}. Shorten ${largest}.`,
  );
}
