// Lists the readers: the systems whose exports an import takes.
import { auth0 } from './auth0.ts';
import { betterAuth } from './better-auth.ts';
import { clerk } from './clerk.ts';
import { cognito } from './cognito.ts';
import { django } from './django.ts';
import { firebase } from './firebase.ts';
import { gatehouse } from './gatehouse.ts';
import { keycloak } from './keycloak.ts';
import { kratos } from './kratos.ts';
import { logto } from './logto.ts';
import { nestAuth } from './nest-auth.ts';
import type { Reader } from './reader.ts';
import { supabase } from './supabase.ts';
import { supertokens } from './supertokens.ts';
import { wordpress } from './wordpress.ts';

/** Name on a command line -> reader. */
export const READERS = {
  gatehouse,
  auth0,
  'better-auth': betterAuth,
  clerk,
  cognito,
  django,
  firebase,
  keycloak,
  kratos,
  logto,
  'nest-auth': nestAuth,
  supabase,
  supertokens,
  wordpress,
} as const satisfies Readonly<Record<string, Reader>>;

export type SourceName = keyof typeof READERS;
export const sourceNames = Object.keys(READERS) as SourceName[];
