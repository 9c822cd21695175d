// The texts of the API keys of an account in Polish.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'Klucze API',
  keysLead:
    'Z kluczem programy działają w Twoim imieniu. Klucz pozwala tylko na to, co dla niego wybrano, i na nic, czego nie możesz zrobić.',
  keysNoScopes: 'Nie masz uprawnień, które mógłby mieć klucz.',
  keysFull: 'Masz 10 kluczy API, więcej nie można. Unieważnij jeden, zanim utworzysz następny.',
  keyCreate: 'Utwórz klucz API',
  keyPurpose: 'Do czego służy klucz',
  keyScopes: 'Na co pozwala',
  keyScopesNone: 'Wybierz co najmniej jedno i najwyżej 20.',
  keyDays: 'Dni do wygaśnięcia',
  keyNetworks: 'Sieci, które mogą go używać (opcjonalnie)',
  keyNetworksHint: 'Na przykład 203.0.113.0/24, po przecinku. Jeśli pole jest puste, klucz działa wszędzie.',
  keyNetworksWrong: 'Wpisz najwyżej 10 adresów IP lub sieci, oddzielonych przecinkami.',
  keyNew: 'Twój nowy klucz API',
  keyNewLead: 'Skopiuj go teraz i przechowuj bezpiecznie. Nie pokażemy go ponownie.',
  keyKept: 'Klucz jest zapisany',
  keyNeverUsed: 'nigdy nieużywany',
  keyExpired: 'Wygasł',
  keyRename: 'Zmień nazwę',
  keyRenameTitle: 'Zmień nazwę: {name}',
  keyRevoke: 'Unieważnij',
  keyRevokeTitle: 'Unieważnić {name}?',
  keyRevokeLead: 'Programy, które używają tego klucza, są od razu odrzucane.',
  keyRevoked: '{name}: klucz unieważniony.',
  keyRotate: 'Zastąp',
  keyRotateTitle: 'Zastąp {name}',
  keyRotateLead: 'Otrzymasz nowy klucz. Stary działa jeszcze przez 24 godziny.',
  keyRotateNow: 'Stary klucz od razu przestaje działać',
  keyRotateBoth: 'Ten klucz był już zastąpiony, a stary nadal działa. Nowy od razu kończy działanie obu.',
};
