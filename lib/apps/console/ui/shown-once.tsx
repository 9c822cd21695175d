// A secret or a key that is shown only now.

import { copy } from './code.tsx';
import { Dialog } from './dialog.tsx';

/** `copies` and `done`: what its buttons say. */
type ShownOnceProps = { title: string; lead: string; text: string; copies: string; done: string; onClose: () => void };

export const ShownOnce = ({ title, lead, text, copies, done, onClose }: ShownOnceProps) => (
  <Dialog title={title} lead={lead} onClose={onClose}>
    <p>
      <code class="lines">{text}</code>
    </p>
    <div class="doings">
      <button type="button" onClick={() => void copy(text)}>
        {copies}
      </button>
      <button type="button" class="second" onClick={onClose}>
        {done}
      </button>
    </div>
  </Dialog>
);
