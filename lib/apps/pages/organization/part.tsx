// The one panel of a section. The heading of the page is its title.
import type { ComponentChildren } from 'preact';

type PartProps = {
  title: string;
  lead: string;
  /** Buttons beside the lead. */
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export const Part = ({ title, lead, actions, children }: PartProps) => (
  <section class="panel" aria-label={title}>
    <div class="row">
      <p class="lead about">{lead}</p>
      {actions && <div class="doings">{actions}</div>}
    </div>
    {children}
  </section>
);
