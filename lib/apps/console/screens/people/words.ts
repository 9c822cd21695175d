// Says the texts that the screens of users and invitations share.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/people.ts';

export const shared = partOf(en, async () => (await import('../../words/de/people.ts')).de);
