// The texts of the page for devices in Italian.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Collega un dispositivo',
  deviceLead: 'Inserisca il codice mostrato dal dispositivo.',
  deviceCompare: 'Continui solo se il dispositivo davanti a lei mostra questo codice.',
  deviceCode: 'Codice del dispositivo',
  deviceWarning:
    'Continui solo se ha iniziato lei, su un dispositivo che vede. Se qualcuno le ha inviato il codice, vuole entrare nel suo account.',
  deviceAllowTitle: 'Far entrare {name} su un dispositivo?',
  deviceAsked: 'Richiesto da {address}, {at}',
  deviceDeny: 'Rifiuta',
  deviceAllowed: 'Il dispositivo è collegato',
  deviceAllowedLead: 'Prosegua sul dispositivo. Il suo account lo elenca, e da lì può disconnetterlo.',
  deviceDenied: 'Ha rifiutato',
  deviceDeniedLead: 'Il dispositivo non riceve nulla.',
  deviceAccount: 'Al suo account',
  deviceInvalid: 'Questo codice non è valido o è di un’altra organizzazione. Lo controlli o ricominci sul dispositivo.',
  deviceOff:
    'La sua organizzazione non permette l’accesso con il codice di un dispositivo. Chieda a un amministratore.',
};
