// Lists every command. The test of places compares the operations that they call with the contract.
import * as adminAccess from './admin-access.ts';
import * as adminConsole from './admin-console.ts';
import * as adminTenants from './admin-tenants.ts';
import * as adminUsers from './admin-users.ts';
import * as applications from './applications.ts';
import * as codes from './codes.ts';
import type { Command } from './command.ts';
import * as complete from './complete.ts';
import * as deviceSessions from './device-sessions.ts';
import * as factors from './factors.ts';
import * as flood from './flood.ts';
import * as identities from './identities.ts';
import * as invite from './invite.ts';
import * as login from './login.ts';
import * as organization from './organization.ts';
import * as ownAccount from './own-account.ts';
import * as passkeys from './passkeys.ts';
import * as reset from './reset.ts';
import * as root from './root.ts';
import * as sessions from './sessions.ts';
import * as signup from './signup.ts';
import * as sso from './sso.ts';
import * as switching from './switch.ts';
import * as theft from './theft.ts';
import * as time from './time.ts';
import * as use from './use.ts';
import * as verify from './verify.ts';

const areas = [
  signup,
  login,
  codes,
  reset,
  verify,
  use,
  sessions,
  ownAccount,
  switching,
  factors,
  complete,
  sso,
  identities,
  invite,
  theft,
  flood,
  root,
  time,
  adminConsole,
  adminAccess,
  adminUsers,
  adminTenants,
  applications,
  organization,
  passkeys,
  deviceSessions,
];

const isCommand = (each: unknown): each is Command => typeof each === 'object' && each !== null && 'options' in each;

export const COMMANDS: readonly Command[] = areas.flatMap((area) => Object.values(area).filter(isCommand));
export const commandNamed = (name: string): Command => COMMANDS.find((each) => each.name === name)!;
export const GROUPS = [...new Set(COMMANDS.map(({ group }) => group))].filter((group) => group !== 'base');
