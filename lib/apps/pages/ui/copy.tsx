// A button that puts a text into the clipboard.
import { useSignal } from '@preact/signals';
import { Do } from '../../kit/do.tsx';
import { say } from '../words/index.ts';

type CopyProps = {
  text: string;
  /** The text that is copied, where the page has several. */
  name?: string;
};

export function Copy({ text, name }: CopyProps) {
  const isCopied = useSignal(false);
  const word = say(isCopied.value ? 'copied' : 'copy');
  return (
    <Do
      label={name && `${word}: ${name}`}
      act={async () => {
        await navigator.clipboard.writeText(text);
        isCopied.value = true;
      }}
    >
      {word}
    </Do>
  );
}
