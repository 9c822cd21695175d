// The texts of the screen of permissions.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/permissions.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/permissions.ts`));
