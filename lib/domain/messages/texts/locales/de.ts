// German.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `Er gilt ${valid} und funktioniert einmal.`;
const secret: Text = ({ tenant }) => `Geben Sie diesen Code niemandem. Niemand von ${tenant} wird Sie danach fragen.`;
const unasked: Text = () => 'Wenn Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren.';
const notYou: Text = ({ tenant }) =>
  `Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück und melden Sie es ${tenant}.`;
const invited: readonly Text[] = [
  ({ valid }) => `Der Link gilt ${valid} und funktioniert einmal.`,
  () => 'Wenn Sie diese Einladung nicht erwarten, können Sie diese Nachricht ignorieren.',
];

const keep: Text = () => 'Wenn Sie es behalten möchten, melden Sie sich vor diesem Tag an. Mehr ist nicht nötig.';

export const de: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Adresse bestätigen',
    accept: 'Passwort festlegen',
    reset: 'Neues Passwort wählen',
    join: 'Beitritt anfragen',
  },
  footer: ({ tenant, app }) => `Gesendet von ${app} für ${tenant}. Antworten werden nicht gelesen.`,
  ownFooter: ({ app }) => `Gesendet von ${app}. Antworten werden nicht gelesen.`,
  adminNotice: ({ tenant }) =>
    `Wenn Sie nicht wissen, warum, ändern Sie jetzt Ihr Passwort und sagen Sie es einem Besitzer von ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Ihr Bestätigungscode für ${tenant}`,
      lead: ({ tenant }) => `Mit diesem Code bestätigen Sie Ihre E-Mail-Adresse bei ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `E-Mail-Adresse bei ${tenant} bestätigen. Code, gültig ${valid}:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Ihr Bestätigungscode für ${tenant}`,
      lead: ({ tenant }) => `Mit diesem Code bestätigen Sie Ihre Telefonnummer bei ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Telefonnummer bei ${tenant} bestätigen. Code, gültig ${valid}:`,
    },
    login: {
      subject: ({ tenant }) => `Ihr Anmeldecode für ${tenant}`,
      lead: ({ tenant }) => `Mit diesem Code melden Sie sich bei ${tenant} an:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Anmeldung bei ${tenant}. Code nicht weitergeben, gültig ${valid}:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Ihr Code zum Abschluss der Anmeldung bei ${tenant}`,
      lead: ({ tenant }) => `Mit diesem Code schließen Sie Ihre Anmeldung bei ${tenant} ab:`,
      notes: [
        valid,
        secret,
        () =>
          'Wenn Sie sich nicht anmelden wollten, kennt vielleicht jemand anderes Ihr Passwort: Ändern Sie es sofort.',
      ],
      sms: ({ tenant, valid }) => `Anmeldung bei ${tenant} abschließen. Code nicht weitergeben, gültig ${valid}:`,
    },
    reset: {
      subject: ({ tenant }) => `Neues Passwort für ${tenant}`,
      lead: ({ tenant }) => `Mit diesem Code wählen Sie ein neues Passwort für ${tenant}:`,
      notes: [
        valid,
        secret,
        () => 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
      ],
      sms: ({ tenant, valid }) => `Neues Passwort für ${tenant}. Code nicht weitergeben, gültig ${valid}:`,
    },
    invitation: {
      subject: ({ tenant }) => `Einladung zu ${tenant}`,
      lead: ({ tenant }) => `Bei ${tenant} gibt es ein Konto für Sie. Legen Sie ein Passwort fest, um es zu nutzen:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Einladung zu ${tenant}. Passwort festlegen, gültig ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Einladung als Admin zu ${tenant}`,
      lead: ({ tenant }) =>
        `Sie sind als Admin zu ${tenant} eingeladen. Legen Sie ein Passwort fest, um die Einladung anzunehmen:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Einladung als Admin zu ${tenant}. Passwort festlegen, gültig ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Anmeldung für ${tenant} einrichten`,
      lead: ({ tenant, app }) =>
        `Sie wurden gebeten, ${tenant} in ${app} einzurichten. Der Link funktioniert einmal. Sie brauchen kein Konto:`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} einrichten. Der Link funktioniert einmal, gültig ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Beitritt zu ${tenant} anfragen`,
      lead: ({ tenant }) =>
        `Mit diesem Link bitten Sie um Beitritt zu ${tenant}. Wer die Organisation verwaltet, entscheidet:`,
      notes: [...invited.slice(0, 1), () => 'Haben Sie nicht gefragt, ignorieren Sie diese Nachricht.'],
      sms: ({ tenant }) => `Mit diesem Link bitten Sie um Beitritt zu ${tenant}:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Ihre Anfrage an ${tenant}`,
      lead: ({ tenant }) => `Ihre Anfrage, ${tenant} beizutreten, wurde nicht angenommen.`,
      notes: [() => 'Wenn Sie das für einen Irrtum halten, sprechen Sie mit einer Person dort.'],
      sms: ({ tenant }) => `Ihre Anfrage, ${tenant} beizutreten, wurde nicht angenommen.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Ihr Anmeldecode für ${tenant}`,
      lead: ({ tenant }) => `Mit diesem Code melden Sie sich bei ${tenant} an:`,
      notes: [
        () =>
          'Für Ihr Konto gab es zu viele falsche Passwörter. Geben Sie diesen Code zum richtigen ein, oder lassen Sie sich von einem Besitzer entsperren.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Anmeldung bei ${tenant}. Code nicht weitergeben, gültig ${valid}:`,
    },
    added: {
      subject: ({ tenant }) => `Einladung zu ${tenant}`,
      lead: ({ tenant }) => `Sie sind zu ${tenant} eingeladen und haben dort schon ein Konto.`,
      notes: [() => 'Sie müssen nichts einrichten: Melden Sie sich an wie immer.'],
      sms: ({ tenant }) => `Einladung zu ${tenant}. Sie haben schon ein Konto: Melden Sie sich einfach an.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Sie haben schon ein Konto bei ${tenant}`,
      lead: ({ tenant }) =>
        `Jemand wollte sich bei ${tenant} mit Ihrer Adresse registrieren. Es gibt damit schon ein Konto.`,
      notes: [
        () =>
          'Wenn Sie das waren, melden Sie sich an, oder setzen Sie Ihr Passwort zurück, falls Sie es vergessen haben.',
        () => 'Wenn nicht, müssen Sie nichts tun: Niemand hat Zugang erhalten.',
      ],
      sms: ({ tenant }) =>
        `Jemand wollte sich bei ${tenant} mit Ihrer Nummer registrieren. Sie haben schon ein Konto: Melden Sie sich einfach an.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Ihr Passwort für ${tenant} wurde geändert`,
      lead: ({ tenant }) => `Das Passwort Ihres Kontos bei ${tenant} wurde geändert.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Ihr Passwort für ${tenant} wurde geändert. Waren Sie das nicht? Setzen Sie es sofort zurück.`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Ihr Passwort für ${tenant} wurde zurückgesetzt`,
      lead: ({ tenant }) => `Das Passwort Ihres Kontos bei ${tenant} wurde zurückgesetzt. Alle Sitzungen sind beendet.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Ihr Passwort für ${tenant} wurde zurückgesetzt. Waren Sie das nicht? Setzen Sie es sofort erneut zurück.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Zwei-Faktor-Authentifizierung bei ${tenant} aktiviert`,
      lead: ({ tenant }) => `Für Ihr Konto bei ${tenant} wurde die Zwei-Faktor-Authentifizierung aktiviert.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Zwei-Faktor-Authentifizierung bei ${tenant} aktiviert. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Zwei-Faktor-Authentifizierung bei ${tenant} deaktiviert`,
      lead: ({ tenant }) => `Für Ihr Konto bei ${tenant} wurde die Zwei-Faktor-Authentifizierung deaktiviert.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Zwei-Faktor-Authentifizierung bei ${tenant} deaktiviert. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Ein Authenticator bei ${tenant} wurde hinzugefügt`,
      lead: ({ tenant }) => `Zu Ihrem Konto bei ${tenant} wurde ein Authenticator hinzugefügt.`,
      notes: [() => 'Beim Anmelden wird ab jetzt ein Code verlangt. Alle anderen Sitzungen sind beendet.', notYou],
      sms: ({ tenant }) =>
        `Zu Ihrem Konto bei ${tenant} wurde ein Authenticator hinzugefügt. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Ein Authenticator bei ${tenant} wurde entfernt`,
      lead: ({ tenant }) => `Von Ihrem Konto bei ${tenant} wurde ein Authenticator entfernt.`,
      notes: [() => 'War es der letzte, wird beim Anmelden kein Code mehr verlangt.', notYou],
      sms: ({ tenant }) =>
        `Von Ihrem Konto bei ${tenant} wurde ein Authenticator entfernt. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Ein Passkey bei ${tenant} wurde hinzugefügt`,
      lead: ({ tenant }) => `Zu Ihrem Konto bei ${tenant} wurde ein Passkey hinzugefügt.`,
      notes: [() => 'Er kann Sie anmelden.', notYou],
      sms: ({ tenant }) =>
        `Zu Ihrem Konto bei ${tenant} wurde ein Passkey hinzugefügt. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Ein Passkey bei ${tenant} wurde entfernt`,
      lead: ({ tenant }) => `Von Ihrem Konto bei ${tenant} wurde ein Passkey entfernt.`,
      notes: [() => 'Er meldet nicht mehr an. Alle anderen Sitzungen sind beendet.', notYou],
      sms: ({ tenant }) =>
        `Von Ihrem Konto bei ${tenant} wurde ein Passkey entfernt. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `Neue Wiederherstellungscodes für ${tenant} wurden erzeugt`,
      lead: ({ tenant }) =>
        `Für Ihr Konto bei ${tenant} wurden neue Wiederherstellungscodes erzeugt. Die alten sind ungültig.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Neue Wiederherstellungscodes für ${tenant} erzeugt, die alten sind ungültig. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `Ein Wiederherstellungscode für ${tenant} wurde benutzt`,
      lead: ({ tenant }) => `Ein Wiederherstellungscode Ihres Kontos bei ${tenant} wurde benutzt.`,
      notes: [() => 'Jeder Code funktioniert einmal. Erzeugen Sie neue, bevor alle verbraucht sind.', notYou],
      sms: ({ tenant }) =>
        `Ein Wiederherstellungscode für ${tenant} wurde benutzt. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Neue Anmeldung bei ${tenant}`,
      lead: ({ tenant }) =>
        `Ihr Konto bei ${tenant} lässt sich ab jetzt auch mit einem Konto bei einem Anmeldedienst öffnen.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Ihr Konto bei ${tenant} öffnet sich jetzt auch mit einem Konto bei einem Anmeldedienst. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Falsche Anmeldeversuche bei ${tenant}`,
      lead: ({ tenant }) => `Jemand hat versucht, in Ihr Konto bei ${tenant} zu gelangen, bisher ohne Erfolg.`,
      notes: [
        () => 'Wenn Sie das waren, ist nichts zu tun: Setzen Sie Ihr Passwort zurück, falls Sie es vergessen haben.',
        () =>
          'Wenn nicht, verwenden Sie dieses Passwort nirgends sonst, und schalten Sie die Zwei-Faktor-Anmeldung ein.',
      ],
      sms: ({ tenant }) => `Jemand hat versucht, in Ihr Konto bei ${tenant} zu gelangen, bisher ohne Erfolg.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Ihr Konto bei ${tenant} wird gesperrt`,
      lead: ({ tenant, until }) =>
        `Sie haben sich lange nicht bei ${tenant} angemeldet. Ihr Konto wird gesperrt. Frühestens am: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Sie haben sich lange nicht bei ${tenant} angemeldet. Ihr Konto wird gesperrt. Melden Sie sich an, um es zu behalten.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Ihr Konto bei ${tenant} wird gelöscht`,
      lead: ({ tenant, until }) =>
        `Sie haben sich lange nicht bei ${tenant} angemeldet. Ihr Konto wird mit allen Daten gelöscht. Frühestens am: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Sie haben sich lange nicht bei ${tenant} angemeldet. Ihr Konto wird gelöscht. Melden Sie sich an, um es zu behalten.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Ihr Konto bei ${tenant} wurde mit einem anderen verknüpft`,
      lead: ({ tenant }) =>
        `Wer bei einem anderen Konto angemeldet ist, kann ab jetzt zu Ihrem Konto bei ${tenant} wechseln.`,
      notes: [() => 'Wenn Sie sich überall abmelden, endet die Verknüpfung.', notYou],
      sms: ({ tenant }) =>
        `Ihr Konto bei ${tenant} wurde mit einem anderen Konto verknüpft. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Eine Anmeldung bei ${tenant} wurde entfernt`,
      lead: ({ tenant }) => `Ein Konto bei einem Anmeldedienst öffnet Ihr Konto bei ${tenant} nicht mehr.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Ein Konto bei einem Anmeldedienst öffnet Ihr Konto bei ${tenant} nicht mehr. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Ihr Konto bei ${tenant} wurde geändert`,
      lead: ({ tenant }) => `Eine Adresse oder das Passwort Ihres Kontos bei ${tenant} wurde geändert.`,
      notes: [({ tenant }) => `Wenn Sie nicht wissen, warum, melden Sie es ${tenant} sofort.`],
      sms: ({ tenant }) =>
        `Eine Adresse oder das Passwort Ihres Kontos bei ${tenant} wurde geändert. Unerwartet? Melden Sie es dort sofort.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Ein Admin hat Ihr Konto bei ${tenant} geöffnet`,
      lead: ({ tenant }) =>
        `Ein Admin von ${tenant} hat Ihr Konto geöffnet, um zu sehen, was Sie sehen. Passwort, Adressen und zweite Faktoren kann er nicht ändern.`,
      notes: [({ tenant }) => `Wenn Sie nicht wissen, warum, fragen Sie bei ${tenant} nach.`],
      sms: ({ tenant }) => `Ein Admin von ${tenant} hat Ihr Konto geöffnet. Unerwartet? Fragen Sie dort nach.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Ein Admin hat einen Link zur Wiederherstellung Ihres Kontos bei ${tenant} erstellt`,
      lead: ({ tenant }) =>
        `Ein Admin von ${tenant} hat einen Link erstellt, mit dem sich für Ihr Konto ein neuer Passkey oder ein neues Passwort einrichten lässt. Er wird Ihnen persönlich übergeben.`,
      notes: [({ tenant }) => `Wenn Sie nicht darum gebeten haben, melden Sie es sofort bei ${tenant}.`],
      sms: ({ tenant }) =>
        `Ein Admin von ${tenant} hat einen Link zur Wiederherstellung Ihres Kontos erstellt. Unerwartet? Melden Sie es sofort.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Neuer API-Schlüssel für Ihr Konto bei ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `Für Ihr Konto bei ${tenant} gibt es einen neuen API-Schlüssel: „${key}“. Gültig bis: ${until}.`,
      notes: [
        () => 'Mit ihm handelt ein Programm für Sie. Sie können ihn in Ihrem Konto widerrufen, unter „API-Schlüssel“.',
        notYou,
      ],
      sms: ({ tenant }) =>
        `Für Ihr Konto bei ${tenant} gibt es einen neuen API-Schlüssel. Waren Sie das nicht? Setzen Sie Ihr Passwort sofort zurück.`,
    },
    tenants: {
      subject: ({ app }) => `Ihre Organisationen bei ${app}`,
      lead: ({ app }) =>
        `Sie wollten wissen, wo Sie sich bei ${app} anmelden. Zu Ihrer Adresse gehört ein Konto in jeder dieser Organisationen:`,
      notes: [
        ({ more }) => (more ? `Weitere: ${more}. Fehlt Ihnen eine, fragen Sie Ihre Organisation nach ihrem Link.` : ''),
        () =>
          'Wenn Sie nicht danach gefragt haben, können Sie diese Nachricht ignorieren. Es hat sich nichts geändert, und die Liste wurde nur Ihnen geschickt.',
      ],
      sms: ({ app }) => `Die Anmeldeseiten Ihrer Organisationen bei ${app}:`,
    },
  },
};
