// Says the texts of the import of users.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/import.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/import.ts`));
