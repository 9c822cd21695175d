// The explanations of errors in German, by code.
import type { en } from '../en/errors.ts';

export const de: Record<keyof typeof en, string> = {
  NETWORK: 'Es gibt keine Verbindung zum Dienst. Prüfen Sie Ihr Netz und versuchen Sie es noch einmal.',
  UNEXPECTED_RESPONSE: 'Die Antwort ist nicht von diesem Dienst. Versuchen Sie es gleich noch einmal.',
  RATE_LIMITED_WAIT: 'Das war zu oft. Versuchen Sie es {when} noch einmal.',
  ACCOUNT_LOCKED_WAIT: 'Es gab zu viele Versuche. Versuchen Sie es {when} noch einmal.',
  INVALID_CREDENTIALS: 'Die Adresse oder das Passwort stimmt nicht.',
  ACCOUNT_LOCKED: 'Es gab zu viele Versuche. Warten Sie eine Weile und versuchen Sie es dann noch einmal.',
  EMAIL_CODE_REQUIRED: 'Das ist nicht der Code der neuesten E-Mail. Er hat zwanzig Ziffern.',
  MFA_CODE_INVALID: 'Dieser Code stimmt nicht oder wurde schon verwendet. Warten Sie auf den nächsten.',
  INVALID_SECRET_KEY: 'Das ist nicht der geheime Schlüssel der Installation.',
  SECRET_KEY_NOT_CONFIGURED:
    'Diese Installation hat keinen geheimen Schlüssel. Setzen Sie einen und installieren Sie neu.',
  REAUTH_REQUIRED: 'Das braucht eine frische Anmeldung. Nichts wurde geändert.',
  FORBIDDEN: 'Ihre Rolle erlaubt das nicht.',
  ACTING_NOT_ALLOWED: 'Die Installation oder der Mandant erlaubt es nicht, oder das Konto ist gesperrt.',
  SESSION_INVALID: 'Sie wurden abgemeldet.',
  NO_AUTH_PROVIDED: 'Sie wurden abgemeldet.',
  PASSWORD_TOO_SHORT: 'Dieses Passwort ist zu kurz.',
  PASSWORD_TOO_LONG: 'Dieses Passwort ist zu lang.',
  PASSWORD_TOO_COMMON: 'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.',
  PASSWORD_CONTAINS_IDENTIFIER: 'Dieses Passwort enthält die Adresse. Wählen Sie ein anderes.',
  CURRENT_PASSWORD_INCORRECT: 'Das jetzige Passwort stimmt nicht.',
  EMAIL_DOMAIN_NOT_ALLOWED: 'Adressen dieser Domain sind gesperrt.',
  USER_ALREADY_EXISTS: 'In diesem Mandanten gibt es schon ein Konto mit dieser Adresse.',
  ADMIN_USER_EXISTS: 'Es gibt schon einen Admin mit dieser Adresse.',
  TENANT_ALREADY_EXISTS: 'Ein anderer Mandant hat diesen Kurznamen.',
  INVALID_SLUG_FORMAT: 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche.',
  ROLE_ALREADY_EXISTS: 'Es gibt schon eine Rolle mit diesem Namen.',
  PERMISSION_ALREADY_EXISTS: 'Es gibt schon eine Berechtigung mit diesem Namen.',
  INTERNAL_ERROR:
    'Im Dienst ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es, suchen Sie die Anfrage in den Logs.',
  SERVICE_UNAVAILABLE: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
};
