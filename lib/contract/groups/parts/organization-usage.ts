// Declares the figures that users read of their tenant. It is a part of the group organization.
import * as z from 'zod/mini';
import { named } from '../../documentation.ts';
import { contract } from '../../operation.ts';

const members = z.object({ total: z.int(), active: z.int(), verified: z.int() });
const signUps = z.object({ day: z.iso.date(), count: z.int() });

export const organizationUsage = contract({
  'GET /auth/organization/usage': {
    name: 'usage',
    summary: 'Count the members of the own tenant, and the sign-ups of a week',
    access: 'user',
    permissions: ['organization.members'],
    reply: z.object({ members, signUps: z.array(signUps) }),
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
  named(organizationUsage['GET /auth/organization/usage'].reply, 'OrganizationUsage', 'The figures of a tenant.', {
    members: 'Counts of its members.',
    signUps: 'The last seven days, oldest first.',
  }),
];
