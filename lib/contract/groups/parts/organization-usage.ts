// Declares the figures that users read of their tenant. It is a part of the group organization.
import * as z from 'zod/mini';
import { named } from '../../documentation.ts';
import { contract } from '../../operation.ts';

const members = z.object({ total: z.int(), active: z.int(), verified: z.int() });
const signUps = z.object({ day: z.iso.date(), count: z.int() });
const signIns = z.object({ day: z.iso.date(), count: z.int(), failed: z.int() });
const invitations = z.object({ open: z.int(), isCapped: z.boolean() });

export const organizationUsage = contract({
  'GET /auth/organization/usage': {
    name: 'usage',
    summary: 'Count the members of the own tenant, its open invitations, and the sign-ups and sign-ins of a week',
    access: 'user',
    permissions: ['organization.members'],
    reply: z.object({ members, signUps: z.array(signUps), signIns: z.array(signIns), invitations }),
    extension: true,
  },
});

export const usageOperations = () => ({
  'GET /auth/organization/usage': {
    description: 'Needs `organization.members`. The figures follow a change within seconds.',
  },
});

export const usageShapes = () => [
  named(
    members,
    'MemberFigures',
    'Counts of the members of a tenant.',
    { total: 'All of them.', active: 'Those who can log in.', verified: 'Those with a verified address.' },
    { total: 12, active: 11, verified: 10 },
  ),
  named(
    signUps,
    'DailySignUps',
    'The sign-ups of one day in UTC.',
    { day: 'The day.', count: 'The number of sign-ups.' },
    { day: '2026-11-27', count: 3 },
  ),
  named(
    signIns,
    'DailySignIns',
    'The sign-ins of one day in UTC.',
    { day: 'The day.', count: 'The number of sign-ins.', failed: 'The number of attempts that failed.' },
    { day: '2026-11-27', count: 40, failed: 2 },
  ),
  named(
    invitations,
    'OpenInvitations',
    'The invitations whose links work.',
    { open: 'How many there are, at most 100.', isCapped: 'Whether there are more than were counted.' },
    { open: 4, isCapped: false },
  ),
  named(organizationUsage['GET /auth/organization/usage'].reply, 'OrganizationUsage', 'The figures of a tenant.', {
    members: 'Counts of its members.',
    signUps: 'The last seven days, oldest first.',
    signIns: 'The same days.',
    invitations: 'The invitations that wait.',
  }),
];
