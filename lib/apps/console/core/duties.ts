// Decides what the console offers to an admin. The service says what the role allows, and decides on each call: this hides
// what it would refuse.
import { type Me, me } from './session.ts';

export type Duty = Me['duties'][number];

/** Returns whether the admin has the duty. */
export const may = (duty: Duty): boolean => !!me.value?.duties.includes(duty);

/** Returns whether the admin is one of the whole deployment, not of listed tenants. */
export const isOfDeployment = (): boolean => me.value?.tenants === null;
