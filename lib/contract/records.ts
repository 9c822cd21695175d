// Defines the records that several groups share, and describes them.
import * as z from 'zod/mini';
import { brandColors, brandLinks, brandStyle, brandStyleReply, OUR_COLORS } from './branding.ts';
import { METADATA, type NamedShape, named, namedValue, ROLE, said, TENANT } from './documentation.ts';
import { tenantWords } from './fields/tenant.words.ts';
import { message, metadata, mfaMethod } from './shapes.ts';

/** Table 2.2 of the specification. The tokens are absent in cookie mode, and while a signup awaits verification. */
export const tokens = z.object({
  accessToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  message: z.optional(z.string()),
  isRequiresMfa: z.boolean(),
  mfaMethods: z.optional(z.array(mfaMethod)),
  defaultMfaMethod: z.optional(mfaMethod),
  passkey: z.optional(z.enum(['verify', 'enrol'])),
  trustToken: z.optional(z.string()),
  mustChangePassword: z.optional(z.boolean()),
  nextStep: z.nullable(z.enum(['mfa', 'enrol', 'change-password'])),
  csrfToken: z.optional(z.string()),
});

/** The reply to the start of a TOTP set-up, for users and admins. */
export const totpSetup = z.object({
  secret: z.string(),
  qrCode: z.string(),
  otpAuthUrl: z.string(),
  issuer: z.string(),
  account: z.string(),
});

/** The public part of a tenant. */
export const tenantSummary = z.object({ id: z.string(), slug: z.string(), name: z.string() });

/** Where the logo of a tenant is. */
export const logoReference = z.object({ url: z.string(), width: z.int(), height: z.int() });

const palette = z.object({ accent: z.string(), onAccent: z.string(), background: z.string(), text: z.string() });
const palettes = z.object({ light: palette, dark: palette });
/** What a sign-in page looks like: the choice of the tenant, else that of the deployment, else ours. */
export const branding = z.object({
  name: z.string(),
  logo: z.nullable(logoReference),
  colors: palettes,
  links: brandLinks,
  style: z.optional(brandStyleReply),
});

export const roleSummary = z.object({ id: z.string(), name: z.string(), guard: z.string() });

/** A role as a user holds it. */
export const assignedRole = z.object({
  ...roleSummary.shape,
  isSystem: z.boolean(),
  isActive: z.boolean(),
  tenantId: z.nullable(z.string()),
});

const ROLE_FIELDS = {
  id: 'The id of the role, prefix `rol_`.',
  name: 'The name, unique per tenant and guard.',
  guard: 'The namespace of the role.',
};

