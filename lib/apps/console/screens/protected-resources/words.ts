// The texts of the screens of protected resources.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/protected-resources.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/protected-resources.ts`));
