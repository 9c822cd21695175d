// The frame of what is shown without a session: one card.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ThemeSwitch } from '../ui/theme.tsx';
import { common, LANGUAGES, language, speak } from '../words/index.ts';

type CardProps = { title: string; lead?: ComponentChildren; children?: ComponentChildren };

export function Card({ title, lead, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
    // A field that wants the focus has it already.
    if (document.activeElement === document.body || !document.activeElement) heading.current?.focus();
  }, [title]);
  return (
    <div class="page">
      <main class="card">
        <p class="brand">
          <Mark /> Gatehouse
        </p>
        <div class="tight">
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {children}
      </main>
      <footer class="footer choices">
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}

export const Mark = () => (
  <svg class="mark-icon" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M9 25V14a7 7 0 0 1 14 0v11" />
    <circle cx="16" cy="18.5" r="2.5" />
  </svg>
);

export const LanguageSwitch = () => (
  <label>
    <span class="unseen">{common('language')}</span>
    <select value={language.value} onChange={({ currentTarget }) => void speak(currentTarget.value)}>
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
