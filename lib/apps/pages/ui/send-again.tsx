// A button that sends another code and says so.
import { useSignal } from '@preact/signals';
import { Problem, useSending } from '../../kit/problem.tsx';
import { say } from '../words/index.ts';
import { Action } from './form.tsx';
import { Notice } from './page.tsx';

export function Again({ send }: { send: () => Promise<unknown> }) {
  const isSent = useSignal(false);
  const { problem, send: once } = useSending();
  const again = async (): Promise<void> => {
    isSent.value = false;
    await send();
    isSent.value = true;
  };
  return (
    <>
      {isSent.value && <Notice>{say('sentAgain')}</Notice>}
      <Problem error={problem.value} />
      <Action onClick={() => once(again)}>{say('sendAgain')}</Action>
    </>
  );
}
