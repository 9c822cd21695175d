// The titles and meanings of fields, by record. In Dutch.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'Redirect-URI’s',
  'application.redirectUris?': 'Waarheen de browser met een code mag terugkeren, één per regel, exact vergeleken.',
  'application.postLogoutRedirectUris': 'Redirect-URI’s na het uitloggen',
  'application.postLogoutRedirectUris?': 'Waarheen de browser na het uitloggen mag terugkeren, één per regel.',
  'application.backchannelLogoutUri': 'URI voor back-channel-logout',
  'application.backchannelLogoutUri?': 'Het https-adres dat hoort wanneer een sessie eindigt.',
  'application.accountByDefault': 'De tokens openen het account',
  'application.accountByDefault?':
    'Ze hebben de scope account zonder erom te vragen. Voor toepassingen van voordat scopes telden.',
  'application.requiresPar': 'Verzoeken moeten worden gedeponeerd',
  'application.requiresPar?': 'Ze moet pushed authorization requests gebruiken (RFC 9126).',
  'application.requiresDpop': 'Tokens moeten aan een sleutel gebonden zijn',
  'application.requiresDpop?': 'Ze moet een DPoP-bewijs sturen (RFC 9449).',
  'application.refusesSecrets': 'Geheimen worden geweigerd',
  'application.refusesSecrets?': 'Ze identificeert zich alleen met een ondertekende assertion (private_key_jwt).',
  'application.accessTtlSeconds': 'Levensduur van access tokens',
  'application.accessTtlSeconds?': '5 seconden tot 1 uur. Leeg: de standaard.',
  'application.refreshTtlSeconds': 'Sessies eindigen zonder vernieuwing na',
  'application.refreshTtlSeconds?': '10 seconden tot 30 dagen. Leeg: de standaard.',
  'tenant.description': 'Notitie voor beheerders',
  'user.name': 'Naam',
  'user.locale': 'Taal van berichten',
  'user.locale?': 'Een code zoals en, de of pt-BR. Leeg: de standaardtaal.',
};
