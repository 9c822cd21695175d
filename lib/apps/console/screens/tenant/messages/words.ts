// Says the texts about texts of messages.
import { partOf } from '../../../kit.ts';
import { en } from '../../../words/en/tenant/message-texts.ts';

export const say = partOf(en, async () => (await import('../../../words/de/tenant/message-texts.ts')).de);
