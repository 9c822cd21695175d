// Says the texts of domains, setup links and trials of providers.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/tenant-setup.ts';

export const say = partOf(en, async () => (await import('../../words/de/tenant-setup.ts')).de);
