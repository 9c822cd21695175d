// The texts of requests to join in Italian.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Chiedi di entrare in {name}',
  joinLead: 'Alcune organizzazioni accettano richieste da chi ha un indirizzo del loro dominio.',
  joinSend: 'Invia il link',
  joinSent:
    'Se chi ha l’indirizzo {identifier} può chiederlo, un messaggio con un link è in arrivo. Il link vale un giorno.',
  joinClosed: 'Con questo indirizzo non si può chiedere. Chiedi un invito a una persona dell’organizzazione.',
  joinAsk: 'Invia la richiesta',
  joinAskLead: 'Chi gestisce {name} vede il tuo indirizzo e decide.',
  joinOpen: 'La richiesta è inviata',
  joinOpenLead:
    'Decide chi gestisce {name}. Riceverai un invito o un rifiuto. Senza decisione puoi chiedere di nuovo dopo il {at}.',
  joinAccepted: 'Hai un invito',
  joinAcceptedLead: 'Segui il link dell’invito per impostare una password.',
  joinRefused: 'La richiesta non è stata accettata',
  joinRefusedLead: 'Puoi chiedere di nuovo dopo il {at}.',
  joinOver: 'Questo link non funziona',
  joinOverLead: 'È scaduto, o {name} non accetta più richieste. Puoi chiedere di nuovo dalla pagina di accesso.',
  joinHave: 'Hai già un account',
  joinHaveLead: 'In {name} c’è un account con il tuo indirizzo. Accedi con quello.',
  requestsLead:
    'Persone con un indirizzo di un dominio verificato che chiedono di entrare. Ognuna ha provato il proprio indirizzo.',
  noRequests: 'Nessuna richiesta aperta.',
  askedAt: 'richiesto il {at}',
  waitsUntil: 'attende fino al {at}',
  accept: 'Accetta…',
  acceptTitle: 'Accettare {name}?',
  acceptLead: 'La persona riceve un invito e diventa membro quando segue il link.',
  refuse: 'Rifiuta…',
  refuseTitle: 'Rifiutare {name}?',
  refuseLead: 'La persona riceve un messaggio e può chiedere di nuovo 30 giorni dopo la richiesta.',
  refuseNow: 'Rifiuta',
  refusedNow: '{name}: richiesta rifiutata.',
  requestGone: 'Questa richiesta è già chiusa, o il dominio non è più vostro.',
};
