// The texts of requests to join in Dutch.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Vragen om lid te worden van {name}',
  joinLead: 'Sommige organisaties nemen verzoeken aan van mensen met een adres van hun domein.',
  joinSend: 'Link versturen',
  joinSent:
    'Als mensen met het adres {identifier} het mogen vragen, is een bericht met een link onderweg. De link werkt een dag.',
  joinClosed: 'Met dit adres kun je het niet vragen. Vraag een persoon daar om een uitnodiging.',
  joinAsk: 'Verzoek versturen',
  joinAskLead: 'De mensen die {name} beheren, zien je adres en beslissen.',
  joinOpen: 'Je verzoek is verstuurd',
  joinOpenLead:
    'De mensen die {name} beheren, beslissen. Je krijgt een uitnodiging of een afwijzing. Zonder beslissing kun je het na {at} opnieuw vragen.',
  joinAccepted: 'Je bent uitgenodigd',
  joinAcceptedLead: 'Volg de link in je uitnodiging om een wachtwoord in te stellen.',
  joinRefused: 'Je verzoek is niet geaccepteerd',
  joinRefusedLead: 'Je kunt het na {at} opnieuw vragen.',
  joinOver: 'Deze link werkt niet',
  joinOverLead:
    'Hij is verlopen, of {name} neemt geen verzoeken meer aan. Op de inlogpagina kun je het opnieuw vragen.',
  joinHave: 'Je hebt al een account',
  joinHaveLead: 'Er is een account met jouw adres bij {name}. Log daarmee in.',
  requestsLead:
    'Mensen met een adres van een geverifieerd domein die lid willen worden. Ieder heeft het eigen adres bewezen.',
  noRequests: 'Geen open verzoeken.',
  askedAt: 'gevraagd op {at}',
  waitsUntil: 'wacht tot {at}',
  accept: 'Accepteren…',
  acceptTitle: '{name} accepteren?',
  acceptLead: 'De persoon krijgt een uitnodiging en wordt lid door de link te volgen.',
  refuse: 'Afwijzen…',
  refuseTitle: '{name} afwijzen?',
  refuseLead: 'De persoon krijgt bericht en kan het 30 dagen na het verzoek opnieuw vragen.',
  refuseNow: 'Afwijzen',
  refusedNow: '{name} is afgewezen.',
  requestGone: 'Dit verzoek is al gesloten, of het domein is niet meer van jullie.',
};
