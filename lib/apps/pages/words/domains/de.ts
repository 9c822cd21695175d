// The texts of the domains of an organization in German.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Belegen Sie mit einem DNS-Eintrag, dass eine Domain Ihnen gehört. Personen mit einer Adresse dort finden diese Organisation dann darüber.',
  noDomains: 'Noch keine Domain. Fügen Sie die Ihrer E-Mail-Adressen hinzu.',
  addDomain: 'Domain hinzufügen',
  domainName: 'Domain',
  domainHint: 'Zum Beispiel example.com. Eine Subdomain ist eine eigene Domain.',
  domainAdded: '{name} ist hinzugefügt. Legen Sie den DNS-Eintrag an und prüfen Sie ihn dann.',
  domainPending: 'Wartet auf den Eintrag',
  domainVerified: 'Bestätigt',
  domainLost: 'Verloren',
  domainLostLead:
    'Diese Domain war bestätigt und ist es nicht mehr. Legen Sie den Eintrag neu an: Sein Wert hat sich geändert.',
  recordLead: 'Legen Sie diesen TXT-Eintrag dort an, wo das DNS der Domain verwaltet wird.',
  recordWait: 'In der ersten Woche suchen wir ihn auch jede Stunde.',
  recordName: 'Name des TXT-Eintrags',
  recordValue: 'Wert des TXT-Eintrags',
  recordShow: 'DNS-Eintrag',
  recordKeep: 'Lassen Sie ihn bestehen: Wir suchen ihn jeden Tag.',
  checkNow: 'Jetzt prüfen',
  checkedFound: 'Geprüft {at}: Der Eintrag ist da.',
  checkedMissing:
    'Geprüft {at}: Der Eintrag ist nicht da. Ein neuer Eintrag kann bis zu einer Stunde brauchen. Vergleichen Sie Name und Wert: Manche Anbieter hängen die Domain selbst an den Namen. Prüfen Sie dann erneut.',
  checkedUnreachable:
    'Geprüft {at}: Die Nameserver der Domain gaben keine brauchbare Antwort. Versuchen Sie es später oder fragen Sie die Person, die sie betreibt.',
  domainIsVerified: '{name} ist bestätigt.',
  domainFailing: 'Tägliche Prüfungen in Folge ohne den Eintrag: {count}. Mit der siebten ist die Domain verloren.',
  joinTitle: 'Wie Personen beitreten',
  joinAsAny: 'Wie alle anderen',
  joinRole: 'Sie registrieren sich und bekommen die Rolle {name}',
  joinRoleOther: 'Sie registrieren sich und bekommen eine Rolle',
  joinSso: 'Sie melden sich mit {name} an',
  joinRequest: 'Sie fragen an, und eine Person entscheidet',
  joinSignUpOpen: 'Zuerst muss die Registrierung geschlossen sein.',
  joinLead:
    'Für Personen mit einer Adresse bei {name}, die hier kein Konto haben. Bestehende Konten bleiben, wie sie sind.',
  joinHint:
    'Es gilt, solange die Domain bestätigt ist. Für eine Rolle muss die Registrierung offen sein; ein Anbieter muss eingeschaltet sein.',
  joinSaved: 'Wie Personen bei {name} beitreten, ist gespeichert.',
  joinGone: 'Diese Auswahl gibt es nicht mehr. Wählen Sie eine andere.',
  domainRemove: 'Entfernen…',
  domainRemoveTitle: '{name} entfernen?',
  domainRemoveLead:
    'Personen mit einer Adresse dort treten wieder bei wie alle anderen. Bestehende Konten bleiben, wie sie sind.',
  domainRemoved: '{name} wurde entfernt.',
  domainGone: '{name} wurde inzwischen geändert oder entfernt.',
  domainRefused: 'Keine Organisation kann diese Domain haben: Dort bekommt jeder Postfächer oder Namen.',
  domainTaken: 'Diese Domain ist schon in der Liste.',
  domainLimit: 'Es gibt zwanzig Domains. Entfernen Sie zuerst eine.',
  domainWrong: 'Geben Sie eine Domain wie example.com ein.',
};
