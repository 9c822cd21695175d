// Starts the page of an organization, and lists its sections.
import { render } from 'preact';
import './words/errors.ts';
import { parts } from './account/parts.ts';
import { Organization, type Section } from './organization/organization.tsx';
import { speakAgain, speakBest } from './words/choice.ts';

/** A section is shown to those who have one of its permissions, and loaded when it is opened. The first one is the start. */
const SECTIONS: readonly Section[] = [
  {
    path: 'members',
    title: 'members',
    permissions: ['organization.members', 'organization.roles'],
    load: async () => (await import('./organization/members.tsx')).Members,
  },
  {
    path: 'invitations',
    title: 'invitations',
    permissions: ['organization.invite'],
    load: async () => (await import('./organization/invitations.tsx')).Invitations,
  },
  {
    path: 'join-requests',
    title: 'joinRequests',
    permissions: ['organization.invite'],
    load: async () => {
      const { JoinRequests } = await import('./organization/join-requests.tsx');
      await speakAgain();
      return JoinRequests;
    },
  },
  {
    path: 'roles',
    title: 'roles',
    permissions: ['organization.roles', 'organization.invite'],
    load: async () => (await import('./organization/roles.tsx')).Roles,
  },
  {
    path: 'sign-on',
    title: 'signOn',
    permissions: ['organization.sso'],
    load: async () => {
      const { SignOn } = await import('./organization/sign-on.tsx');
      // Its texts are loaded with it.
      await speakAgain();
      return SignOn;
    },
  },
  {
    path: 'domains',
    title: 'domains',
    permissions: ['organization.domains'],
    load: async () => {
      const { Domains } = await import('./organization/domains.tsx');
      await speakAgain();
      return Domains;
    },
  },
  {
    path: 'directory',
    title: 'directory',
    permissions: ['organization.sso'],
    load: async () => {
      const { Directory } = await import('./organization/directory/directory.tsx');
      await speakAgain();
      return Directory;
    },
  },
  {
    path: 'applications',
    title: 'applications',
    permissions: ['organization.applications'],
    load: async () => {
      const { Applications } = await import('./organization/applications/applications.tsx');
      await speakAgain();
      return Applications;
    },
  },
  {
    path: 'usage',
    title: 'usage',
    permissions: ['organization.members'],
    load: async () => {
      const { Usage } = await import('./organization/usage.tsx');
      await speakAgain();
      return Usage;
    },
  },
  {
    path: 'audit',
    title: 'audit',
    permissions: ['organization.audit'],
    load: async () => (await import('./organization/audit.tsx')).Audit,
  },
];

parts.passkeys = () => import('./organization/passkeys.ts');
await speakBest({});
render(<Organization sections={SECTIONS} />, document.getElementById('app') as HTMLElement);
