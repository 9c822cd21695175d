// Says the texts that the screens of users and invitations share.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/people.ts';

export const shared = partOf(en, (tag) => import(`../../words/others/${tag}/people.ts`));
