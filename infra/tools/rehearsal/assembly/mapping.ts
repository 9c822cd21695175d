// Reads the mappings between queues or the stream and the functions that Lambda invokes for them.
import { nameIn } from './names.ts';
import type * as is from './properties.ts';

/** How often a batch of a stream is tried. */
export type BatchRules = {
  /** Tries after the first; without end if `undefined`. */
  retries: number | undefined;
  /** Seconds after which a record is no longer tried; never if `undefined`. */
  maxAgeSeconds: number | undefined;
  /** Whether a batch whose invocation failed is split in two. A split is no retry. */
  bisects: boolean;
};

export type Mapping = BatchRules & {
  id: string;
  enabled: boolean;
  source: string;
  function: string;
  batch: number;
  concurrency: number | undefined;
  filters: Record<string, unknown>[];
  reportsFailures: boolean;
  onFailure: string | undefined;
};

export const readMapping = (id: string, properties: is.MappingProperties): Mapping => ({
  id,
  enabled: properties.Enabled !== false,
  source: properties.EventSourceArn,
  function: nameIn(properties.FunctionName),
  // Lambda's default for queues.
  batch: properties.BatchSize ?? 10,
  concurrency: properties.ScalingConfig?.MaximumConcurrency,
  filters: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern)),
  reportsFailures: (properties.FunctionResponseTypes ?? []).includes('ReportBatchItemFailures'),
  onFailure: properties.DestinationConfig?.OnFailure?.Destination,
  retries: bounded(properties.MaximumRetryAttempts),
  maxAgeSeconds: bounded(properties.MaximumRecordAgeInSeconds),
  bisects: properties.BisectBatchOnFunctionError === true,
});

/** Lambda writes "without end" as -1, which is its default. */
const bounded = (given = -1): number | undefined => (given < 0 ? undefined : given);
