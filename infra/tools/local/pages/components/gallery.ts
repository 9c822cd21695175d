// Shows each component in each state. The build of the page puts Preact in React's place, as the custom elements do.
import type { UserClient } from '../../../../../lib/packages/client/index.ts';
import { createElement, render } from '../../../../../lib/packages/elements/react.ts';
import {
  GatehouseProvider,
  OrganizationProfile,
  OrganizationSwitcher,
  Protect,
  SignIn,
  SignUp,
  UserButton,
} from '../../../../../lib/packages/react/index.ts';
import { ORGANIZATIONS, SESSIONS } from './states.ts';

const h = createElement as unknown as (type: unknown, properties: object | null, ...children: unknown[]) => unknown;

const page = document.documentElement;
const byId = (id: string) => document.getElementById(id) as HTMLInputElement;

/** The page keeps what is chosen in its address, so that a link shows the same. */
function follow(): void {
  const chosen = new URLSearchParams(location.search);
  const apply = (): void => {
    page.style.colorScheme = byId('scheme').value;
    page.lang = byId('language').value;
    page.dir = byId('direction').value;
    const query = new URLSearchParams(['scheme', 'language', 'direction'].map((id) => [id, byId(id).value]));
    history.replaceState(null, '', `?${query}${location.hash}`);
  };
  for (const id of ['scheme', 'language', 'direction']) {
    const value = chosen.get(id);
    if (value !== null) byId(id).value = value;
    byId(id).addEventListener('change', apply);
  }
  apply();
}

/** Adds a titled place for one state. */
function stateOf(section: HTMLElement, name: string, client: UserClient, content: unknown): void {
  const place = document.createElement('section');
  const heading = document.createElement('h3');
  const stage = document.createElement('div');
  heading.textContent = name;
  heading.id = `${section.id}-${name.toLowerCase().replaceAll(' ', '-')}`;
  place.setAttribute('aria-labelledby', heading.id);
  place.append(heading, stage);
  section.append(place);
  render(h(GatehouseProvider, { client }, content) as never, stage);
}

const protectedContent = () =>
  h(
    Protect,
    { permission: 'organization.members', fallback: h('p', null, 'The fallback: you may not see this.') },
    h('p', null, 'For managers of members.'),
  );

const COMPONENTS: Readonly<Record<string, () => unknown>> = {
  'user-button': () => h(UserButton, { align: 'start' }),
  'organization-switcher': () => h(OrganizationSwitcher, null),
  protect: protectedContent,
};

follow();
const first = Object.values(SESSIONS)[0] as () => UserClient;
stateOf(byId('sign-in'), 'Primary', first(), h(SignIn, null));
stateOf(byId('sign-in'), 'Secondary', first(), h(SignUp, null));
for (const [id, content] of Object.entries(COMPONENTS))
  for (const [name, client] of Object.entries(SESSIONS)) stateOf(byId(id), name, client(), content());
for (const [name, client] of Object.entries(ORGANIZATIONS))
  stateOf(byId('organization-profile'), name, client(), h(OrganizationProfile, null));
