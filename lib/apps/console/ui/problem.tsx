// Shows why something failed: the explanation by code, and what the support needs to find the request.
import type { GatehouseError } from '../../../packages/client/index.ts';
import { explain } from '../core/explain.ts';
import { common } from '../words/index.ts';

type ProblemProps = { error: GatehouseError | undefined; retry?: (() => unknown) | undefined; id?: string };

/** Nothing without an error. `retry`: a button that tries again. */
export const Problem = ({ error, retry, id }: ProblemProps) =>
  error ? (
    <div class="notice wrong" role="alert" id={id}>
      <p>{explain(error)}</p>
      <Reference error={error} />
      {retry && (
        <button type="button" class="second small" onClick={() => void retry()}>
          {common('tryAgain')}
        </button>
      )}
    </div>
  ) : null;

/** Code and id of the request. */
export const Reference = ({ error: { code, requestId } }: { error: GatehouseError }) => (
  <p class="reference">
    <code>{code}</code>
    {requestId && (
      <>
        {' · '}
        {common('request')} <code>{requestId}</code>
      </>
    )}
  </p>
);
