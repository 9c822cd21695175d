// Applies GATEHOUSE_SESSIONS_SINCE, the setting that ends everything that began before a given time.
import { config } from '../platform/settings/config.ts';

/**
 * Whether something that began then, in ms, still counts. Every reader of a session, or of what can begin or replace
 * one, asks this: sessions, admin sessions, links, codes, link tokens, flows, trusted devices, set-ups.
 */
export const isOfNow = (began: number): boolean => began >= config().sessionsSince;
