// The texts of passkeys in Polish.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Zaloguj się kluczem dostępu',
  passkeySignUp: 'Zarejestruj się kluczem dostępu',
  passkeyUse: 'Użyj klucza dostępu',
  passkeyOfferTitle: 'Następnym razem zaloguj się szybciej',
  passkeyOfferLead:
    'Klucz dostępu loguje odciskiem palca, twarzą lub blokadą tego urządzenia. Nie trzeba nic pamiętać i nie można nic zdradzić na fałszywej stronie.',
  passkeyCreate: 'Utwórz klucz dostępu',
  passkeyLater: 'Nie teraz',
  passkeys: 'Klucze dostępu',
  passkeysLead: 'Loguj się odciskiem palca, twarzą lub blokadą urządzenia. Fałszywa strona nie ukradnie klucza.',
  passkeyAdd: 'Dodaj klucz dostępu',
  passkeyAdded: 'Klucz dostępu jest gotowy. Możesz się już nim logować.',
  passkeyName: 'Nazwa klucza dostępu',
  passkeyRename: 'Zmień nazwę',
  passkeyNeverUsed: 'nigdy nieużywany',
  passkeySynced: 'Zsynchronizowany',
  passkeyRemoved: 'Usunięto: {name}. Usuń ten klucz także na urządzeniu, jeśli nadal go proponuje.',
  problemPasskey: 'Nie użyto klucza dostępu. Spróbuj ponownie lub zaloguj się inaczej.',
  problemPasskeyInvalid: 'Ten klucz dostępu tu nie działa. Spróbuj ponownie lub zaloguj się inaczej.',
  problemPasskeyHere: 'Ta przeglądarka nie może tu używać kluczy dostępu. Zaloguj się inaczej.',
  problemPasskeyExists: 'To urządzenie ma już klucz dostępu do tego konta.',
  problemPasskeyLast: 'Ten klucz dostępu jest potrzebny do logowania. Najpierw dodaj inny.',
  problemPasskeysFull: 'To konto ma już najwięcej kluczy dostępu, ile może. Najpierw usuń jeden.',
};
