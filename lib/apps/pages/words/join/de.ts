// The texts of requests to join in German.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Beitritt zu {name} anfragen',
  joinLead: 'Manche Organisationen nehmen Anfragen von Personen mit einer Adresse ihrer Domain an.',
  joinSend: 'Link senden',
  joinSent:
    'Wenn Personen mit der Adresse {identifier} anfragen dürfen, ist eine Nachricht mit einem Link unterwegs. Der Link gilt einen Tag.',
  joinClosed: 'Mit dieser Adresse kann niemand anfragen. Bitten Sie eine Person dort um eine Einladung.',
  joinAsk: 'Anfrage senden',
  joinAskLead: 'Wer {name} verwaltet, sieht Ihre Adresse und entscheidet.',
  joinOpen: 'Ihre Anfrage ist gesendet',
  joinOpenLead:
    'Wer {name} verwaltet, entscheidet. Sie bekommen eine Einladung oder eine Absage. Ohne Entscheidung können Sie nach dem {at} erneut anfragen.',
  joinAccepted: 'Sie sind eingeladen',
  joinAcceptedLead: 'Folgen Sie dem Link in Ihrer Einladung, um ein Passwort festzulegen.',
  joinRefused: 'Ihre Anfrage wurde nicht angenommen',
  joinRefusedLead: 'Sie können nach dem {at} erneut anfragen.',
  joinOver: 'Dieser Link funktioniert nicht',
  joinOverLead:
    'Er ist abgelaufen, oder {name} nimmt keine Anfragen mehr an. Auf der Anmeldeseite können Sie erneut anfragen.',
  joinHave: 'Sie haben schon ein Konto',
  joinHaveLead: 'Mit Ihrer Adresse gibt es ein Konto bei {name}. Melden Sie sich damit an.',
  requestsLead:
    'Personen mit einer Adresse einer bestätigten Domain, die beitreten möchten. Jede hat ihre Adresse bestätigt.',
  noRequests: 'Keine offenen Anfragen.',
  askedAt: 'angefragt am {at}',
  waitsUntil: 'wartet bis {at}',
  accept: 'Annehmen…',
  acceptTitle: '{name} annehmen?',
  acceptLead: 'Die Person bekommt eine Einladung und wird Mitglied, wenn sie dem Link folgt.',
  refuse: 'Ablehnen…',
  refuseTitle: '{name} ablehnen?',
  refuseLead: 'Die Person bekommt eine Nachricht und kann 30 Tage nach ihrer Anfrage erneut anfragen.',
  refuseNow: 'Ablehnen',
  refusedNow: '{name} wurde abgelehnt.',
  requestGone: 'Diese Anfrage ist schon erledigt, oder die Domain gehört Ihnen nicht mehr.',
};
