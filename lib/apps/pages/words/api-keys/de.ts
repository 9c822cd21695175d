// The texts of the API keys of an account in German.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'API-Schlüssel',
  keysLead:
    'Mit einem Schlüssel handeln Programme für Sie. Er kann nicht mehr, als Sie für ihn gewählt haben, und nicht mehr als Sie.',
  keysNoScopes: 'Sie haben keine Berechtigungen, die ein Schlüssel haben könnte.',
  keysFull: 'Sie haben 10 API-Schlüssel, mehr geht nicht. Widerrufen Sie einen, bevor Sie einen neuen erstellen.',
  keyCreate: 'API-Schlüssel erstellen',
  keyPurpose: 'Wofür der Schlüssel ist',
  keyScopes: 'Was er kann',
  keyScopesNone: 'Wählen Sie mindestens eine und höchstens 20.',
  keyDays: 'Tage, bis er abläuft',
  keyNetworks: 'Netze, die ihn verwenden können (optional)',
  keyNetworksHint: 'Etwa 203.0.113.0/24, durch Kommas getrennt. Ohne Angabe funktioniert er überall.',
  keyNetworksWrong: 'Geben Sie höchstens 10 IP-Adressen oder Netze ein, durch Kommas getrennt.',
  keyNew: 'Ihr neuer API-Schlüssel',
  keyNewLead: 'Kopieren Sie ihn jetzt, und bewahren Sie ihn sicher auf. Er wird nicht noch einmal angezeigt.',
  keyKept: 'Ich habe ihn gesichert',
  keyNeverUsed: 'nie benutzt',
  keyExpired: 'Abgelaufen',
  keyRename: 'Umbenennen',
  keyRenameTitle: '{name} umbenennen',
  keyRevoke: 'Widerrufen',
  keyRevokeTitle: '{name} widerrufen?',
  keyRevokeLead: 'Programme, die diesen Schlüssel verwenden, werden sofort abgewiesen.',
  keyRevoked: '{name} ist widerrufen.',
  keyRotate: 'Ersetzen',
  keyRotateTitle: '{name} ersetzen',
  keyRotateLead: 'Sie bekommen einen neuen Schlüssel. Der alte funktioniert noch 24 Stunden.',
  keyRotateNow: 'Der alte Schlüssel endet sofort',
  keyRotateBoth:
    'Sie haben diesen Schlüssel schon ersetzt, und der alte funktioniert noch. Ein neuer beendet beide sofort.',
};
