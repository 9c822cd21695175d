import { partOf } from '../../kit.ts';
import { en } from '../../words/en/security.ts';

/** The texts of the admin's own account. */
export const say = partOf(en, async () => (await import('../../words/de/security.ts')).de);
