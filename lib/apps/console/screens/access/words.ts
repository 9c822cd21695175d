// The texts that the screens of roles, applications, admins and the audit log share.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/access.ts';

export const shared = partOf(en, (tag) => import(`../../words/others/${tag}/access.ts`));
