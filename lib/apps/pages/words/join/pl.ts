// The texts of requests to join in Polish.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Poproś o dołączenie: {name}',
  joinLead: 'Niektóre organizacje przyjmują prośby od osób z adresem w ich domenie.',
  joinSend: 'Wyślij link',
  joinSent:
    'Jeśli osoby z adresem {identifier} mogą prosić o dołączenie, wiadomość z linkiem jest w drodze. Link działa przez jeden dzień.',
  joinClosed: 'Z tym adresem nie można poprosić o dołączenie. Poproś osobę z organizacji o zaproszenie.',
  joinAsk: 'Wyślij prośbę',
  joinAskLead: 'Osoby zarządzające organizacją {name} zobaczą Twój adres i zdecydują.',
  joinOpen: 'Prośba została wysłana',
  joinOpenLead:
    'Decydują osoby zarządzające organizacją {name}. Otrzymasz zaproszenie albo odmowę. Bez decyzji możesz poprosić ponownie po: {at}.',
  joinAccepted: 'Masz zaproszenie',
  joinAcceptedLead: 'Otwórz link z zaproszenia, aby ustawić hasło.',
  joinRefused: 'Prośba nie została przyjęta',
  joinRefusedLead: 'Możesz poprosić ponownie po: {at}.',
  joinOver: 'Ten link nie działa',
  joinOverLead:
    'Wygasł albo organizacja {name} nie przyjmuje już próśb. Możesz poprosić ponownie na stronie logowania.',
  joinHave: 'Masz już konto',
  joinHaveLead: 'W organizacji {name} jest konto z Twoim adresem. Zaloguj się nim.',
  requestsLead: 'Osoby z adresem w potwierdzonej domenie, które proszą o dołączenie. Każda potwierdziła swój adres.',
  noRequests: 'Brak otwartych próśb.',
  askedAt: 'prośba z {at}',
  waitsUntil: 'czeka do {at}',
  accept: 'Przyjmij…',
  acceptTitle: 'Przyjąć: {name}?',
  acceptLead: 'Osoba otrzyma zaproszenie i dołączy, gdy otworzy link.',
  refuse: 'Odmów…',
  refuseTitle: 'Odmówić: {name}?',
  refuseLead: 'Osoba otrzyma wiadomość i może poprosić ponownie 30 dni po prośbie.',
  refuseNow: 'Odmów',
  refusedNow: 'Odmówiono: {name}.',
  requestGone: 'Ta prośba jest już zamknięta albo domena nie należy już do organizacji.',
};
