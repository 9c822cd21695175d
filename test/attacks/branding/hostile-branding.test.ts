// Attacks people through the face of a tenant: colours, links, names and logos as carriers of code.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { JPEG, PNG, png, pngThatClaims, WEBP } from '../../support/images.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const save = async (branding: unknown) => {
  const { id } = await service.tenant();
  return service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings: { branding } });
};
const upload = async (bytes: Buffer) => {
  const { id } = await service.tenant();
  return service.admin('PUT', `/auth/admin/api/tenants/${id}/logo`, { image: bytes.toString('base64') });
};
const rejects = async (reply: Awaited<ReturnType<typeof save>>, field: string) =>
  expect([...answerOf(reply), reply.body.message.split(':')[0]]).toEqual([...refusal('INVALID_INPUT'), field]);
const light = (accent: unknown, background?: unknown) => ({ colors: { light: { accent, background } } });

describe('a style', () => {
  test.each([
    ['corners', '0;background:url(https://evil.example)'],
    ['corners', '10px'],
    ['font', "Arial'; background: url(https://evil.example)"],
    ['font', 'Arial, sans-serif'],
    ['font', 'toString'],
    ['frame', 'none}'],
    ['frame', null],
  ])('has no %s that is not one of a few: %j', async (name, value) => {
    await rejects(await save({ style: { [name]: value } }), `settings.branding.style.${name}`);
  });
});

describe('a colour', () => {
  test.each([
    'red',
    '#fff',
    '#12345',
    '#1234567',
    '#12345g',
    ' #123456',
    '#123456\n',
    'url(https://evil.example)',
    '#123456;background:url(https://evil.example)',
    '#123456}body{display:none',
    'var(--x)',
    'expression(alert(1))',
    '#１２３４５６',
    0x123456,
    null,
  ])('that is not six hexadecimal digits is rejected: %j', async (accent) => {
    await rejects(await save(light(accent)), 'settings.branding.colors.light.accent');
  });

  test.each([
    // The darkest grey below and the lightest grey above 4.5:1 on white, and on black.
    ['#777777', '#ffffff', false],
    ['#767676', '#ffffff', true],
    ['#757575', '#000000', true],
    ['#747474', '#000000', false],
    ['#ffff00', undefined, false],
    ['#ffffff', '#ffffff', false],
    ['#000000', '#ffffff', true],
    ['#0000FF', undefined, true],
    // 4.4998:1 is less than 4.5:1: the ratio is not rounded.
    ['#e60000', '#f7f7f7', false],
  ])('%s on %s has enough contrast: %j', async (accent, background, isEnough) => {
    const reply = await save(light(accent, background));
    if (isEnough) expect(reply.status).toBe(200);
    else {
      await rejects(reply, 'settings.branding.colors.light.accent');
      expect(reply.body.message).toContain('contrast of at least 4.5:1');
    }
  });

  test('of the dark mode is compared with the dark background', async () => {
    await rejects(await save({ colors: { dark: { accent: '#1d4ed8' } } }), 'settings.branding.colors.dark.accent');
    expect((await save({ colors: { dark: { accent: '#93b4ff' } } })).status).toBe(200);
  });
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'http://acme.example',
  'http://localhost',
  '//acme.example',
  '/terms',
  'https:',
  'https://user:password@acme.example',
  'https://acme.example@evil.example',
  'https://acme.example/"><script>',
  'https://acme.example\\@evil.example',
  `https://acme.example/${'x'.repeat(500)}`,
])('a link that is no plain https address is rejected: %j', async (terms) => {
  await rejects(await save({ links: { terms } }), 'settings.branding.links.terms');
});

test.each(['', '   ', 'x'.repeat(61), 'Acme\u0007', 'Acme\u202egro.live', 'Acme\r\nBcc: x'])(
  'a name that is empty, too long or holds control characters is rejected: %j',
  async (name) => {
    await rejects(await save({ name }), 'settings.branding.name');
  },
);

test('markup in a name stays text, and unknown fields are refused by name', async () => {
  for (const [field, value] of Object.entries({ css: 'body{}', html: '<b>', logo: 'https://evil.example' })) {
    const { status, body } = await save({ name: 'Acme', [field]: value });
    expect([status, body.message]).toEqual([400, `settings.branding.${field}: cannot be set here`]);
  }
  const { body } = await save({ name: '<script>x</script>' });
  expect(body.tenant.settings.branding).toEqual({ name: '<script>x</script>' });
});

describe('an image', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
  const HTML = '<!doctype html><script>alert(1)</script>';
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 1);
  const text = (source: string) => Buffer.from(source);
  const [jpeg, webp] = [Buffer.from(JPEG, 'base64'), Buffer.from(WEBP, 'base64')];

  test.each([
    ['an SVG with a script', text(SVG)],
    ['an SVG without a script', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', text(HTML)],
    ['a PDF', text('%PDF-1.7')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['the signature of a PNG before HTML', Buffer.concat([png(1, 1).subarray(0, 8), text(HTML)])],
    ['a PNG before HTML', Buffer.concat([png(1, 1), text(HTML)])],
    ['HTML before a PNG', Buffer.concat([text(HTML), png(1, 1)])],
    ['a PNG that is cut off', cut(png(1, 1))],
    ['a PNG whose chunk is longer than the file', Buffer.from(png(1, 1)).fill(0xff, 33, 37)],
    ['a JPEG before HTML', Buffer.concat([jpeg, text(HTML)])],
    ['a JPEG that is cut off', cut(jpeg)],
    ['a JPEG without a frame', Buffer.from('ffd8ffe00004aaaaffd9', 'hex')],
    ['a JPEG whose segment has no length', Buffer.from('ffd8ffe00000ffe00000ffe0ffd9', 'hex')],
    ['a WebP before HTML', Buffer.concat([webp, text(HTML)])],
    ['a WebP that is cut off', cut(webp)],
    [
      'the container of a WebP around HTML',
      Buffer.concat([text('RIFF'), Buffer.from([62, 0, 0, 0]), text('WEBP'), text(HTML.padEnd(58))]),
    ],
    ['a PNG without pixels', pngThatClaims(0, 1)],
    ['a PNG that claims to be 1025 pixels wide', pngThatClaims(1025, 1)],
    ['a PNG that would unfold into 16 GB', pngThatClaims(65_535, 65_535)],
    ['more than 32 KB', pngThatClaims(1, 1, 33 * 1024)],
  ])('is rejected: %s', async (_, bytes) => {
    await rejects(await upload(bytes), 'image');
  });

  test('of exactly 32 KB is accepted, one byte more is not', async () => {
    const rest = pngThatClaims(1, 1, 1).length - 1;
    expect((await upload(pngThatClaims(1, 1, 32 * 1024 - rest))).status).toBe(200);
    await rejects(await upload(pngThatClaims(1, 1, 32 * 1024 - rest + 1)), 'image');
  });

  test('that is stored is only ever served as a picture', async () => {
    const { body } = await upload(Buffer.from(PNG, 'base64'));
    const { headers } = await service.get(body.tenant.logo.url.slice(service.baseUrl.length));
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; img-src data:; style-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });
});
