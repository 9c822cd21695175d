// Says the texts of a user.
import { partOf, type ReplyOf } from '../../kit.ts';
import { en } from '../../words/en/user.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/user.ts`));
export type Word = keyof typeof en;

export type Details = ReplyOf<'adminUsers.get'>;
/** What each part of the screen gets. */
export type PartProps = { details: Details; name: string };
