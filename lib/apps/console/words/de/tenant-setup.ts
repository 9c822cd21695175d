// The texts of domains, setup links and trials of providers in German.
import type { en } from '../en/tenant-setup.ts';

export const de: Record<keyof typeof en, string> = {
  // Domains
  domainsLead:
    'Wer eine Adresse bei einer bestätigten Domain hat, findet diesen Mandanten darüber und tritt so bei, wie Sie es hier festlegen.',
  addDomain: 'Domain hinzufügen',
  addDomainLead:
    'Sie bekommen dann einen DNS-Eintrag. Wer das DNS der Domain verwaltet, legt ihn an. Das belegt die Domain.',
  domain: 'Domain',
  domainHint: 'Zum Beispiel example.com. Eine Subdomain ist eine eigene Domain.',
  noDomain: 'Dieser Mandant hat keine Domain',
  noDomainLead:
    'Mit einer kommt man allein durch die eigene Adresse zur Anmeldeseite und kann ohne Einladung beitreten.',
  domainAdded: '{name} ist hinzugefügt. Der Eintrag ist noch nicht da.',
  domainRefused: 'Kein Mandant kann diese Domain haben: Dort bekommt jeder Postfächer oder Namen.',
  domainTaken: 'Der Mandant hat diese Domain schon.',
  domainLimit: 'Der Mandant hat zwanzig Domains. Entfernen Sie zuerst eine.',
  'state-pending': 'Wartet auf den Eintrag',
  'state-verified': 'Bestätigt',
  'state-lost': 'Verloren',
  lost: 'Sie war bestätigt und ist es nicht mehr: Der Eintrag fehlte sieben Tage lang, oder ein anderer Mandant hat die Domain belegt. Der Eintrag hat jetzt einen neuen Wert.',
  verifiedSince: 'Bestätigt seit',
  lastCheck: 'Letzte Prüfung',
  notChecked: 'Noch keine',
  'finding-found': 'Der Eintrag ist da.',
  'finding-missing':
    'Es gibt keinen solchen Eintrag. Ein neuer kann eine Stunde brauchen. Vergleichen Sie Name und Wert.',
  'finding-unreachable': 'Die Nameserver der Domain gaben keine brauchbare Antwort.',
  failures: 'Tägliche Prüfungen in Folge ohne den Eintrag: {count}. Mit der siebten ist die Domain verloren.',
  check: 'Jetzt prüfen',
  isVerified: '{name} ist bestätigt.',
  record: 'DNS-Eintrag',
  recordLead: 'Legen Sie ihn dort an, wo das DNS der Domain verwaltet wird, und prüfen Sie ihn dann.',
  recordAwaited: 'Er wird auch jede Stunde gesucht, eine Woche lang nach dem Hinzufügen.',
  recordKept: 'Lassen Sie ihn bestehen: Er wird jeden Tag gesucht.',
  recordType: 'Typ',
  recordName: 'Name',
  recordValue: 'Wert',
  copyOf: 'Kopieren: {what} von {name}',
  joining: 'Neue Personen',
  changeJoining: 'Beitritt',
  changeJoiningOf: 'Wie Personen bei {name} beitreten',
  joiningLead:
    'Für Personen mit einer Adresse bei {name}, die hier kein Konto haben. Bestehende Konten bleiben, wie sie sind.',
  'join-invitation': 'Treten bei wie alle anderen',
  'join-role': 'Registrieren sich und bekommen eine Rolle',
  'join-sso': 'Melden sich mit einem Identitätsanbieter an',
  'join-invitation?': 'Die Domain ändert für sie nichts.',
  'join-role?':
    'Sie bekommen die Rolle, sobald ein Code ihre Adresse bestätigt hat. Die Registrierung muss offen sein.',
  'join-sso?':
    'Anders können sie sich nicht registrieren, solange der Mandant den Anbieter hat und er eingeschaltet ist.',
  joinRole: 'Registrieren sich und bekommen die Rolle {name}',
  joinProvider: 'Melden sich mit {name} an',
  role: 'Rolle',
  provider: 'Identitätsanbieter',
  noRole: 'Es gibt keine Rolle für Benutzer dieses Mandanten.',
  noProviderYet: 'Der Mandant hat keinen eigenen Identitätsanbieter.',
  roleGone: 'Diese Rolle gibt es nicht mehr. Wählen Sie eine andere.',
  providerGone: 'Diesen Anbieter gibt es nicht mehr. Wählen Sie einen anderen.',
  joiningSaved: 'Wie Personen bei {name} beitreten, ist gespeichert.',
  remove: 'Entfernen',
  removeDomain: '{name} entfernen',
  removeDomainWill:
    'Personen mit einer Adresse bei {name} treten wieder bei wie alle anderen. Bestehende Konten bleiben, wie sie sind.',
  domainRemoved: '{name} ist entfernt.',

  // Setup links
  linksLead:
    'Mit einem Link richtet eine Person ohne Konto Single Sign-on oder Domains dieses Mandanten ein, eine Stunde lang.',
  makeLink: 'Link erstellen',
  makeLinkLead:
    'Er funktioniert einmal und öffnet diese Teile des Mandanten und nichts sonst. Was damit geschieht, steht als Handlung des Links im Protokoll.',
  purpose: 'Für',
  'intent-sso': 'Single Sign-on',
  'intent-domains': 'Domains',
  sendTo: 'Senden an',
  sendToHint: 'Er gilt dann 7 Tage. Bleibt das Feld leer, sehen Sie den Link hier: Er gilt 5 Minuten.',
  language: 'Sprache der Nachricht',
  ofTenant: 'Die des Mandanten',
  newLink: 'Einrichtungslink',
  newLinkLead: 'Er wird einmal gezeigt. Er funktioniert einmal, bis {until}.',
  copyLink: 'Link kopieren',
  done: 'Fertig',
  linkSent: 'Der Link ist unterwegs an {email}. Er gilt bis {until}.',
  sentTo: 'Gesendet an',
  shown: 'Einmal gezeigt',
  'status-open': 'Noch nicht benutzt',
  'status-active': 'In Benutzung',
  'status-ended': 'Beendet',
  'status-expired': 'Abgelaufen',
  'status-revoked': 'Widerrufen',
  until: 'Bis',
  used: 'Benutzt',
  madeBy: 'Erstellt von',
  noLink: 'Kein Link in den letzten 30 Tagen',
  noLinkLead: 'Erstellen Sie einen für die Person in der IT des Kunden, die Identitätsanbieter und DNS kennt.',
  endLink: 'Beenden',
  endLinkOf: 'Den Link beenden: {purpose}',
  endOpenWill: 'Der Link funktioniert nicht mehr. Die Person braucht einen neuen.',
  endActiveWill: 'Die Person, die ihn gerade benutzt, ist beim nächsten Schritt draußen. Was sie getan hat, bleibt.',
  linkEnded: 'Der Link ist beendet.',

  // Trials
  tryLead:
    'Sie melden sich bei {name} als Sie selbst an, und eine Seite zeigt, was gelesen wurde. Hier wird niemand angemeldet und kein Konto erstellt, und es geht auch, solange der Anbieter aus ist. Ein Einrichtungslink öffnet diese Seite in einem neuen Tab.',
  tryMake: 'Weiter',
  tryOpen: 'Einrichtungsseite öffnen',
  tryReady:
    'Wählen Sie auf dieser Seite „Ausprobieren“ neben {name} und am Ende „Ich bin fertig“. Der Link funktioniert einmal, bis {until}.',
};
