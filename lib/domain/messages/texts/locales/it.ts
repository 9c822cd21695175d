// Italian.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `È valido per ${valid} e funziona una sola volta.`;
const secret: Text = ({ tenant }) => `Non dare questo codice a nessuno. Nessuno di ${tenant} te lo chiederà.`;
const unasked: Text = () => 'Se non lo hai richiesto, puoi ignorare questo messaggio.';
const unexpected: Text = () => 'Se non ti aspetti questo invito, puoi ignorare questo messaggio.';
const notYou: Text = ({ tenant }) => `Se non sei stato tu, reimposta subito la password e avvisa ${tenant}.`;
const NOT_YOU = 'Non sei stato tu? Reimposta subito la password.';
const invited: readonly Text[] = [
  ({ valid }) => `Il link è valido per ${valid} e funziona una sola volta.`,
  unexpected,
];

const keep: Text = () => 'Per conservarlo, accedi prima di quel giorno. Non serve altro.';

export const it: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Verifica questo indirizzo',
    accept: 'Imposta la password',
    reset: 'Scegli una nuova password',
    join: 'Chiedi di entrare',
  },
  footer: ({ tenant, app }) => `Inviato da ${app} per ${tenant}. Le risposte non vengono lette.`,
  ownFooter: ({ app }) => `Inviato da ${app}. Le risposte non vengono lette.`,
  adminNotice: ({ tenant }) => `Se non sai perché, cambia subito la password e avvisa un proprietario di ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Il tuo codice di verifica per ${tenant}`,
      lead: ({ tenant }) => `Con questo codice verifichi il tuo indirizzo email su ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Verifica il tuo indirizzo email su ${tenant}. Codice valido per ${valid}:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Il tuo codice di verifica per ${tenant}`,
      lead: ({ tenant }) => `Con questo codice verifichi il tuo numero di telefono su ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Verifica il tuo numero di telefono su ${tenant}. Codice valido per ${valid}:`,
    },
    login: {
      subject: ({ tenant }) => `Il tuo codice di accesso a ${tenant}`,
      lead: ({ tenant }) => `Con questo codice accedi a ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Accesso a ${tenant}. Non condividere questo codice, valido per ${valid}:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Il tuo codice per completare l’accesso a ${tenant}`,
      lead: ({ tenant }) => `Con questo codice completi l’accesso a ${tenant}:`,
      notes: [
        valid,
        secret,
        () => 'Se non hai provato ad accedere, forse qualcuno conosce la tua password: cambiala subito.',
      ],
      sms: ({ tenant, valid }) => `Completa l’accesso a ${tenant}. Non condividere questo codice, valido per ${valid}:`,
    },
    reset: {
      subject: ({ tenant }) => `Nuova password per ${tenant}`,
      lead: ({ tenant }) => `Con questo codice scegli una nuova password per ${tenant}:`,
      notes: [valid, secret, () => 'Se non lo hai richiesto, ignora questo messaggio: la password non cambia.'],
      sms: ({ tenant, valid }) => `Nuova password per ${tenant}. Non condividere questo codice, valido per ${valid}:`,
    },
    invitation: {
      subject: ({ tenant }) => `Invito a ${tenant}`,
      lead: ({ tenant }) => `Su ${tenant} c’è un account per te. Imposta una password per usarlo:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Invito a ${tenant}. Imposta la password, link valido per ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Invito ad amministrare ${tenant}`,
      lead: ({ tenant }) => `Hai ricevuto un invito ad amministrare ${tenant}. Imposta una password per accettare:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Invito ad amministrare ${tenant}. Imposta la password, link valido per ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Configura l’accesso per ${tenant}`,
      lead: ({ tenant, app }) =>
        `Ti è stato chiesto di configurare ${tenant} in ${app}. Il link funziona una sola volta. Non serve un account:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Configura ${tenant}. Il link funziona una volta, valido per ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Chiedi di entrare in ${tenant}`,
      lead: ({ tenant }) => `Con questo link chiedi di entrare in ${tenant}. Decide chi gestisce l’organizzazione:`,
      notes: [
        ...invited.slice(0, 1),
        () => 'Se non lo hai richiesto, puoi ignorare questo messaggio: nessuno vedrà una richiesta.',
      ],
      sms: ({ tenant }) => `Con questo link chiedi di entrare in ${tenant}. Decide chi gestisce l’organizzazione:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `La tua richiesta a ${tenant}`,
      lead: ({ tenant }) => `La tua richiesta di entrare in ${tenant} non è stata accettata.`,
      notes: [() => 'Se pensi che sia un errore, parlane con una persona che lavora lì.'],
      sms: ({ tenant }) => `La tua richiesta di entrare in ${tenant} non è stata accettata.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Il tuo codice di accesso a ${tenant}`,
      lead: ({ tenant }) => `Con questo codice accedi a ${tenant}:`,
      notes: [
        () =>
          'Ci sono state troppe password errate per il tuo account. Inserisci questo codice insieme a quella giusta o chiedi a un proprietario di sbloccarti.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Accesso a ${tenant}. Non condividere questo codice, valido per ${valid}:`,
    },
    added: {
      subject: ({ tenant }) => `Invito a ${tenant}`,
      lead: ({ tenant }) => `Hai ricevuto un invito a ${tenant}, dove hai già un account.`,
      notes: [() => 'Non devi configurare niente: accedi come sempre.'],
      sms: ({ tenant }) => `Invito a ${tenant}. Hai già un account: accedi come sempre.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Hai già un account su ${tenant}`,
      lead: ({ tenant }) =>
        `Qualcuno ha provato a registrarsi su ${tenant} con il tuo indirizzo. Esiste già un account.`,
      notes: [
        () => 'Se sei stato tu, accedi, oppure reimposta la password se l’hai dimenticata.',
        () => 'Altrimenti non devi fare niente: nessuno è entrato.',
      ],
      sms: ({ tenant }) =>
        `Qualcuno ha provato a registrarsi su ${tenant} con il tuo numero. Hai già un account: accedi come sempre.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `La tua password per ${tenant} è stata modificata`,
      lead: ({ tenant }) => `La password del tuo account su ${tenant} è stata modificata.`,
      notes: [notYou],
      sms: ({ tenant }) => `La tua password per ${tenant} è stata modificata. ${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `La tua password per ${tenant} è stata reimpostata`,
      lead: ({ tenant }) =>
        `La password del tuo account su ${tenant} è stata reimpostata. Tutte le sessioni sono terminate.`,
      notes: [notYou],
      sms: ({ tenant }) => `La tua password per ${tenant} è stata reimpostata. ${NOT_YOU}`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Autenticazione a due fattori attivata su ${tenant}`,
      lead: ({ tenant }) => `L’autenticazione a due fattori è stata attivata per il tuo account su ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Autenticazione a due fattori attivata su ${tenant}. ${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Autenticazione a due fattori disattivata su ${tenant}`,
      lead: ({ tenant }) => `L’autenticazione a due fattori è stata disattivata per il tuo account su ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Autenticazione a due fattori disattivata su ${tenant}. ${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Aggiunto un autenticatore su ${tenant}`,
      lead: ({ tenant }) => `Al tuo account su ${tenant} è stato aggiunto un autenticatore.`,
      notes: [() => 'D’ora in poi l’accesso richiede un codice. Tutte le altre sessioni sono terminate.', notYou],
      sms: ({ tenant }) => `Al tuo account su ${tenant} è stato aggiunto un autenticatore. ${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Rimosso un autenticatore su ${tenant}`,
      lead: ({ tenant }) => `Dal tuo account su ${tenant} è stato rimosso un autenticatore.`,
      notes: [() => 'Se era l’ultimo, l’accesso non richiede più un codice.', notYou],
      sms: ({ tenant }) => `Dal tuo account su ${tenant} è stato rimosso un autenticatore. ${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Aggiunta una passkey su ${tenant}`,
      lead: ({ tenant }) => `Al tuo account su ${tenant} è stata aggiunta una passkey.`,
      notes: [() => 'Può accedere al tuo account.', notYou],
      sms: ({ tenant }) => `Al tuo account su ${tenant} è stata aggiunta una passkey. ${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Rimossa una passkey su ${tenant}`,
      lead: ({ tenant }) => `Dal tuo account su ${tenant} è stata rimossa una passkey.`,
      notes: [() => 'Non permette più l’accesso. Tutte le altre sessioni sono terminate.', notYou],
      sms: ({ tenant }) => `Dal tuo account su ${tenant} è stata rimossa una passkey. ${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `Nuovi codici di recupero per ${tenant}`,
      lead: ({ tenant }) =>
        `Sono stati generati nuovi codici di recupero per il tuo account su ${tenant}. Quelli precedenti non valgono più.`,
      notes: [notYou],
      sms: ({ tenant }) => `Nuovi codici di recupero per ${tenant}; quelli precedenti non valgono più. ${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `È stato usato un codice di recupero su ${tenant}`,
      lead: ({ tenant }) => `È stato usato un codice di recupero del tuo account su ${tenant}.`,
      notes: [() => 'Ogni codice funziona una sola volta. Generane di nuovi prima che finiscano.', notYou],
      sms: ({ tenant }) => `È stato usato un codice di recupero su ${tenant}. ${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Aggiunto un metodo di accesso su ${tenant}`,
      lead: ({ tenant }) =>
        `D’ora in poi, anche un account presso un provider di identità apre il tuo account su ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Ora anche un account presso un provider di identità apre il tuo account su ${tenant}. ${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Tentativi di accesso errati a ${tenant}`,
      lead: ({ tenant }) => `Qualcuno ha provato a entrare nel tuo account su ${tenant}, finora senza successo.`,
      notes: [
        () => 'Se sei stato tu, non devi fare niente: reimposta la password se l’hai dimenticata.',
        () => 'Altrimenti, non usare questa password altrove e attiva l’autenticazione a due fattori.',
      ],
      sms: ({ tenant }) => `Qualcuno ha provato a entrare nel tuo account su ${tenant}, finora senza successo.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Il tuo account su ${tenant} verrà disattivato`,
      lead: ({ tenant, until }) =>
        `Non accedi a ${tenant} da molto tempo. Il tuo account verrà disattivato. Non prima del: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Non accedi a ${tenant} da molto tempo. Il tuo account verrà disattivato. Accedi per conservarlo.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Il tuo account su ${tenant} verrà eliminato`,
      lead: ({ tenant, until }) =>
        `Non accedi a ${tenant} da molto tempo. Il tuo account verrà eliminato con tutti i suoi dati. Non prima del: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Non accedi a ${tenant} da molto tempo. Il tuo account verrà eliminato. Accedi per conservarlo.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Il tuo account su ${tenant} è stato collegato a un altro`,
      lead: ({ tenant }) =>
        `D’ora in poi, chi ha effettuato l’accesso a un altro account può passare al tuo account su ${tenant}.`,
      notes: [() => 'Se esci da tutti i dispositivi, il collegamento termina.', notYou],
      sms: ({ tenant }) => `Il tuo account su ${tenant} è stato collegato a un altro account. ${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Rimosso un metodo di accesso su ${tenant}`,
      lead: ({ tenant }) => `Un account presso un provider di identità non apre più il tuo account su ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Un account presso un provider di identità non apre più il tuo account su ${tenant}. ${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Il tuo account su ${tenant} è stato modificato`,
      lead: ({ tenant }) => `Un indirizzo o la password del tuo account su ${tenant} è cambiato.`,
      notes: [({ tenant }) => `Se non sai perché, avvisa subito ${tenant}.`],
      sms: ({ tenant }) =>
        `Un indirizzo o la password del tuo account su ${tenant} è cambiato. Non sai perché? Avvisali subito.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Un amministratore ha aperto il tuo account su ${tenant}`,
      lead: ({ tenant }) =>
        `Un amministratore di ${tenant} ha aperto il tuo account per vedere ciò che vedi tu. Non può cambiare password, indirizzi o secondi fattori.`,
      notes: [({ tenant }) => `Se non sai perché, chiedi a ${tenant}.`],
      sms: ({ tenant }) => `Un amministratore di ${tenant} ha aperto il tuo account. Non sai perché? Chiedi a loro.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Un amministratore ha creato un link di recupero del tuo account su ${tenant}`,
      lead: ({ tenant }) =>
        `Un amministratore di ${tenant} ha creato un link con cui si imposta una nuova passkey o una nuova password per il tuo account. Ti viene consegnato di persona.`,
      notes: [({ tenant }) => `Se non l’hai chiesto, avvisa subito ${tenant}.`],
      sms: ({ tenant }) =>
        `Un amministratore di ${tenant} ha creato un link di recupero del tuo account. Non l’hai chiesto? Avvisali subito.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Nuova chiave API per il tuo account su ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `C’è una nuova chiave API per il tuo account su ${tenant}: «${key}». Valida fino al: ${until}.`,
      notes: [
        () => 'Con questa chiave un programma agisce per te. Puoi revocarla nel tuo account, in «Chiavi API».',
        notYou,
      ],
      sms: ({ tenant }) => `C’è una nuova chiave API per il tuo account su ${tenant}. ${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `Le tue organizzazioni su ${app}`,
      lead: ({ app }) =>
        `Hai chiesto dove accedere su ${app}. Il tuo indirizzo ha un account in ognuna di queste organizzazioni:`,
      notes: [
        ({ more }) => (more ? `Altre organizzazioni: ${more}. Se ne manca una, chiedile il suo link.` : ''),
        () =>
          'Se non lo hai richiesto, puoi ignorare questo messaggio. Non è cambiato niente, e la lista è stata inviata solo a te.',
      ],
      sms: ({ app }) => `Le pagine di accesso delle tue organizzazioni su ${app}:`,
    },
  },
};
