// The frame of what is shown without a session: one card. Its heading gets the focus when the card appears, so that screen
// readers begin there.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { optionsOf } from './form.tsx';
import { voice } from './voice.ts';
import { choose, language } from './words.ts';

export type CardProps = { title: string; lead?: ComponentChildren; children?: ComponentChildren };
type FrameProps = CardProps & {
  /** Whose card it is. */
  name: string | undefined;
  brand: ComponentChildren;
  footer: ComponentChildren;
};

export function CardFrame({ title, lead, name, brand, footer, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title;
    // A field that wants the focus has it already.
    if (document.activeElement === document.body || !document.activeElement) heading.current?.focus();
  }, [title, name]);
  return (
    <div class="page">
      <main class="card">
        {brand}
        <div class="tight">
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {children}
      </main>
      {footer}
    </div>
  );
}

/** The choice of a language. `languages`: tag -> how the language calls itself. */
export const LanguageChoice = ({ languages }: { languages: Readonly<Record<string, string>> }) => (
  <label>
    <span class="unseen">{voice.say('language')}</span>
    <select class="language" value={language.value} onChange={({ currentTarget: { value } }) => void choose(value)}>
      {optionsOf(Object.entries(languages), language.value, true)}
    </select>
  </label>
);
