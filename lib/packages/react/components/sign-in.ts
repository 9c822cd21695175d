// Buttons that lead to the hosted pages. No password is typed on the application's own page.
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import type { SignInOptions } from '../../client/index.ts';
import { useDestinations } from './destinations.ts';
import { BASE, styledBy } from './style.ts';
import { useMenuWords } from './words/menu.ts';

/** The properties of `SignIn` and `SignUp`. */
export type SignInProps = SignInOptions & {
  /** The text of the button. Default: in the language of the page. */
  children?: ReactNode;
};

const dressed = /* @__PURE__ */ styledBy(BASE);

/** Returns the element of a button. */
const buttonOf = (kind: string, onClick: () => unknown, text: ReactNode): ReactElement =>
  h(
    'span',
    { className: 'gatehouse', ref: dressed },
    h('button', { type: 'button', className: `gatehouse-button ${kind}`, onClick }, text),
  );

/** A button to sign in. With a client of `createRedirectClient` the user comes back to this page. */
export function SignIn({ children, ...options }: SignInProps): ReactElement {
  const say = useMenuWords();
  const { leave } = useDestinations();
  return buttonOf('gatehouse-primary', () => leave(options), children ?? say('signIn'));
}

/** A button to create an account. */
export function SignUp({ children, ...options }: SignInProps): ReactElement {
  const say = useMenuWords();
  const { leave } = useDestinations();
  const onClick = () => leave({ ...options, prompt: 'create' });
  return buttonOf('', onClick, children ?? say('signUp'));
}
