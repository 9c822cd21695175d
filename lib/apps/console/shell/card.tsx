// The frame of what is shown without a session: one card.
import { CardFrame, type CardProps, LanguageChoice } from '../../kit/card.tsx';
import { ThemeSwitch } from '../ui/theme.tsx';
import { LANGUAGES } from '../words/index.ts';

const NAME = 'Gatehouse';

export const Card = (props: CardProps) => (
  <CardFrame
    {...props}
    name={NAME}
    brand={
      <p class="brand">
        <Mark /> {NAME}
      </p>
    }
    footer={
      <footer class="footer choices">
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    }
  />
);

export const Mark = () => (
  <svg class="mark-icon" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M9 25V14a7 7 0 0 1 14 0v11" />
    <circle cx="16" cy="18.5" r="2.5" />
  </svg>
);

export const LanguageSwitch = () => <LanguageChoice languages={LANGUAGES} />;
