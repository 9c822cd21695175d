// Dutch.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `De code is ${valid} geldig en werkt één keer.`;
const secret: Text = ({ tenant }) => `Geef deze code aan niemand. Niemand van ${tenant} zal je erom vragen.`;
const unasked: Text = () => 'Als je er niet om hebt gevraagd, kun je dit bericht negeren.';
const unexpected: Text = () => 'Als je deze uitnodiging niet verwacht, kun je dit bericht negeren.';
const notYou: Text = ({ tenant }) =>
  `Als jij dit niet was, stel dan meteen je wachtwoord opnieuw in en laat het ${tenant} weten.`;
const NOT_YOU = 'Was jij dit niet? Stel meteen je wachtwoord opnieuw in.';
const invited: readonly Text[] = [({ valid }) => `De link is ${valid} geldig en werkt één keer.`, unexpected];

const keep: Text = () => 'Wil je het houden, meld je dan vóór die dag aan. Meer is niet nodig.';

export const nl: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Dit adres bevestigen',
    accept: 'Je wachtwoord instellen',
    reset: 'Een nieuw wachtwoord kiezen',
    join: 'Vragen om lid te worden',
  },
  footer: ({ tenant, app }) => `Verzonden door ${app} namens ${tenant}. Antwoorden worden niet gelezen.`,
  ownFooter: ({ app }) => `Verzonden door ${app}. Antwoorden worden niet gelezen.`,
  adminNotice: ({ tenant }) =>
    `Als je niet weet waarom, wijzig dan nu je wachtwoord en vertel het een eigenaar van ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Je bevestigingscode voor ${tenant}`,
      lead: ({ tenant }) => `Met deze code bevestig je je e-mailadres bij ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Bevestig je e-mailadres bij ${tenant}. Code, ${valid} geldig:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Je bevestigingscode voor ${tenant}`,
      lead: ({ tenant }) => `Met deze code bevestig je je telefoonnummer bij ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Bevestig je telefoonnummer bij ${tenant}. Code, ${valid} geldig:`,
    },
    login: {
      subject: ({ tenant }) => `Je inlogcode voor ${tenant}`,
      lead: ({ tenant }) => `Met deze code log je in bij ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Inloggen bij ${tenant}. Deel deze code niet, ${valid} geldig:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Je code om het inloggen bij ${tenant} af te ronden`,
      lead: ({ tenant }) => `Met deze code rond je het inloggen bij ${tenant} af:`,
      notes: [
        valid,
        secret,
        () => 'Als je niet probeerde in te loggen, kent iemand anders misschien je wachtwoord: wijzig het meteen.',
      ],
      sms: ({ tenant, valid }) => `Rond het inloggen bij ${tenant} af. Deel deze code niet, ${valid} geldig:`,
    },
    reset: {
      subject: ({ tenant }) => `Nieuw wachtwoord voor ${tenant}`,
      lead: ({ tenant }) => `Met deze code kies je een nieuw wachtwoord voor ${tenant}:`,
      notes: [
        valid,
        secret,
        () => 'Als je er niet om hebt gevraagd, negeer dan dit bericht: je wachtwoord blijft hetzelfde.',
      ],
      sms: ({ tenant, valid }) => `Nieuw wachtwoord voor ${tenant}. Deel deze code niet, ${valid} geldig:`,
    },
    invitation: {
      subject: ({ tenant }) => `Uitnodiging voor ${tenant}`,
      lead: ({ tenant }) =>
        `Bij ${tenant} staat een account voor je klaar. Stel een wachtwoord in om het te gebruiken:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Uitnodiging voor ${tenant}. Stel je wachtwoord in, link ${valid} geldig:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Uitnodiging om ${tenant} te beheren`,
      lead: ({ tenant }) =>
        `Je bent uitgenodigd om ${tenant} te beheren. Stel een wachtwoord in om de uitnodiging te accepteren:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Uitnodiging om ${tenant} te beheren. Stel je wachtwoord in, link ${valid} geldig:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Stel inloggen in voor ${tenant}`,
      lead: ({ tenant, app }) =>
        `Je bent gevraagd om ${tenant} in te stellen in ${app}. De link werkt één keer. Je hebt geen account nodig:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Stel ${tenant} in. De link werkt één keer, ${valid} geldig:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Vraag om lid te worden van ${tenant}`,
      lead: ({ tenant }) =>
        `Met deze link vraag je om lid te worden van ${tenant}. De mensen die de organisatie beheren, beslissen:`,
      notes: [
        ...invited.slice(0, 1),
        () => 'Als je er niet om hebt gevraagd, kun je dit bericht negeren: dan ziet niemand een verzoek.',
      ],
      sms: ({ tenant }) =>
        `Met deze link vraag je om lid te worden van ${tenant}. De mensen die de organisatie beheren, beslissen:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Je verzoek aan ${tenant}`,
      lead: ({ tenant }) => `Je verzoek om lid te worden van ${tenant} is niet geaccepteerd.`,
      notes: [() => 'Denk je dat dit een vergissing is, praat dan met een persoon daar.'],
      sms: ({ tenant }) => `Je verzoek om lid te worden van ${tenant} is niet geaccepteerd.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Je inlogcode voor ${tenant}`,
      lead: ({ tenant }) => `Met deze code log je in bij ${tenant}:`,
      notes: [
        () =>
          'Er zijn te veel verkeerde wachtwoorden voor je account geprobeerd. Vul deze code in bij het juiste, of vraag een eigenaar je te deblokkeren.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Inloggen bij ${tenant}. Deel deze code niet, ${valid} geldig:`,
    },
    added: {
      subject: ({ tenant }) => `Uitnodiging voor ${tenant}`,
      lead: ({ tenant }) => `Je bent uitgenodigd voor ${tenant}, waar je al een account hebt.`,
      notes: [() => 'Je hoeft niets in te stellen: log in zoals altijd.'],
      sms: ({ tenant }) => `Uitnodiging voor ${tenant}. Je hebt al een account: log in zoals altijd.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Je hebt al een account bij ${tenant}`,
      lead: ({ tenant }) => `Iemand wilde zich met jouw adres registreren bij ${tenant}. Er is al een account mee.`,
      notes: [
        () => 'Als jij dit was, log dan in, of stel je wachtwoord opnieuw in als je het bent vergeten.',
        () => 'Zo niet, dan hoef je niets te doen: niemand heeft toegang gekregen.',
      ],
      sms: ({ tenant }) =>
        `Iemand wilde zich met jouw nummer registreren bij ${tenant}. Je hebt al een account: log in zoals altijd.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Je wachtwoord voor ${tenant} is gewijzigd`,
      lead: ({ tenant }) => `Het wachtwoord van je account bij ${tenant} is gewijzigd.`,
      notes: [notYou],
      sms: ({ tenant }) => `Je wachtwoord voor ${tenant} is gewijzigd. ${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Je wachtwoord voor ${tenant} is opnieuw ingesteld`,
      lead: ({ tenant }) =>
        `Het wachtwoord van je account bij ${tenant} is opnieuw ingesteld. Alle sessies zijn beëindigd.`,
      notes: [notYou],
      sms: ({ tenant }) => `Je wachtwoord voor ${tenant} is opnieuw ingesteld. ${NOT_YOU}`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Tweefactorauthenticatie ingeschakeld bij ${tenant}`,
      lead: ({ tenant }) => `Tweefactorauthenticatie is ingeschakeld voor je account bij ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Tweefactorauthenticatie is ingeschakeld bij ${tenant}. ${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Tweefactorauthenticatie uitgeschakeld bij ${tenant}`,
      lead: ({ tenant }) => `Tweefactorauthenticatie is uitgeschakeld voor je account bij ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Tweefactorauthenticatie is uitgeschakeld bij ${tenant}. ${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Een authenticator is toegevoegd bij ${tenant}`,
      lead: ({ tenant }) => `Er is een authenticator toegevoegd aan je account bij ${tenant}.`,
      notes: [() => 'Vanaf nu is bij het inloggen een code nodig. Alle andere sessies zijn beëindigd.', notYou],
      sms: ({ tenant }) => `Er is een authenticator toegevoegd aan je account bij ${tenant}. ${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Een authenticator is verwijderd bij ${tenant}`,
      lead: ({ tenant }) => `Er is een authenticator verwijderd uit je account bij ${tenant}.`,
      notes: [() => 'Als het de laatste was, is bij het inloggen geen code meer nodig.', notYou],
      sms: ({ tenant }) => `Er is een authenticator verwijderd uit je account bij ${tenant}. ${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Een passkey is toegevoegd bij ${tenant}`,
      lead: ({ tenant }) => `Er is een passkey toegevoegd aan je account bij ${tenant}.`,
      notes: [() => 'Je kunt ermee inloggen.', notYou],
      sms: ({ tenant }) => `Er is een passkey toegevoegd aan je account bij ${tenant}. ${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Een passkey is verwijderd bij ${tenant}`,
      lead: ({ tenant }) => `Er is een passkey verwijderd uit je account bij ${tenant}.`,
      notes: [() => 'Je kunt er niet meer mee inloggen. Alle andere sessies zijn beëindigd.', notYou],
      sms: ({ tenant }) => `Er is een passkey verwijderd uit je account bij ${tenant}. ${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `Nieuwe herstelcodes voor ${tenant}`,
      lead: ({ tenant }) => `Er zijn nieuwe herstelcodes gemaakt voor je account bij ${tenant}. De oude zijn ongeldig.`,
      notes: [notYou],
      sms: ({ tenant }) => `Nieuwe herstelcodes voor ${tenant}; de oude zijn ongeldig. ${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `Een herstelcode is gebruikt bij ${tenant}`,
      lead: ({ tenant }) => `Er is een herstelcode van je account bij ${tenant} gebruikt.`,
      notes: [() => 'Elke code werkt één keer. Maak nieuwe voordat ze op zijn.', notYou],
      sms: ({ tenant }) => `Er is een herstelcode gebruikt bij ${tenant}. ${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Een manier om in te loggen is toegevoegd bij ${tenant}`,
      lead: ({ tenant }) => `Vanaf nu opent ook een account bij een identiteitsprovider jouw account bij ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Een account bij een identiteitsprovider opent nu ook jouw account bij ${tenant}. ${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Mislukte inlogpogingen bij ${tenant}`,
      lead: ({ tenant }) => `Iemand probeerde in je account bij ${tenant} te komen, tot nu toe zonder succes.`,
      notes: [
        () => 'Als jij dit was, hoef je niets te doen: stel je wachtwoord opnieuw in als je het bent vergeten.',
        () => 'Zo niet, gebruik dit wachtwoord dan nergens anders en schakel tweefactorauthenticatie in.',
      ],
      sms: ({ tenant }) => `Iemand probeerde in je account bij ${tenant} te komen, tot nu toe zonder succes.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Je account bij ${tenant} wordt uitgeschakeld`,
      lead: ({ tenant, until }) =>
        `Je hebt je lang niet bij ${tenant} aangemeld. Je account wordt uitgeschakeld. Op zijn vroegst op: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Je hebt je lang niet bij ${tenant} aangemeld. Je account wordt uitgeschakeld. Meld je aan om het te houden.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Je account bij ${tenant} wordt verwijderd`,
      lead: ({ tenant, until }) =>
        `Je hebt je lang niet bij ${tenant} aangemeld. Je account wordt met alle gegevens verwijderd. Op zijn vroegst op: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Je hebt je lang niet bij ${tenant} aangemeld. Je account wordt verwijderd. Meld je aan om het te houden.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Je account bij ${tenant} is gekoppeld aan een ander account`,
      lead: ({ tenant }) =>
        `Vanaf nu kan iemand die bij een ander account is ingelogd, overschakelen naar jouw account bij ${tenant}.`,
      notes: [() => 'Als je overal uitlogt, eindigt de koppeling.', notYou],
      sms: ({ tenant }) => `Je account bij ${tenant} is gekoppeld aan een ander account. ${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Een manier om in te loggen is verwijderd bij ${tenant}`,
      lead: ({ tenant }) => `Een account bij een identiteitsprovider opent je account bij ${tenant} niet meer.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Een account bij een identiteitsprovider opent je account bij ${tenant} niet meer. ${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Je account bij ${tenant} is gewijzigd`,
      lead: ({ tenant }) => `Een adres of het wachtwoord van je account bij ${tenant} is gewijzigd.`,
      notes: [({ tenant }) => `Als je niet weet waarom, laat het ${tenant} dan meteen weten.`],
      sms: ({ tenant }) =>
        `Een adres of het wachtwoord van je account bij ${tenant} is gewijzigd. Weet je niet waarom? Meld het daar meteen.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Een beheerder heeft je account bij ${tenant} geopend`,
      lead: ({ tenant }) =>
        `Een beheerder van ${tenant} heeft je account geopend om te zien wat jij ziet. Je wachtwoord, adressen en tweede factoren kan die niet wijzigen.`,
      notes: [({ tenant }) => `Als je niet weet waarom, vraag het dan aan ${tenant}.`],
      sms: ({ tenant }) => `Een beheerder van ${tenant} heeft je account geopend. Weet je niet waarom? Vraag het daar.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Een beheerder heeft een herstellink voor je account bij ${tenant} gemaakt`,
      lead: ({ tenant }) =>
        `Een beheerder van ${tenant} heeft een link gemaakt waarmee een nieuwe passkey of een nieuw wachtwoord voor je account wordt ingesteld. Je krijgt die persoonlijk.`,
      notes: [({ tenant }) => `Als je er niet om hebt gevraagd, meld het dan meteen bij ${tenant}.`],
      sms: ({ tenant }) =>
        `Een beheerder van ${tenant} heeft een herstellink voor je account gemaakt. Niet gevraagd? Meld het meteen.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Nieuwe API-sleutel voor je account bij ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `Er is een nieuwe API-sleutel voor je account bij ${tenant}: ‘${key}’. Geldig tot: ${until}.`,
      notes: [
        () =>
          'Met deze sleutel handelt een programma voor jou. Je kunt hem intrekken in je account, onder ‘API-sleutels’.',
        notYou,
      ],
      sms: ({ tenant }) => `Er is een nieuwe API-sleutel voor je account bij ${tenant}. ${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `Je organisaties bij ${app}`,
      lead: ({ app }) =>
        `Je vroeg waar je bij ${app} inlogt. Bij je adres hoort een account in elk van deze organisaties:`,
      notes: [
        ({ more }) => (more ? `Er zijn er nog ${more}. Mis je er een, vraag die organisatie dan om de link.` : ''),
        () =>
          'Als je er niet om hebt gevraagd, kun je dit bericht negeren. Er is niets veranderd, en de lijst is alleen naar jou gestuurd.',
      ],
      sms: ({ app }) => `De inlogpagina’s van je organisaties bij ${app}:`,
    },
  },
};
