// Provides the callers and domains that the tests of blocked domains share.

import { erase } from '../../lib/store/dynamo/table.ts';
import * as keys from '../../lib/store/keys.ts';
import type { Reply } from './http.ts';
import { type Service, unique } from './service.ts';

export const PATH = '/auth/admin/api/blocked-email-domains';
/** Returns a domain that was never used. */
export const newDomain = (): string => `${unique('d')}.example`;
export const newDomains = (count: number): string[] => Array.from({ length: count }, newDomain);

export const callers = (service: Service) => ({
  add: (domains: unknown): Promise<Reply> => service.admin('POST', PATH, { domains }),
  list: (query = ''): Promise<Reply> => service.admin('GET', `${PATH}${query}`),
  stats: (): Promise<Reply> => service.admin('GET', `${PATH}/stats`),
  importDefaults: (): Promise<Reply> => service.admin('POST', `${PATH}/import-defaults`),
  remove: (idOrDomain: string): Promise<Reply> => service.admin('DELETE', `${PATH}/${idOrDomain}`),
});

export const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Empties the list, which no operation does. */
export async function clear(): Promise<void> {
  await Promise.all(Array.from({ length: 100 }, (_, share) => erase(keys.blockedDomains(share))));
}
