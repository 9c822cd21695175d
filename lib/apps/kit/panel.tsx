// The parts of pages that people come back to: panels with a heading, and rows of things.
import type { ComponentChildren } from 'preact';

type PanelProps = {
  title: string;
  lead?: ComponentChildren;
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
};

/** A part of a page. */
export const Panel = ({ title, lead, actions, children }: PanelProps) => (
  <section class="panel" aria-label={title}>
    <div class="row">
      <div class="tight">
        <h2>{title}</h2>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {actions && <div class="doings">{actions}</div>}
    </div>
    {children}
  </section>
);

type ItemProps = {
  title: ComponentChildren;
  note?: ComponentChildren;
  badge?: ComponentChildren;
  children?: ComponentChildren;
};

/** A row of a list: what it is, what is known about it, and what can be done. */
export const Item = ({ title, note, badge, children }: ItemProps) => (
  <div class="item">
    <div class="about">
      <span class="title">
        {title} {badge && <span class="badge">{badge}</span>}
      </span>
      {note && <span class="hint">{note}</span>}
    </div>
    {children}
  </div>
);
