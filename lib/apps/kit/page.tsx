// The frame of a sign-in page: the tenant's brand, one card, links and the choice of a language.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { brand } from './brand.ts';
import { choose } from './words/choice.ts';
import { LANGUAGES, language, say } from './words/index.ts';

type PageProps = { title: string; lead?: ComponentChildren; children?: ComponentChildren };

/** A step. Its heading gets the focus when the step appears, so that screen readers begin there. */
export function Page({ title, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = brand.value?.name;
  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title;
    // A field that wants the focus has it already.
    if (document.activeElement === document.body || !document.activeElement) heading.current?.focus();
  }, [title, name]);
  return (
    <div class="page">
      <main class="card">
        <Brand />
        <div class="tight">
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Brand() {
  if (!brand.value) return null;
  const { name, logo } = brand.value;
  return (
    <div class="brand">
      {logo ? (
        <img src={logo.url} width={logo.width} height={logo.height} alt="" />
      ) : (
        <span class="mark" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      {name}
    </div>
  );
}

function Footer() {
  const links = brand.value?.links ?? {};
  return (
    <footer class="footer">
      {links.terms && <a href={links.terms}>{say('terms')}</a>}
      {links.privacy && <a href={links.privacy}>{say('privacy')}</a>}
      {links.support && <a href={links.support}>{say('support')}</a>}
      <label>
        <span class="unseen">{say('language')}</span>
        <select class="language" value={language.value} onChange={({ currentTarget: { value } }) => void choose(value)}>
          {Object.entries(LANGUAGES).map(([tag, { name }]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </footer>
  );
}

/** Something to read, which is announced when it appears. */
export const Notice = ({ children, isWrong }: { children: ComponentChildren; isWrong?: boolean }) => (
  <p class={isWrong ? 'notice wrong' : 'notice'} role={isWrong ? 'alert' : 'status'}>
    {children}
  </p>
);

export { Brand, Footer };
