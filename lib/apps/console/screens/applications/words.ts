// The texts of the screens of applications.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/applications.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/applications.ts`));
