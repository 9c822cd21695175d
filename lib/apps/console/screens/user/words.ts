// Says the texts of a user.
import { partOf, type ReplyOf } from '../../kit.ts';
import { en } from '../../words/en/user.ts';

export const say = partOf(en, async () => (await import('../../words/de/user.ts')).de);
export type Word = keyof typeof en;

export type Details = ReplyOf<'adminUsers.get'>;
/** What each part of the screen gets. */
export type PartProps = { details: Details; name: string };