/** What openapi.json says about the shapes that several groups share. */
export const recordDocs = (): NamedShape[] => [
  namedValue(metadata, 'Metadata', METADATA),
  namedValue(mfaMethod, 'MfaMethod', 'A second factor: a code by email, a code by SMS, or an authenticator app.'),
  named(
    message,
    'Message',
    'A confirmation.',
    { message: 'Text for people. It may change.' },
    { message: 'Logged out.' },
  ),
  named(
    tokens,
    'Tokens',
    'The result of a login. In cookie mode the tokens are in cookies instead of the body.',
    {
      accessToken: 'A JWT for the header `Authorization: Bearer`. It lives 15 minutes by default.',
      refreshToken: 'A JWT for POST /auth/refresh-token. Each refresh replaces it.',
      message: 'Text for people. It may change.',
      isRequiresMfa: 'Whether the session is pending until its second factor is verified.',
      mfaMethods: 'The methods that can complete a pending session.',
      defaultMfaMethod: 'The recommended method.',
      passkey:
        'What a passkey does here. `verify`: it completes the login, at POST /auth/passkeys/verify. `enrol`: one may be set up that completes it, at POST /auth/passkeys/enrol; with a complete session, the tenant requires one. Absent: nothing.',
      trustToken: 'The token of a trusted device. Send it as `x-svc-device-trust` at the next login. It lives 30 days.',
      mustChangePassword: 'Whether the user must set a new password before doing anything else.',
      nextStep:
        'What the session still needs: `mfa`, the second factor; `enrol`, an authenticator, because the tenant requires ' +
        'a second factor and the account has none; `change-password`, a new password. `null`: nothing.',
      csrfToken:
        'In cookie mode: the token for the header `x-csrf-token`, as GET /auth/csrf returns it. Absent for origins that only a tenant lists.',
    },
    {
      accessToken: 'eyJhbGciOiJSUzI1NiJ9...',
      refreshToken: 'eyJhbGciOiJIUzI1NiJ9...',
      isRequiresMfa: false,
      nextStep: null,
    },
  ),
  named(tenantSummary, 'TenantSummary', 'The public part of a tenant.', said(tenantSummary, tenantWords()), {
    id: TENANT,
  }),
  named(
    logoReference,
    'Logo',
    'The logo of a tenant, an SVG document that contains the image. Show it by `<img>`, on any page.',
    { url: 'Its address. A new logo has a new one.', width: 'Its width in pixels.', height: 'Its height in pixels.' },
    { url: `https://auth.example.com/auth/tenants/${TENANT}/logos/4nLpZ2`, width: 256, height: 64 },
  ),
  named(
    brandLinks,
    'BrandLinks',
    'Links below the form of the sign-in page: https, without user.',
    { terms: 'The terms of service.', privacy: 'The privacy policy.', support: 'Where people find help.' },
    { terms: 'https://acme.example/terms' },
  ),
  named(brandColors, 'BrandColors', 'Colors of the sign-in page.', {
    light: 'For people who prefer light pages.',
    dark: 'For people who prefer dark pages.',
  }),
  ...(['light', 'dark'] as const).map((mode) =>
    named(
      brandColors.shape[mode]._zod.def.innerType,
      mode === 'light' ? 'LightColors' : 'DarkColors',
      'The accent needs a contrast of at least 4.5:1 to the background (WCAG 2.2, 1.4.3).',
      {
        accent: 'The color of buttons and links: `#` and six hexadecimal digits. Default: ours.',
        background: 'The color of the page. Default: ours.',
      },
      { accent: OUR_COLORS[mode].accent },
    ),
  ),
  named(
    palette,
    'Palette',
    'Colors that are readable together.',
    {
      accent: 'Buttons and links.',
      onAccent: 'Text on the accent: black or white.',
      background: 'The page.',
      text: 'Text on the page: black or white.',
    },
    { accent: '#1d4ed8', onAccent: '#ffffff', background: '#ffffff', text: '#000000' },
  ),
  named(palettes, 'Palettes', 'Colors by the preference of people.', {
    light: 'For people who prefer light pages.',
    dark: 'For people who prefer dark pages.',
  }),
  named(
    brandStyle,
    'BrandingStyle',
    'The style of a sign-in page.',
    {
      corners: 'Of buttons, fields and the card. Default: `rounded`.',
      font: 'A stack of fonts that systems have. No page loads a font. Default: `system`.',
      frame: '`card`: the form is a card on the page. `none`: it has no frame. Default: `card`.',
    },
    { corners: 'pill', font: 'geometric' },
  ),
  named(brandStyleReply, 'BrandingStyleReply', 'The style of a sign-in page, as a page applies it.', {
    borderRadius: 'Of buttons and fields, in CSS. Absent: that of the page.',
    fontFamily: 'In CSS. Absent: that of the page.',
    frame: '`card`: the form is a card on the page. `none`: it has no frame.',
  }),
  named(
    branding,
    'Branding',
    'The face of a sign-in page: the choice of the tenant, else of the deployment, else of Gatehouse.',
    {
      name: 'The name to show.',
      logo: 'The logo. `null`: there is none.',
      colors: 'The colors for light and dark.',
      links: 'Links below the form.',
      style: 'Corners, font and frame. Absent where neither the tenant nor the deployment chooses.',
    },
    { name: 'Acme', logo: null, links: {} },
  ),
  named(roleSummary, 'RoleSummary', 'A role that the caller holds.', ROLE_FIELDS, { id: ROLE, name: 'editor' }),
  named(
    assignedRole,
    'AssignedRole',
    'A role as a user holds it.',
    {
      ...ROLE_FIELDS,
      isSystem: 'Whether the role is protected from deletion.',
      isActive: 'Whether the role grants its permissions.',
      tenantId: 'The tenant of the role. `null`: a role of all tenants.',
    },
    { id: ROLE, name: 'editor' },
  ),
];
