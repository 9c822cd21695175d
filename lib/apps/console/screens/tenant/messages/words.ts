// Says the texts about texts of messages.
import { partOf } from '../../../kit.ts';
import { en } from '../../../words/en/tenant/message-texts.ts';

export const say = partOf(en, (tag) => import(`../../../words/others/${tag}/tenant/message-texts.ts`));
