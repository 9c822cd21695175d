// The texts of the audit log.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/audit.ts';

export const say = partOf(en, async () => (await import('../../words/de/audit.ts')).de);
