// A modal dialog (`<dialog>`): Escape closes it and the focus returns by itself.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useName } from './name.ts';

type DialogProps = {
  title: string;
  lead?: ComponentChildren;
  onClose: () => void;
  class?: string;
  /** Beside the title. */
  corner?: ComponentChildren;
  children?: ComponentChildren;
};

export function Dialog({ title, lead, onClose, class: name, corner, children }: DialogProps) {
  const id = useName();
  // As a ref: the field with `autofocus` takes the focus at once. Closing it before it is removed gives the focus back.
  const [open] = useState(() => (element: HTMLDialogElement | null) => {
    element?.showModal();
    return () => element?.close();
  });
  return (
    <dialog
      ref={open}
      aria-labelledby={id}
      class={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="stack">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          {corner}
        </div>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </div>
    </dialog>
  );
}
