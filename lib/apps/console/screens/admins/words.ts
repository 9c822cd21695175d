// The texts of the screen of admins.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/admins.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/admins.ts`));
