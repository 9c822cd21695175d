// The texts of the consent page in Polish.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Zezwolić na dostęp dla {host}?',
  continueTitle: 'Przejść do {name}?',
  unproven: 'Aplikacja przedstawia się jako „{name}”. Ta usługa nie sprawdziła tej nazwy.',
  unregistered: 'Ta aplikacja nie jest tu zarejestrowana. Znany jest tylko jej adres, {host}.',
  anyProgram: 'Ta aplikacja nie jest tu zarejestrowana. Każdy program na tym urządzeniu może podać się za {host}.',
  asksFor: 'Prosi o:',
  'scope-openid': 'Kim jesteś: identyfikator Twojego konta i organizacji',
  'scope-profile': 'Twoje imię i nazwisko, język i inne dane profilu',
  'scope-email': 'Twój adres e-mail',
  'scope-phone': 'Twój numer telefonu',
  'scope-offline_access': 'Dostęp pod Twoją nieobecność, dopóki go nie cofniesz',
  'scope-account': 'Pełny dostęp do Twojego konta, w Twoim imieniu',
  goesTo: 'Przeglądarka przejdzie potem do {host}.',
  goesToDevice:
    'Przeglądarka otworzy potem program na tym urządzeniu ({host}). Kontynuuj tylko wtedy, gdy to logowanie zostało rozpoczęte przez Ciebie.',
  allow: 'Zezwól',
};
