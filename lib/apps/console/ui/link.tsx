// Links to screens of the console, without loading the page again: <Link to="users" query={{ status: 'active' }}>.
import type { ComponentChildren } from 'preact';
import { navigate, type Query, urlOf } from '../core/router.ts';

type LinkProps = {
  to: string;
  query?: Query;
  class?: string;
  current?: boolean;
  onFollow?: () => void;
  children: ComponentChildren;
};

export const Link = ({ to, query = {}, class: name, current, onFollow, children }: LinkProps) => (
  <a
    href={urlOf(to, query)}
    class={name}
    aria-current={current ? 'page' : undefined}
    onClick={(event) => {
      // The browser opens tabs and windows by itself.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return;
      event.preventDefault();
      onFollow?.();
      navigate(to, query);
    }}
  >
    {children}
  </a>
);
