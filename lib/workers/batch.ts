// Wraps the work on a batch of records: gives it a context for log lines, and writes one log line and the metrics at
// the end, also when the batch fails as a whole or runs out of time.
import type { Context } from 'aws-lambda';
import { Unavailable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { count, publishMetrics } from '../platform/metrics.ts';
import { inContext, resourceUse, traceId } from '../platform/request-context.ts';

type BatchResponse = { batchItemFailures: readonly unknown[] };

/** Milliseconds before the function's timeout at which it logs that it ran out of time. */
const TIMEOUT_MARGIN_MS = 1000;

/** Runs `work` on `records` records. Returns and throws what `work` does. */
export function inBatch<T extends BatchResponse>(
  operation: 'change-feed' | 'mailer' | 'backchannel-logout',
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
      const response = await work();
      end(response.batchItemFailures.length);
      return response;
    } catch (error) {
      log.error('batch_failed', describeError(error));
      countUnexpected(error);
      end(records);
      throw error;
    }
  });
}

/** Counts an error in our own code. `Unavailable` is not one: dependencies fail now and then. */
export function countUnexpected(error: unknown): void {
  if (!(error instanceof Unavailable)) count('UnexpectedError');
}
