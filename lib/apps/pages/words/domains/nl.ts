// The texts of the domains of an organization in Dutch.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Toon met een DNS-record aan dat een domein van jullie is. Mensen met een adres daar vinden deze organisatie er dan mee.',
  noDomains: 'Nog geen domein. Voeg dat van jullie e-mailadressen toe.',
  addDomain: 'Domein toevoegen',
  domainName: 'Domein',
  domainHint: 'Bijvoorbeeld example.com. Een subdomein is een eigen domein.',
  domainAdded: '{name} is toegevoegd. Maak het DNS-record aan en controleer het dan.',
  domainPending: 'Wacht op het record',
  domainVerified: 'Bevestigd',
  domainLost: 'Verloren',
  domainLostLead: 'Dit domein was bevestigd en is dat niet meer. Maak het record opnieuw aan: de waarde is veranderd.',
  recordLead: 'Maak dit TXT-record aan waar de DNS van het domein wordt beheerd.',
  recordWait: 'In de eerste week zoeken we het ook elk uur.',
  recordName: 'Naam van het TXT-record',
  recordValue: 'Waarde van het TXT-record',
  recordShow: 'DNS-record',
  recordKeep: 'Laat het staan: we zoeken het elke dag.',
  checkNow: 'Nu controleren',
  checkedFound: 'Gecontroleerd {at}: het record is er.',
  checkedMissing:
    'Gecontroleerd {at}: het record is er niet. Een nieuw record kan er een uur over doen. Vergelijk naam en waarde: sommige providers zetten het domein zelf achter de naam. Controleer het dan opnieuw.',
  checkedUnreachable:
    'Gecontroleerd {at}: de nameservers van het domein gaven geen bruikbaar antwoord. Probeer het later of vraag het aan de beheerder.',
  domainIsVerified: '{name} is bevestigd.',
  domainFailing: 'Dagelijkse controles op rij zonder het record: {count}. Bij de zevende is het domein verloren.',
  joinTitle: 'Hoe mensen lid worden',
  joinAsAny: 'Zoals alle anderen',
  joinRole: 'Ze registreren zich en krijgen de rol {name}',
  joinRoleOther: 'Ze registreren zich en krijgen een rol',
  joinSso: 'Ze loggen in met {name}',
  joinRequest: 'Ze vragen het, en een persoon beslist',
  joinSignUpOpen: 'Registreren is open, dus vragen is niet nodig. Een beheerder van de dienst kan het sluiten.',
  joinLead:
    'Voor mensen met een adres bij {name} die hier geen account hebben. Bestaande accounts blijven zoals ze zijn.',
  joinHint:
    'Het geldt zolang het domein bevestigd is. Voor een rol moet registratie open zijn; een provider moet aan staan.',
  joinSaved: 'De keuze voor {name} is opgeslagen.',
  joinGone: 'Deze keuze bestaat niet meer. Kies een andere.',
  domainRemove: 'Verwijderen…',
  domainRemoveTitle: '{name} verwijderen?',
  domainRemoveLead:
    'Mensen met een adres daar worden weer lid zoals alle anderen. Bestaande accounts blijven zoals ze zijn.',
  domainRemoved: '{name} is verwijderd.',
  domainGone: '{name} is intussen gewijzigd of verwijderd.',
  domainRefused: 'Geen enkele organisatie kan dit domein hebben: iedereen krijgt daar mailboxen of namen.',
  domainTaken: 'Dit domein staat al in de lijst.',
  domainLimit: 'Er zijn twintig domeinen. Verwijder er eerst een.',
  domainWrong: 'Voer een domein in zoals example.com.',
};
