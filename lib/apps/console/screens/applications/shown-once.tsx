// A secret or a key that is shown only now.
import { copy, Dialog } from '../../kit.ts';
import { say } from './words.ts';

/** `copies`: what its first button says. */
type ShownOnceProps = { title: string; lead: string; text: string; copies: string; onClose: () => void };

export const ShownOnce = ({ title, lead, text, copies, onClose }: ShownOnceProps) => (
  <Dialog title={title} lead={lead} onClose={onClose}>
    <p>
      <code class="lines">{text}</code>
    </p>
    <div class="doings">
      <button type="button" onClick={() => void copy(text)}>
        {copies}
      </button>
      <button type="button" class="second" onClick={onClose}>
        {say('secretDone')}
      </button>
    </div>
  </Dialog>
);
