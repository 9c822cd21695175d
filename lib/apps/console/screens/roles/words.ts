// The texts of the screens of roles.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/roles.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/roles.ts`));
