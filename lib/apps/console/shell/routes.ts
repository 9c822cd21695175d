// Lists the screens. A screen is a file of its own, loaded when it is first shown; its default export is a component
// that gets the parameters of the path as `id` and so on. The others need not know of it.
import type { ComponentType } from 'preact';
import type { IconName } from '../../kit/icons.tsx';
import { type Duty, isOfDeployment, may } from '../core/duties.ts';
import { mustEnrol } from '../core/session.ts';
import type { common } from '../words/index.ts';

type TitleWord = Parameters<typeof common>[0];
/** What a screen gets. */
export type ScreenProps = Readonly<Record<string, string>>;
type Loaded = { default: ComponentType<never> };

export type Route = {
  /** Below `/console/`; `:id` is a parameter. */
  path: string;
  /** The word of the navigation and the palette. */
  title: TitleWord;
  /** Without this duty, the screen is not offered. */
  duty: Duty;
  /** For admins of the whole deployment: it is about no tenant. */
  isOfDeployment?: boolean;
  load: () => Promise<Loaded>;
} & Place;

/** The group of the navigation, and the picture there. Without them, the screen is reached from others. */
type Place = { nav: 'main' | 'access' | 'settings'; icon: IconName } | { nav?: undefined; icon?: undefined };

export const ROUTES: readonly Route[] = [
  {
    path: '',
    title: 'overview',
    duty: 'self',
    nav: 'main',
    icon: 'house',
    load: () => import('../screens/overview.tsx'),
  },
  {
    path: 'users',
    title: 'users',
    duty: 'readUsers',
    nav: 'main',
    icon: 'people',
    load: () => import('../screens/users.tsx'),
  },
  { path: 'users/:id', title: 'user', duty: 'readUsers', load: () => import('../screens/user.tsx') },
  { path: 'users/:id/:part', title: 'user', duty: 'readUsers', load: () => import('../screens/user.tsx') },
  {
    path: 'invitations',
    title: 'invitations',
    duty: 'readUsers',
    nav: 'main',
    icon: 'letter',
    load: () => import('../screens/invitations.tsx'),
  },
  {
    path: 'tenants',
    title: 'tenants',
    duty: 'read',
    nav: 'main',
    icon: 'building',
    load: () => import('../screens/tenants.tsx'),
  },
  { path: 'tenants/:id', title: 'tenant', duty: 'read', load: () => import('../screens/tenant.tsx') },
  { path: 'tenants/:id/:part', title: 'tenant', duty: 'read', load: () => import('../screens/tenant.tsx') },
  {
    path: 'roles',
    title: 'roles',
    duty: 'read',
    nav: 'access',
    icon: 'shield',
    load: () => import('../screens/roles.tsx'),
  },
  { path: 'roles/:id', title: 'role', duty: 'read', load: () => import('../screens/role.tsx') },
  {
    path: 'permissions',
    title: 'permissions',
    duty: 'read',
    isOfDeployment: true,
    nav: 'access',
    icon: 'key',
    load: () => import('../screens/permissions.tsx'),
  },
  {
    path: 'applications',
    title: 'applications',
    duty: 'read',
    isOfDeployment: true,
    nav: 'access',
    icon: 'apps',
    load: () => import('../screens/applications.tsx'),
  },
  {
    path: 'applications/:id',
    title: 'application',
    duty: 'read',
    isOfDeployment: true,
    load: () => import('../screens/application.tsx'),
  },
  {
    path: 'protected-resources',
    title: 'protectedResources',
    duty: 'read',
    isOfDeployment: true,
    nav: 'access',
    icon: 'lock',
    load: () => import('../screens/protected-resources.tsx'),
  },
  {
    path: 'protected-resources/:id',
    title: 'protectedResource',
    duty: 'read',
    isOfDeployment: true,
    load: () => import('../screens/protected-resource.tsx'),
  },
  {
    path: 'blocked-domains',
    title: 'blockedDomains',
    duty: 'read',
    isOfDeployment: true,
    nav: 'access',
    icon: 'ban',
    load: () => import('../screens/blocked-domains.tsx'),
  },
  {
    path: 'audit',
    title: 'audit',
    duty: 'read',
    nav: 'settings',
    icon: 'list',
    load: () => import('../screens/audit.tsx'),
  },
  {
    path: 'admins',
    title: 'admins',
    duty: 'read',
    isOfDeployment: true,
    nav: 'settings',
    icon: 'admin',
    load: () => import('../screens/admins.tsx'),
  },
  {
    path: 'deployment',
    title: 'deployment',
    duty: 'read',
    isOfDeployment: true,
    nav: 'settings',
    icon: 'server',
    load: () => import('../screens/deployment.tsx'),
  },
  { path: 'security', title: 'security', duty: 'self', load: () => import('../screens/security.tsx') },
];

/** The screen that an admin without the required authenticator sees at every address. */
export const ENROLMENT = 'security';

/** Returns whether the admin is offered the screen. */
export const isOffered = (route: Route): boolean =>
  mustEnrol.value ? route.path === ENROLMENT : may(route.duty) && (!route.isOfDeployment || isOfDeployment());
