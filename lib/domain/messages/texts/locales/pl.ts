// Polish. Names are not inflected, so they follow a colon or a noun.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `Czas ważności kodu: ${valid}. Kod działa jeden raz.`;
const secret: Text = ({ tenant }) => `Nikomu nie podawaj tego kodu. Nikt z ${tenant} o niego nie poprosi.`;
const unasked: Text = () => 'Jeśli to nie Ty prosisz o kod, zignoruj tę wiadomość.';
const unexpected: Text = () => 'Jeśli nie spodziewasz się tego zaproszenia, zignoruj tę wiadomość.';
const notYou: Text = ({ tenant }) => `Jeśli to nie Ty, od razu zresetuj hasło i zgłoś to organizacji ${tenant}.`;
const NOT_YOU = 'To nie Ty? Od razu zresetuj hasło.';
const invited: readonly Text[] = [({ valid }) => `Czas ważności linku: ${valid}. Link działa jeden raz.`, unexpected];

const keep: Text = () => 'Aby je zachować, zaloguj się przed tym dniem. Nic więcej nie trzeba robić.';

export const pl: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Potwierdź ten adres',
    accept: 'Ustaw hasło',
    reset: 'Wybierz nowe hasło',
    join: 'Poproś o dołączenie',
  },
  footer: ({ tenant, app }) => `Wysłane przez ${app} w imieniu ${tenant}. Odpowiedzi nie są czytane.`,
  ownFooter: ({ app }) => `Wysłane przez ${app}. Odpowiedzi nie są czytane.`,
  adminNotice: ({ tenant }) => `Jeśli nie wiesz dlaczego, zmień teraz hasło i powiadom właściciela ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Twój kod potwierdzający do ${tenant}`,
      lead: ({ tenant }) => `Tym kodem potwierdzisz swój adres e-mail w ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Potwierdź adres e-mail w ${tenant}. Kod (ważność: ${valid}):`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Twój kod potwierdzający do ${tenant}`,
      lead: ({ tenant }) => `Tym kodem potwierdzisz swój numer telefonu w ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Potwierdź numer telefonu w ${tenant}. Kod (ważność: ${valid}):`,
    },
    login: {
      subject: ({ tenant }) => `Twój kod logowania do ${tenant}`,
      lead: ({ tenant }) => `Tym kodem zalogujesz się do ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Logowanie do ${tenant}. Nikomu nie podawaj kodu (ważność: ${valid}):`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Twój kod do dokończenia logowania do ${tenant}`,
      lead: ({ tenant }) => `Tym kodem dokończysz logowanie do ${tenant}:`,
      notes: [valid, secret, () => 'Jeśli to nie Ty się logujesz, ktoś może znać Twoje hasło: od razu je zmień.'],
      sms: ({ tenant, valid }) => `Dokończ logowanie do ${tenant}. Nikomu nie podawaj kodu (ważność: ${valid}):`,
    },
    reset: {
      subject: ({ tenant }) => `Nowe hasło do ${tenant}`,
      lead: ({ tenant }) => `Tym kodem ustawisz nowe hasło do ${tenant}:`,
      notes: [valid, secret, () => 'Jeśli to nie Ty prosisz o kod, zignoruj tę wiadomość: hasło się nie zmieni.'],
      sms: ({ tenant, valid }) => `Nowe hasło do ${tenant}. Nikomu nie podawaj kodu (ważność: ${valid}):`,
    },
    invitation: {
      subject: ({ tenant }) => `Zaproszenie do ${tenant}`,
      lead: ({ tenant }) => `W ${tenant} czeka na Ciebie konto. Ustaw hasło, aby z niego korzystać:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Zaproszenie do ${tenant}. Ustaw hasło, ważność linku: ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Zaproszenie do administrowania ${tenant}`,
      lead: ({ tenant }) => `Masz zaproszenie do administrowania ${tenant}. Ustaw hasło, aby je przyjąć:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Zaproszenie do administrowania ${tenant}. Ustaw hasło, ważność linku: ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Skonfiguruj logowanie dla ${tenant}`,
      lead: ({ tenant, app }) =>
        `Poproszono Cię o skonfigurowanie ${tenant} w ${app}. Link działa jeden raz. Konto nie jest potrzebne:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Skonfiguruj ${tenant}. Link działa jeden raz, ważność: ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Poproś o dołączenie do: ${tenant}`,
      lead: ({ tenant }) =>
        `Tym linkiem poprosisz o dołączenie do organizacji ${tenant}. Decydują osoby, które nią zarządzają:`,
      notes: [
        ...invited.slice(0, 1),
        () => 'Jeśli to nie Ty prosisz o dołączenie, zignoruj tę wiadomość: nikt nie zobaczy prośby.',
      ],
      sms: ({ tenant }) =>
        `Tym linkiem poprosisz o dołączenie do organizacji ${tenant}. Decydują osoby, które nią zarządzają:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Twoja prośba do: ${tenant}`,
      lead: ({ tenant }) => `Twoja prośba o dołączenie do organizacji ${tenant} nie została przyjęta.`,
      notes: [() => 'Jeśli uważasz, że to pomyłka, porozmawiaj z osobą z tej organizacji.'],
      sms: ({ tenant }) => `Twoja prośba o dołączenie do organizacji ${tenant} nie została przyjęta.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Twój kod logowania do ${tenant}`,
      lead: ({ tenant }) => `Tym kodem zalogujesz się do ${tenant}:`,
      notes: [
        () =>
          'Było zbyt wiele błędnych haseł do Twojego konta. Wpisz ten kod razem z właściwym hasłem albo poproś właściciela o odblokowanie.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Logowanie do ${tenant}. Nikomu nie podawaj kodu (ważność: ${valid}):`,
    },
    added: {
      subject: ({ tenant }) => `Zaproszenie do ${tenant}`,
      lead: ({ tenant }) => `Masz zaproszenie do ${tenant}, gdzie masz już konto.`,
      notes: [() => 'Nie musisz niczego ustawiać: zaloguj się jak zwykle.'],
      sms: ({ tenant }) => `Zaproszenie do ${tenant}. Masz już konto: zaloguj się jak zwykle.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Masz już konto w ${tenant}`,
      lead: ({ tenant }) => `Ktoś próbował zarejestrować się w ${tenant} z Twoim adresem. Konto już istnieje.`,
      notes: [
        () => 'Jeśli to Ty, zaloguj się albo zresetuj hasło, jeśli go nie pamiętasz.',
        () => 'Jeśli nie, nie musisz nic robić: nikt nie uzyskał dostępu.',
      ],
      sms: ({ tenant }) =>
        `Ktoś próbował zarejestrować się w ${tenant} z Twoim numerem. Masz już konto: zaloguj się jak zwykle.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Twoje hasło do ${tenant} zostało zmienione`,
      lead: ({ tenant }) => `Hasło do Twojego konta w ${tenant} zostało zmienione.`,
      notes: [notYou],
      sms: ({ tenant }) => `Twoje hasło do ${tenant} zostało zmienione. ${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Twoje hasło do ${tenant} zostało zresetowane`,
      lead: ({ tenant }) => `Hasło do Twojego konta w ${tenant} zostało zresetowane. Wszystkie sesje są zakończone.`,
      notes: [notYou],
      sms: ({ tenant }) => `Twoje hasło do ${tenant} zostało zresetowane. To nie Ty? Od razu zresetuj je ponownie.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Włączono uwierzytelnianie dwuskładnikowe w ${tenant}`,
      lead: ({ tenant }) => `Dla Twojego konta w ${tenant} włączono uwierzytelnianie dwuskładnikowe.`,
      notes: [notYou],
      sms: ({ tenant }) => `Włączono uwierzytelnianie dwuskładnikowe w ${tenant}. ${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Wyłączono uwierzytelnianie dwuskładnikowe w ${tenant}`,
      lead: ({ tenant }) => `Dla Twojego konta w ${tenant} wyłączono uwierzytelnianie dwuskładnikowe.`,
      notes: [notYou],
      sms: ({ tenant }) => `Wyłączono uwierzytelnianie dwuskładnikowe w ${tenant}. ${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Dodano aplikację uwierzytelniającą w ${tenant}`,
      lead: ({ tenant }) => `Do Twojego konta w ${tenant} dodano aplikację uwierzytelniającą.`,
      notes: [() => 'Od teraz logowanie wymaga kodu. Wszystkie inne sesje są zakończone.', notYou],
      sms: ({ tenant }) => `Do Twojego konta w ${tenant} dodano aplikację uwierzytelniającą. ${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Usunięto aplikację uwierzytelniającą w ${tenant}`,
      lead: ({ tenant }) => `Z Twojego konta w ${tenant} usunięto aplikację uwierzytelniającą.`,
      notes: [() => 'Jeśli była ostatnia, logowanie nie wymaga już kodu.', notYou],
      sms: ({ tenant }) => `Z Twojego konta w ${tenant} usunięto aplikację uwierzytelniającą. ${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Dodano klucz dostępu w ${tenant}`,
      lead: ({ tenant }) => `Do Twojego konta w ${tenant} dodano klucz dostępu.`,
      notes: [() => 'Można się nim zalogować.', notYou],
      sms: ({ tenant }) => `Do Twojego konta w ${tenant} dodano klucz dostępu. ${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Usunięto klucz dostępu w ${tenant}`,
      lead: ({ tenant }) => `Z Twojego konta w ${tenant} usunięto klucz dostępu.`,
      notes: [() => 'Nie można się nim już zalogować. Wszystkie inne sesje są zakończone.', notYou],
      sms: ({ tenant }) => `Z Twojego konta w ${tenant} usunięto klucz dostępu. ${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `Nowe kody odzyskiwania do ${tenant}`,
      lead: ({ tenant }) =>
        `Dla Twojego konta w ${tenant} wygenerowano nowe kody odzyskiwania. Poprzednie są nieważne.`,
      notes: [notYou],
      sms: ({ tenant }) => `Nowe kody odzyskiwania do ${tenant}; poprzednie są nieważne. ${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `Użyto kodu odzyskiwania w ${tenant}`,
      lead: ({ tenant }) => `Użyto kodu odzyskiwania Twojego konta w ${tenant}.`,
      notes: [() => 'Każdy kod działa jeden raz. Wygeneruj nowe, zanim się skończą.', notYou],
      sms: ({ tenant }) => `Użyto kodu odzyskiwania w ${tenant}. ${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Dodano sposób logowania w ${tenant}`,
      lead: ({ tenant }) => `Od teraz także konto u dostawcy tożsamości otwiera Twoje konto w ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Konto u dostawcy tożsamości otwiera teraz także Twoje konto w ${tenant}. ${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Nieudane próby logowania do ${tenant}`,
      lead: ({ tenant }) => `Ktoś próbował dostać się do Twojego konta w ${tenant}, na razie bez powodzenia.`,
      notes: [
        () => 'Jeśli to Ty, nie musisz nic robić: zresetuj hasło, jeśli go nie pamiętasz.',
        () => 'Jeśli nie, nie używaj tego hasła nigdzie indziej i włącz uwierzytelnianie dwuskładnikowe.',
      ],
      sms: ({ tenant }) => `Ktoś próbował dostać się do Twojego konta w ${tenant}, na razie bez powodzenia.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Twoje konto w ${tenant} zostanie zablokowane`,
      lead: ({ tenant, until }) =>
        `Od dawna nie było logowania do Twojego konta w ${tenant}. Konto zostanie zablokowane. Najwcześniejsza data: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Od dawna nie było logowania do Twojego konta w ${tenant}. Konto zostanie zablokowane. Zaloguj się, aby je zachować.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Twoje konto w ${tenant} zostanie usunięte`,
      lead: ({ tenant, until }) =>
        `Od dawna nie było logowania do Twojego konta w ${tenant}. Konto zostanie usunięte ze wszystkimi danymi. Najwcześniejsza data: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Od dawna nie było logowania do Twojego konta w ${tenant}. Konto zostanie usunięte. Zaloguj się, aby je zachować.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Twoje konto w ${tenant} zostało połączone z innym`,
      lead: ({ tenant }) => `Od teraz osoba zalogowana na inne konto może przełączyć się na Twoje konto w ${tenant}.`,
      notes: [() => 'Wylogowanie ze wszystkich urządzeń kończy połączenie.', notYou],
      sms: ({ tenant }) => `Twoje konto w ${tenant} zostało połączone z innym kontem. ${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Usunięto sposób logowania w ${tenant}`,
      lead: ({ tenant }) => `Konto u dostawcy tożsamości nie otwiera już Twojego konta w ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Konto u dostawcy tożsamości nie otwiera już Twojego konta w ${tenant}. ${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Twoje konto w ${tenant} zostało zmienione`,
      lead: ({ tenant }) => `Adres lub hasło Twojego konta w ${tenant} zostały zmienione.`,
      notes: [({ tenant }) => `Jeśli nie wiesz dlaczego, od razu zgłoś to organizacji ${tenant}.`],
      sms: ({ tenant }) =>
        `Adres lub hasło Twojego konta w ${tenant} zostały zmienione. Nie wiesz dlaczego? Od razu to zgłoś.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Administrator otworzył Twoje konto w ${tenant}`,
      lead: ({ tenant }) =>
        `Administrator organizacji ${tenant} otworzył Twoje konto, aby zobaczyć to, co widzisz Ty. Nie może zmienić hasła, adresów ani drugich składników.`,
      notes: [({ tenant }) => `Jeśli nie wiesz dlaczego, zapytaj organizację ${tenant}.`],
      sms: ({ tenant }) => `Administrator organizacji ${tenant} otworzył Twoje konto. Nie wiesz dlaczego? Zapytaj.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Administrator utworzył link do odzyskania Twojego konta w ${tenant}`,
      lead: ({ tenant }) =>
        `Administrator organizacji ${tenant} utworzył link, za pomocą którego można ustawić nowy klucz dostępu lub nowe hasło do Twojego konta. Zostanie Ci przekazany osobiście.`,
      notes: [({ tenant }) => `Jeśli o to nie prosisz, natychmiast powiadom organizację ${tenant}.`],
      sms: ({ tenant }) =>
        `Administrator organizacji ${tenant} utworzył link do odzyskania Twojego konta. Nie prosisz o to? Powiadom ją natychmiast.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Nowy klucz API do Twojego konta w ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `Do Twojego konta w ${tenant} utworzono nowy klucz API: „${key}”. Data ważności: ${until}.`,
      notes: [
        () => 'Z tym kluczem program działa w Twoim imieniu. Klucz można unieważnić na koncie, w części „Klucze API”.',
        notYou,
      ],
      sms: ({ tenant }) => `Do Twojego konta w ${tenant} utworzono nowy klucz API. ${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `Twoje organizacje w ${app}`,
      lead: ({ app }) =>
        `To odpowiedź na pytanie, gdzie zalogować się w ${app}. Twój adres ma konto w każdej z tych organizacji:`,
      notes: [
        ({ more }) => (more ? `Pozostałe organizacje: ${more}. Jeśli którejś brakuje, poproś ją o link.` : ''),
        () =>
          'Jeśli to nie Ty prosisz o tę listę, zignoruj tę wiadomość. Nic się nie zmieniło, a lista trafiła tylko do Ciebie.',
      ],
      sms: ({ app }) => `Strony logowania Twoich organizacji w ${app}:`,
    },
  },
};
