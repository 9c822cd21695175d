// The titles and meanings of fields, by record. In German.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'Redirect-URIs',
  'application.redirectUris?': 'Wohin der Browser mit einem Code zurückkehren darf, eine pro Zeile, genau verglichen.',
  'application.postLogoutRedirectUris': 'Redirect-URIs nach der Abmeldung',
  'application.postLogoutRedirectUris?': 'Wohin der Browser nach der Abmeldung zurückkehren darf, eine pro Zeile.',
  'application.backchannelLogoutUri': 'Back-Channel-Logout-URI',
  'application.backchannelLogoutUri?': 'Die https-Adresse, die vom Ende einer Sitzung erfährt.',
  'application.accountByDefault': 'Ihre Tokens öffnen das Konto',
  'application.accountByDefault?':
    'Sie haben den Scope account, ohne ihn zu verlangen. Für Anwendungen aus der Zeit, bevor Scopes zählten.',
  'application.requiresPar': 'Anfragen müssen hinterlegt werden',
  'application.requiresPar?': 'Sie muss Pushed Authorization Requests verwenden (RFC 9126).',
  'application.requiresDpop': 'Tokens müssen an einen Schlüssel gebunden sein',
  'application.requiresDpop?': 'Sie muss einen DPoP-Nachweis senden (RFC 9449).',
  'application.refusesSecrets': 'Geheimnisse werden abgelehnt',
  'application.refusesSecrets?': 'Sie weist sich nur mit einer signierten Assertion aus (private_key_jwt).',
  'application.accessTtlSeconds': 'Lebensdauer der Access-Tokens',
  'application.accessTtlSeconds?': '5 Sekunden bis 1 Stunde. Leer: wie der Mandant.',
  'application.refreshTtlSeconds': 'Sitzungen enden ohne Erneuerung nach',
  'application.refreshTtlSeconds?': '10 Sekunden bis 30 Tage. Leer: wie der Mandant.',
  'tenant.description': 'Notiz für Admins',
  'user.name': 'Name',
  'user.locale': 'Sprache der Nachrichten',
  'user.locale?': 'Ein Kürzel wie en, de oder pt-BR. Leer: die Sprache des Mandanten.',
};
