// The texts of the page for devices in Polish.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Połącz urządzenie',
  deviceLead: 'Wpisz kod, który pokazuje urządzenie.',
  deviceCompare: 'Kontynuuj tylko wtedy, gdy urządzenie przed Tobą pokazuje ten kod.',
  deviceCode: 'Kod urządzenia',
  deviceWarning:
    'Kontynuuj tylko wtedy, gdy to Ty zaczynasz logowanie, na urządzeniu, które widzisz. Kto przysłał Ci kod, chce się dostać do Twojego konta.',
  deviceAllowTitle: 'Wpuścić {name} na urządzeniu?',
  deviceAsked: 'Zapytanie z {address}, {at}',
  deviceDeny: 'Odmów',
  deviceAllowed: 'Urządzenie jest połączone',
  deviceAllowedLead: 'Przejdź do urządzenia. Widać je na Twoim koncie i tam możesz je wylogować.',
  deviceDenied: 'Odmówiono',
  deviceDeniedLead: 'Urządzenie nic nie otrzyma.',
  deviceAccount: 'Do Twojego konta',
  deviceInvalid:
    'Ten kod jest nieważny lub należy do innej organizacji. Sprawdź go albo zacznij od nowa na urządzeniu.',
  deviceOff: 'Twoja organizacja nie pozwala na logowanie kodem urządzenia. Zapytaj administratora.',
};
