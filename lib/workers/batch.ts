// Around all that a function does with a batch of records: a context for its log lines, and at its end one line and the
// metrics. Also when it fails as a whole, or has no time left and is about to be ended by Lambda.
import type { Context } from 'aws-lambda';
import { Unavailable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { count, publishMetrics } from '../platform/metrics.ts';
import { inContext, resourceUse, traceId } from '../platform/request-context.ts';

type Answer = { batchItemFailures: readonly unknown[] };

/** Milliseconds before the end of its time at which the function says that it didn't come to an end. */
const TIMEOUT_MARGIN_MS = 1000;

/** Does the work on so many records and answers what it answers. Throws what it throws. */
export function inBatch<T extends Answer>(
  operation: 'change-feed' | 'mailer',
  records: number,
  lambda: Context | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return inContext({ requestId: lambda?.awsRequestId, operation }, async () => {
    let timer: NodeJS.Timeout | undefined;
    const end = (failures: number, code: 'TIMEOUT' | null = null): void => {
      clearTimeout(timer);
      log.info('batch', {
        outcome: failures ? 'failed' : 'ok',
        code,
        records,
        failures,
        ...resourceUse(),
        traceId: traceId(),
      });
      publishMetrics();
    };
    const left = lambda?.getRemainingTimeInMillis();
    if (left !== undefined) timer = setTimeout(end, left - TIMEOUT_MARGIN_MS, records, 'TIMEOUT');
    try {
      const answer = await work();
      end(answer.batchItemFailures.length);
      return answer;
    } catch (error) {
      log.error('batch_failed', describeError(error));
      countUnexpected(error);
      end(records);
      throw error;
    }
  });
}

/** Counts what is a fault of ours: what depends on others fails now and then. */
export function countUnexpected(error: unknown): void {
  if (!(error instanceof Unavailable)) count('UnexpectedError');
}
