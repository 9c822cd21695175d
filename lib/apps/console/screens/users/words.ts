// Says the texts of the list of users.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/users.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/users.ts`));
