// Links within a page, which do not load it again.
import type { ComponentChildren } from 'preact';

export type LinkProps = { class?: string; current?: boolean; children: ComponentChildren };
type PlainProps = LinkProps & { href: string; onFollow: () => void };

export const PlainLink = ({ href, class: name, current, onFollow, children }: PlainProps) => (
  <a
    href={href}
    class={name}
    aria-current={current ? 'page' : undefined}
    onClick={(event) => {
      // The browser opens tabs and windows by itself.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return;
      event.preventDefault();
      onFollow();
    }}
  >
    {children}
  </a>
);
