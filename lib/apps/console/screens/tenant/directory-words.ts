// Says the texts of the directories of a tenant.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/tenant/directories.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/tenant/directories.ts`));
