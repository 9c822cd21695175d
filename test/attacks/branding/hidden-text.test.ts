// Threat: an address in the settings of a tenant hides where it leads by characters that reorder or hide text.
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const HIDING = ['\u202e', '\u2066', '\u2069', '\u2028', '\u0007', '\u0085', '\u007f'];
/** Each address of the settings, with the place of the text. */
const ADDRESSES: [string, (address: string) => Record<string, unknown>][] = [
  ['redirectUris', (address) => ({ redirectUris: [address] })],
  ['allowedOrigins', (address) => ({ allowedOrigins: [address.replace(/\/$/, '')] })],
  ['links.resetPassword', (address) => ({ links: { resetPassword: `${address}{token}` } })],
  ['links.acceptInvite', (address) => ({ links: { acceptInvite: `${address}{token}` } })],
  ['links.verifyEmail', (address) => ({ links: { verifyEmail: `${address}{code}` } })],
  ['branding.links.terms', (address) => ({ branding: { links: { terms: address } } })],
  ['branding.links.privacy', (address) => ({ branding: { links: { privacy: address } } })],
  ['branding.links.support', (address) => ({ branding: { links: { support: address } } })],
  ['ssoProviders.issuer', (address) => ({ ssoProviders: [{ name: 'acme', issuer: address, clientId: 'x' }] })],
];

test.each(ADDRESSES)('%s takes a readable address alone', async (_, settingsOf) => {
  const tenant = await service.tenant();
  const change = (address: string) =>
    service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: settingsOf(address) });
  expect((await change('https://links.example/')).status).toBe(200);
  for (const hiding of HIDING)
    for (const address of [`https://links.example/${hiding}`, `https://links${hiding}.example/`])
      expect(answerOf(await change(address))).toEqual(refusal('INVALID_INPUT'));
});
