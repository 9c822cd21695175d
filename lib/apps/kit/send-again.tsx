// A button that sends another code and says so.
import { useSignal } from '@preact/signals';
import { asError } from './api.ts';
import { Action } from './form.tsx';
import { Notice } from './page.tsx';
import { explain } from './words/errors.ts';
import { say } from './words/index.ts';

export function Again({ send }: { send: () => Promise<unknown> }) {
  const said = useSignal<{ text: string; isWrong: boolean } | undefined>(undefined);
  const again = async (): Promise<void> => {
    said.value = undefined;
    said.value = await send().then(
      () => ({ text: say('sentAgain'), isWrong: false }),
      (error: unknown) => ({ text: explain(asError(error)), isWrong: true }),
    );
  };
  return (
    <>
      {said.value && <Notice isWrong={said.value.isWrong}>{said.value.text}</Notice>}
      <Action onClick={again}>{say('sendAgain')}</Action>
    </>
  );
}
