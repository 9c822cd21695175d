// The texts of the page for devices in Dutch.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Een apparaat verbinden',
  deviceLead: 'Voer de code in die het apparaat toont.',
  deviceCompare: 'Ga alleen verder als het apparaat voor u deze code toont.',
  deviceCode: 'Code van het apparaat',
  deviceWarning:
    'Ga alleen verder als u dit zelf bent begonnen, op een apparaat dat u ziet. Wie u de code heeft gestuurd, wil in uw account komen.',
  deviceAllowTitle: '{name} toelaten op een apparaat?',
  deviceAsked: 'Gevraagd vanaf {address}, {at}',
  deviceDeny: 'Weigeren',
  deviceAllowed: 'Het apparaat is verbonden',
  deviceAllowedLead: 'Ga verder op het apparaat. Uw account toont het, en daar kunt u het afmelden.',
  deviceDenied: 'U hebt geweigerd',
  deviceDeniedLead: 'Het apparaat krijgt niets.',
  deviceAccount: 'Naar uw account',
  deviceInvalid:
    'Deze code is niet geldig of is voor een andere organisatie. Controleer de code of begin opnieuw op het apparaat.',
  deviceOff: 'Uw organisatie staat aanmelden met de code van een apparaat niet toe. Vraag een beheerder.',
};
