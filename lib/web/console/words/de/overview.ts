// The texts of the overview in German.
import type { en } from '../en/overview.ts';

export const de: Record<keyof typeof en, string> = {
  help: 'Jemand kann sich nicht anmelden',
  helpLead: 'Suchen Sie die Person und sehen Sie, woran es liegt.',
  helpLabel: 'E-Mail-Adresse, Telefonnummer oder Name',
  helpNone: 'Niemand gefunden. Geben Sie den Anfang der Adresse, der Nummer oder ein Wort des Namens ein.',
  steps: 'Erste Schritte',
  done: 'erledigt',
  stepTenant: 'Einen Mandanten anlegen',
  stepTenantLead: 'Jeder Kunde und jede Organisation ist ein Mandant mit eigenen Benutzern und Regeln.',
  stepUser: 'Den ersten Benutzer hinzufügen',
  stepUserLead: 'Legen Sie jemanden an, laden Sie ein, oder öffnen Sie die Registrierung.',
  stepFactor: 'Ihr Konto mit einer Authenticator-App schützen',
  stepFactorLead: 'Ein Passwort allein kann gestohlen werden.',
  activeOne: '{count} aktiv',
  activeOther: '{count} aktiv',
  verified: 'Bestätigte Benutzer',
  verifiedNote: 'mit bestätigter Adresse',
  week: 'Sieben Tage',
  signupsTitle: 'Registrierungen',
  signupsOne: '{count} Registrierung in den letzten sieben Tagen (UTC)',
  signupsOther: '{count} Registrierungen in den letzten sieben Tagen (UTC)',
  recent: 'Letzte Ereignisse',
  allEntries: 'Audit-Log',
  noEntries: 'Es ist noch nichts geschehen.',
};
