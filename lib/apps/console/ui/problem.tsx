// Shows why something failed: the explanation by code, and what the support needs to find the request.
import type { GatehouseError } from '../../../packages/client/index.ts';
import { Problem as Said } from '../../kit/problem.tsx';
import { voice, WrongField } from '../../kit/voice.ts';
import { explain, fieldsOf } from '../core/explain.ts';
import { common } from '../words/index.ts';

type ProblemProps = { error: GatehouseError | undefined; retry?: (() => unknown) | undefined };

/** Nothing without an error. `retry`: a button that tries again. */
export const Problem = ({ error, retry }: ProblemProps) => (
  <Said error={error}>
    {retry && (
      <button type="button" class="second small" onClick={() => void retry()}>
        {common('tryAgain')}
      </button>
    )}
  </Said>
);

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

Object.assign(voice, {
  say: common,
  explain: (error: GatehouseError) => (error instanceof WrongField ? error.message : explain(error)),
  fieldsOf,
  more: (error: GatehouseError | undefined) => {
    // A form shows it as a whole if it has no such field.
    const refusal = error instanceof WrongField ? error.from : error;
    return refusal && <Reference error={refusal} />;
  },
});
