// The frame of a screen: <Screen title={say('title')} actions={…}>. Its heading gets the focus when the path changes,
// so that screen readers announce the screen, and the title of the tab follows.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { path } from '../core/router.ts';
import { common } from '../words/index.ts';
import { Link } from './link.tsx';

type ScreenProps = {
  title: string;
  lead?: ComponentChildren;
  /** Where the screen is: the list that a thing belongs to. */
  parent?: { title: string; to: string };
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
};

/** The path whose screen had the focus. Nothing takes the focus when the console opens. */
let focused: string | undefined;

export function Screen({ title, lead, parent, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  useEffect(() => {
    if (focused !== undefined && focused !== path.value) heading.current?.focus({ preventScroll: true });
    focused = path.value;
  }, [path.value]);
  return (
    <>
      <header class="screen-head">
        <div class="tight">
          {parent && (
            <nav class="crumb">
              <Link to={parent.to}>{parent.title}</Link>
            </nav>
          )}
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="doings">{actions}</div>}
      </header>
      {children}
    </>
  );
}

type Fact = readonly [term: string, value: ComponentChildren];

/** Names and values: <Facts of={[[say('email'), user.email]]} />. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl class="facts">
    {of.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
);

/** A word about the state of a thing: <Badge tone="good">active</Badge>. */
export const Badge = ({ tone, children }: { tone?: 'good' | 'wrong' | undefined; children: ComponentChildren }) => (
  <span class={`badge ${tone ?? ''}`}>{children}</span>
);

/** Whether a thing is active. `off`: the tone of one that is not. */
export const Active = ({ is, off }: { is: boolean; off?: 'wrong' }) => (
  <Badge tone={is ? 'good' : off}>{common(is ? 'active' : 'inactive')}</Badge>
);

/** Says why there is nothing, and what to do about it. */
export const EmptyState = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="title">{title}</p>
    {children}
  </div>
);

/** A place that is being filled. `lines`: about how tall it will be. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeletons" aria-busy="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike
      <span class="skeleton" key={line} />
    ))}
  </div>
);
