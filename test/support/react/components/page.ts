// A page of React with the components of the package. The other page has the same as custom elements.
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { createUserClient } from '../../../../lib/packages/client/index.ts';
import {
  GatehouseProvider,
  OrganizationProfile,
  OrganizationSwitcher,
  Protect,
  SignedOut,
  SignIn,
  UserButton,
} from '../../../../lib/packages/react/index.ts';

const client = createUserClient({ baseUrl: '', delivery: 'cookie' });
Object.assign(globalThis, { client });
createRoot(document.getElementById('root') as HTMLElement).render(
  h(
    GatehouseProvider,
    { client },
    h('header', null, h(OrganizationSwitcher), h(UserButton), h(SignedOut, null, h(SignIn, { tenant: 'acme' }))),
    h(
      'main',
      null,
      h('h1', null, 'Acme'),
      h(
        Protect,
        { permission: 'organization.members', fallback: h('p', null, 'for others') },
        h('p', null, 'for managers'),
      ),
      h(OrganizationProfile),
    ),
  ),
);
