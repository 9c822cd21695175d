// The texts of a user's passkeys.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Passkeys',
  passkeysLead: 'Schlüssel auf Handys, Laptops und Sticks des Benutzers.',
  passkeysNone: 'Der Benutzer hat keinen Passkey.',
  'passkeys-off': 'Für diesen Mandanten sind Passkeys abgeschaltet.',
  'passkeys-optional': 'Der Mandant erlaubt Passkeys.',
  'passkeys-second': 'Der Mandant erlaubt Passkeys, nur als zweiten Faktor.',
  'passkeys-required': 'Der Mandant verlangt Passkeys.',
  recovery: 'Link zur Wiederherstellung',
  recoveryHint: 'Für eine Person, die alle Passkeys verloren hat.',
  recoveryLead:
    'Vergewissern Sie sich, wer fragt, und übergeben Sie den Link selbst: Wer ihn hat, kommt hinein. Er gilt einmal und 30 Minuten. Die Person erstellt damit einen Passkey oder setzt ein Passwort, und alle Sitzungen enden. Sie erfährt, dass Sie ihn erstellt haben.',
  recoveryRemoves: 'Bisherige Passkeys dabei entfernen',
  recoveryRemovesHint: 'Lassen Sie es an, wenn ein Gerät verloren ging oder gestohlen wurde.',
  recoveryMake: 'Link erstellen',
  recoveryMade: 'Er wird einmal gezeigt. Übergeben Sie ihn der Person, in keiner Nachricht, die andere lesen.',
  recoveryCopy: 'Link kopieren',
  recoveryDone: 'Fertig',
  kind: 'Art',
  synced: 'Synchronisiert',
  deviceBound: 'An ein Gerät gebunden',
  added: 'Hinzugefügt',
  removePasskeyLead:
    'Er öffnet dieses Konto nicht mehr, alle Sitzungen enden, und der Benutzer wird benachrichtigt. Ist es der letzte, wird der zweite Faktor abgeschaltet, wenn es keinen anderen gibt.',
  lastUsed: 'Zuletzt verwendet',
  remove: 'Entfernen',
  removeTitle: '{name} entfernen',
  removed: '{name} ist entfernt.',
};
