// Tells applications that their sessions have ended. A rule on the bus invokes it with one event.
import type { Context } from 'aws-lambda';
import { type LogoutEvent, tellApplication } from '../lib/workers/backchannel-logout.ts';

/** Throws if the application was not told. Lambda tries twice more. */
export const handler = (event: LogoutEvent, context?: Context): Promise<void> => tellApplication(event, context);
