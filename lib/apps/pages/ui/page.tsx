// The frame of a sign-in page: the tenant's brand, one card, links and the choice of a language.
import type { ComponentChildren } from 'preact';
import { CardFrame, type CardProps, LanguageChoice } from '../../kit/card.tsx';
import { LANGUAGES, say } from '../words/index.ts';
import { brand } from './brand.ts';

/** A step. */
export const Page = (props: CardProps) => (
  <CardFrame {...props} name={brand.value?.name} brand={<Brand />} footer={<Footer />} />
);

export function Brand() {
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

export function Footer() {
  const links = brand.value?.links ?? {};
  return (
    <footer class="footer">
      {links.terms && <a href={links.terms}>{say('terms')}</a>}
      {links.privacy && <a href={links.privacy}>{say('privacy')}</a>}
      {links.support && <a href={links.support}>{say('support')}</a>}
      <LanguageChoice languages={LANGUAGES} />
    </footer>
  );
}

/** Something to read, which is announced when it appears. */
export const Notice = ({ children, isWrong }: { children: ComponentChildren; isWrong?: boolean }) => (
  <p class={isWrong ? 'notice wrong' : 'notice'} role={isWrong ? 'alert' : 'status'}>
    {children}
  </p>
);
