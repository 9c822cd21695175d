// The texts of the consent page in Polish.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Zezwolić na dostęp dla {host}?',
  continueTitle: 'Przejść do {name}?',
  unproven: 'Aplikacja przedstawia się jako „{name}”. Ta usługa nie sprawdziła tej nazwy.',
  asksFor: 'Prosi o:',
  openid: 'Kim jesteś: identyfikator Twojego konta i organizacji',
  profile: 'Twoje imię i nazwisko, język i inne dane profilu',
  email: 'Twój adres e-mail',
  phone: 'Twój numer telefonu',
  offline_access: 'Dostęp pod Twoją nieobecność, dopóki go nie cofniesz',
  account: 'Pełny dostęp do Twojego konta, w Twoim imieniu',
  goesTo: 'Przeglądarka przejdzie potem do {host}.',
  goesToDevice:
    'Przeglądarka otworzy potem program na tym urządzeniu ({host}). Kontynuuj tylko wtedy, gdy to logowanie zostało rozpoczęte przez Ciebie.',
  allow: 'Zezwól',
};
