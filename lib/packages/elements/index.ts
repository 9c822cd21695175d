// Defines the custom elements. They render the components of the React package, by Preact, into a shadow root.
import { type ClientOptions, createUserClient, type SignInOptions, type UserClient } from '../client/index.ts';
import { OrganizationSwitcher } from '../react/components/organization-switcher.ts';
import { SignIn, SignUp } from '../react/components/sign-in.ts';
import { UserButton } from '../react/components/user-button.ts';
import { Protect } from '../react/guards.ts';
import { StoreContext } from '../react/provider.ts';
import { createStore, type Store } from '../react/store.ts';
import { createElement, render } from './react.ts';

/** The options of `defineElements`. */
export type ElementsOptions = {
  /** A client, or the options to create one with. */
  client: UserClient | ClientOptions;
};

type Attributes = Readonly<Record<string, string | undefined>>;
type Row = {
  attributes: readonly string[];
  display: string;
  show: (given: Attributes, element: HTMLElement) => unknown;
};

// The types of the components are React's, and what renders them is Preact's.
const h = createElement as unknown as (type: unknown, properties: object | null, ...children: unknown[]) => unknown;

const signInOf = ({ tenant, 'login-hint': loginHint, 'return-to': returnTo }: Attributes): SignInOptions => ({
  ...(tenant && { tenant }),
  ...(loginHint && { loginHint }),
  ...(returnTo && { returnTo }),
});
const signInRow = (component: unknown): Row => ({
  attributes: ['tenant', 'login-hint', 'return-to'],
  display: 'inline-block',
  // The text between the tags replaces that of the button.
  show: (given, { childNodes }) => h(component, signInOf(given), childNodes.length ? h('slot', null) : undefined),
});
const menuRow = (component: unknown): Row => ({
  attributes: ['align'],
  display: 'inline-block',
  show: ({ align }) => h(component, align ? { align } : null),
});

const ELEMENTS: Readonly<Record<string, Row>> = {
  'gatehouse-sign-in': signInRow(SignIn),
  'gatehouse-sign-up': signInRow(SignUp),
  'gatehouse-user-button': menuRow(UserButton),
  'gatehouse-organization-switcher': menuRow(OrganizationSwitcher),
  'gatehouse-protect': {
    // `role` is an attribute of ARIA, so the role of a user has another name.
    attributes: ['permission', 'has-role'],
    display: 'contents',
    show: ({ permission, 'has-role': role }) =>
      h(Protect, { permission, role, fallback: h('slot', { name: 'fallback' }) }, h('slot', null)),
  },
};

let shared: UserClient | undefined;

/**
 * Defines the elements and returns the client that all of them share. Call it once, when the page starts: a later call
 * changes nothing and returns the first client. On a server, which has no elements, it returns the client alone.
 */
export function defineElements({ client: given }: ElementsOptions): UserClient {
  if (shared) return shared;
  const client = 'subscribe' in given ? given : createUserClient(given);
  if (!globalThis.customElements) return client;
  shared = client;
  const store = createStore(client, undefined);
  store.start();
  for (const [name, row] of Object.entries(ELEMENTS)) customElements.define(name, classOf(row, store));
  return client;
}

function classOf({ attributes, display, show }: Row, store: Store): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = attributes;
    #root: ShadowRoot | undefined;

    #render(): void {
      const given = Object.fromEntries(attributes.map((name) => [name, this.getAttribute(name) ?? undefined]));
      const content = h(StoreContext.Provider, { value: store }, show(given, this));
      if (this.#root) render(content as never, this.#root);
    }

    connectedCallback(): void {
      if (!this.shadowRoot) {
        this.#root = this.attachShadow({ mode: 'open' });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`:host { display: ${display}; } :host([hidden]) { display: none; }`);
        this.#root.adoptedStyleSheets = [sheet];
      }
      this.#render();
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#render();
    }

    disconnectedCallback(): void {
      if (this.#root) render(null, this.#root);
    }
  };
}
