// Says what people read about the fields of a tenant.
import { METADATA, TIMES, type Words } from '../documentation.ts';
import type { tenantFields } from './tenant.ts';

/** A function, so that bundles omit it. */
export const tenantWords = () =>
  ({
    id: { says: 'The id of the tenant, prefix `ten_`.' },
    name: { says: 'The display name, at most 120 characters.', example: 'Acme' },
    slug: {
      says: 'The unique short name: lowercase letters and digits in groups joined by single hyphens.',
      example: 'acme',
    },
    description: { says: 'A note for admins, at most 1 000 characters.', example: 'The first customer' },
    metadata: { says: METADATA },
    isActive: { says: 'Whether its users can log in.' },
    settings: { says: 'The settings.' },
    logo: { says: 'The logo. `null`: there is none.' },
    createdAt: { says: TIMES.createdAt },
    updatedAt: { says: TIMES.updatedAt },
  }) satisfies Words<keyof typeof tenantFields | 'settings' | 'logo'>;
