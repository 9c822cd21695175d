// Declares the fields of a tenant, as admins see and change them. Its settings are in settings.ts.
import * as z from 'zod/mini';
import { dateTime, metadata, name, readableLines } from '../shapes.ts';
import { type Field, keptOf, replyOf } from './field.ts';

const text = z.string();
/** The domain validates the form, and responds with INVALID_SLUG_FORMAT. */
const slug = z.string().check(z.minLength(1), z.maxLength(63));
const note = z.nullable(readableLines(1000));
const yesNo = z.boolean();
const atWill = { create: false, update: false } as const;

/**
 * What the deployment decides: what a tenant is found by, whether it is served, and what the application knows of it (its
 * plan, for example). People and login pages find their tenant by its slug, so a change of it needs a recent login.
 */
export const tenantFields = {
  id: { reply: text },
  name: { reply: text, body: name, ...atWill, isRequired: true, kept: 'fact' },
  slug: { reply: text, body: slug, create: false, update: true, isRequired: true, kept: 'fact', needs: 'deployment' },
  description: { reply: z.nullable(text), body: note, ...atWill, kept: 'fact' },
  metadata: { reply: metadata, body: metadata, ...atWill, needs: 'deployment' },
  isActive: { reply: yesNo, body: yesNo, create: false, update: true, needs: 'deployment' },
  createdAt: { reply: dateTime },
  updatedAt: { reply: dateTime },
} as const satisfies Readonly<Record<string, Field>>;

const { id, name: title, slug: shortName, ...rest } = replyOf(tenantFields);
/** A tenant without its settings. */
export const tenantProfile = z.object({ id, slug: shortName, name: title, ...rest });

/** Fields that are shown as they are stored. */
export const keptOfTenant = keptOf(tenantFields);
