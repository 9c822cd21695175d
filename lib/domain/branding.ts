// Decides what the sign-in page of a tenant looks like: what the tenant chose, else the deployment, else ours.
import { type DeploymentBranding, type Mode, OUR_COLORS, textOn } from '../contract/branding.ts';
import { FONTS } from '../contract/fields/fonts.ts';
import type { Reply } from '../contract/index.ts';
import type { TenantId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import type { Logo, TenantFace } from '../store/tenants/tenants.ts';

type Branding = Reply<'GET /auth/client-config'>['branding'];

/** Returns the face of the tenant; without a tenant, that of the deployment. */
export function brandingOf(tenant?: { id: TenantId; name: string } & TenantFace): Branding {
  const own = tenant?.branding ?? {};
  const common = config().branding;
  // A mode has one source, so that its accent and its background were checked together.
  const paletteOf = (mode: Mode): Branding['colors'][Mode] => {
    const chosen = own.colors?.[mode] ?? common.colors?.[mode];
    const { accent, background } = { ...OUR_COLORS[mode], ...chosen };
    return { accent, onAccent: textOn(accent), background, text: textOn(background) };
  };
  return {
    name: own.name ?? tenant?.name ?? config().appName,
    logo: tenant ? logoReference(tenant.id, tenant.logo) : null,
    colors: { light: paletteOf('light'), dark: paletteOf('dark') },
    links: { ...common.links, ...own.links },
    ...((own.style || common.style) && { style: styleOf({ ...common.style, ...own.style }) }),
  };
}

/** Half of a field of our pages is as round as it can be. */
const RADII = { square: '0px', pill: '1.4375rem' } as const;

const styleOf = ({
  corners = 'rounded',
  font = 'system',
  frame = 'card',
}: NonNullable<DeploymentBranding['style']>): Branding['style'] => ({
  ...(corners !== 'rounded' && { borderRadius: RADII[corners] }),
  ...(font !== 'system' && { fontFamily: FONTS[font] }),
  frame,
});

/** Returns where a logo is, or `null` if there is none. */
export const logoReference = (id: TenantId, logo: Logo | undefined): Branding['logo'] =>
  logo
    ? {
        url: `${config().baseUrl}/auth/tenants/${id}/logos/${logo.digest}`,
        width: logo.width,
        height: logo.height,
      }
    : null;
