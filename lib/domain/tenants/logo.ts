// Keeps the logo of a tenant, and serves it as an image that can do nothing else than be shown.
import { createHash } from 'node:crypto';
import { fail } from '../../contract/errors.ts';
import { tenantId } from '../../platform/ids.ts';
import * as store from '../../store/tenants/tenants.ts';
import type { AuditActor } from '../audit.ts';
import { readImage } from './image.ts';
import { changeLogo } from './tenants.ts';

const MAX_BYTES = 32 * 1024;
/** A small file can unfold into a huge picture: 1024 by 1024 pixels are 4 MB in memory. */
const MAX_PIXELS = 1024;

/** Stores the logo, sent in base64. Throws TENANT_NOT_FOUND, and INVALID_INPUT for what is no image or too large. */
export function setLogo(actor: AuditActor, id: string, base64: string) {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_BYTES) fail('INVALID_INPUT', { message: 'image: must have at most 32 KB' });
  const image = readImage(bytes);
  if (!image) return fail('INVALID_INPUT', { message: 'image: must be a PNG, JPEG or WebP, and nothing beside it' });
  const { type, width, height } = image;
  if (![width, height].every((each) => each >= 1 && each <= MAX_PIXELS))
    fail('INVALID_INPUT', { message: `image: must be at most ${MAX_PIXELS} pixels wide and high` });
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return changeLogo(actor, id, { digest, width, height }, { type, bytes });
}

/** Removes the logo, if there is one. Throws TENANT_NOT_FOUND. */
export const removeLogo = (actor: AuditActor, id: string) => changeLogo(actor, id, undefined);

/**
 * Returns the logo with this digest as an SVG document that is written here and holds the image as data. API Gateway
 * passes text on as it is, and bytes only for types that the API and the browser both name. Throws LOGO_NOT_FOUND.
 */
export async function logo(id: string, digest: string): Promise<{ content: string }> {
  const validId = tenantId(id);
  const item = validId && (await store.findLogo(validId));
  if (!item || item.digest !== digest) return fail('LOGO_NOT_FOUND');
  const { mediaType, width, height, bytes } = item;
  const data = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
  return {
    content: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${data}"/></svg>`,
  };
}
