// Says the texts of domains, setup links and trials of providers.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/tenant-setup.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/tenant-setup.ts`));
