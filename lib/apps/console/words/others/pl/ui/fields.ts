// The titles and meanings of fields, by record. In Polish.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'Adresy przekierowania',
  'application.redirectUris?': 'Dokąd przeglądarka może wrócić z kodem, po jednym w wierszu, porównywane dokładnie.',
  'application.postLogoutRedirectUris': 'Adresy przekierowania po wylogowaniu',
  'application.postLogoutRedirectUris?': 'Dokąd przeglądarka może wrócić po wylogowaniu, po jednym w wierszu.',
  'application.backchannelLogoutUri': 'Adres wylogowania back-channel',
  'application.backchannelLogoutUri?': 'Adres https, który jest powiadamiany o końcu sesji.',
  'application.accountByDefault': 'Jej tokeny otwierają konto',
  'application.accountByDefault?':
    'Mają zakres account bez proszenia o niego. Dla aplikacji sprzed czasu, gdy zakresy zaczęły się liczyć.',
  'application.requiresPar': 'Żądania muszą być składane wcześniej',
  'application.requiresPar?': 'Musi używać pushed authorization requests (RFC 9126).',
  'application.requiresDpop': 'Tokeny muszą być związane z kluczem',
  'application.requiresDpop?': 'Musi wysyłać dowód DPoP (RFC 9449).',
  'application.refusesSecrets': 'Sekrety są odrzucane',
  'application.refusesSecrets?': 'Uwierzytelnia się tylko podpisaną asercją (private_key_jwt).',
  'application.accessTtlSeconds': 'Czas życia tokenów dostępu',
  'application.accessTtlSeconds?': 'Od 5 sekund do 1 godziny. Puste: wartość domyślna.',
  'application.refreshTtlSeconds': 'Sesje kończą się bez odnowienia po',
  'application.refreshTtlSeconds?': 'Od 10 sekund do 30 dni. Puste: wartość domyślna.',
  'tenant.description': 'Notatka dla administratorów',
  'user.name': 'Imię i nazwisko',
  'user.locale': 'Język wiadomości',
  'user.locale?': 'Kod taki jak en, de lub pt-BR. Puste: język domyślny.',
};
