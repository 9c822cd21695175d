import { partOf } from '../../kit.ts';
import { en } from '../../words/en/security.ts';

/** The texts of the admin's own account. */
export const say = partOf(en, (tag) => import(`../../words/others/${tag}/security.ts`));
