// Calls the Lambda function of the setting `messageSender` and waits for what it returns. Neither what it gets nor what it
// returns is logged: both may hold codes.
import type { LambdaClient } from '@aws-sdk/client-lambda';
import { failureOf, Unavailable } from '../errors.ts';
import { MESSAGE_SENDER_MS, TIMEOUTS } from './aws.ts';

let client: LambdaClient | undefined;

/**
 * Returns what the function returns, parsed. Throws what `failureOf` returns, and `Unavailable` if the function throws or
 * returns no JSON.
 */
export async function callMessageFunction(arn: string, request: object): Promise<unknown> {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda'); // most deployments never need it
  // One attempt: the mailer retries, and by then the message may be out of date.
  client ??= new LambdaClient({ maxAttempts: 1, requestHandler: { ...TIMEOUTS, requestTimeout: MESSAGE_SENDER_MS } });
  const command = new InvokeCommand({ FunctionName: arn, Payload: Buffer.from(JSON.stringify(request)) });
  const reply = await client.send(command).catch((error: unknown) => {
    throw failureOf(error, 'the message sender');
  });
  // The payload then is the function's error, which may quote the message.
  if (reply.FunctionError !== undefined) throw new Unavailable('the message sender failed');
  try {
    return JSON.parse(Buffer.from(reply.Payload ?? []).toString());
  } catch {
    throw new Unavailable('the message sender returned no JSON');
  }
}
