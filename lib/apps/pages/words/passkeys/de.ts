// The texts of passkeys in German.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Mit Passkey anmelden',
  passkeySignUp: 'Mit Passkey registrieren',
  passkeyUse: 'Passkey verwenden',
  passkeyOfferTitle: 'Beim nächsten Mal schneller anmelden',
  passkeyOfferLead:
    'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Gerätesperre an. Sie müssen sich nichts merken und können auf einer falschen Seite nichts verraten.',
  passkeyCreate: 'Passkey erstellen',
  passkeyLater: 'Nicht jetzt',
  passkeys: 'Passkeys',
  passkeysLead:
    'Melden Sie sich per Fingerabdruck, Gesicht oder Gerätesperre an. Eine falsche Seite kann einen Passkey nicht stehlen.',
  passkeyAdd: 'Passkey hinzufügen',
  passkeyAdded: 'Der Passkey ist bereit. Sie können sich jetzt damit anmelden.',
  passkeyName: 'Name des Passkeys',
  passkeyRename: 'Umbenennen',
  passkeyNeverUsed: 'nie benutzt',
  passkeySynced: 'Synchronisiert',
  passkeyRemoved: '{name} ist entfernt. Löschen Sie den Passkey auch auf Ihrem Gerät, wenn es ihn noch anbietet.',
  problemPasskey: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  problemPasskeyInvalid:
    'Dieser Passkey gilt hier nicht. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  problemPasskeyHere: 'Dieser Browser kann hier keine Passkeys verwenden. Melden Sie sich anders an.',
  problemPasskeyExists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  problemPasskeyLast: 'Sie brauchen diesen Passkey zum Anmelden. Fügen Sie zuerst einen anderen hinzu.',
  problemPasskeysFull: 'Mehr Passkeys kann ein Konto nicht haben. Entfernen Sie zuerst einen.',
};
