// The texts of the page for devices in German.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Gerät verbinden',
  deviceLead: 'Geben Sie den Code ein, den das Gerät zeigt.',
  deviceCompare: 'Fahren Sie nur fort, wenn das Gerät vor Ihnen diesen Code zeigt.',
  deviceCode: 'Code des Geräts',
  deviceWarning:
    'Fahren Sie nur fort, wenn Sie das selbst begonnen haben, an einem Gerät, das Sie sehen. Wer Ihnen den Code geschickt hat, will in Ihr Konto.',
  deviceAllowTitle: '{name} auf einem Gerät hereinlassen?',
  deviceAsked: 'Angefragt von {address}, {at}',
  deviceDeny: 'Ablehnen',
  deviceAllowed: 'Das Gerät ist verbunden',
  deviceAllowedLead: 'Machen Sie am Gerät weiter. Ihr Konto führt es auf, und dort können Sie es abmelden.',
  deviceDenied: 'Sie haben abgelehnt',
  deviceDeniedLead: 'Das Gerät bekommt nichts.',
  deviceAccount: 'Zu Ihrem Konto',
  deviceInvalid:
    'Dieser Code ist nicht gültig oder gehört zu einer anderen Organisation. Prüfen Sie ihn oder beginnen Sie am Gerät neu.',
  deviceOff:
    'Ihre Organisation erlaubt die Anmeldung mit dem Code eines Geräts nicht. Fragen Sie eine Administratorin oder einen Administrator.',
};
