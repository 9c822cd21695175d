// The texts of the audit log.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/audit.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/audit.ts`));
