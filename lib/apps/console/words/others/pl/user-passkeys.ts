// The texts of a user's passkeys in Polish.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Klucze dostępu',
  passkeysLead: 'Klucze w telefonach, laptopach i na nośnikach USB użytkownika.',
  passkeysNone: 'Użytkownik nie ma klucza dostępu.',
  'passkeys-off': 'Klucze dostępu są wyłączone w tym tenancie.',
  'passkeys-optional': 'Tenant pozwala na klucze dostępu.',
  'passkeys-second': 'Tenant pozwala na klucze dostępu tylko jako drugi składnik.',
  'passkeys-required': 'Tenant wymaga kluczy dostępu.',
  recovery: 'Link do odzyskania dostępu',
  recoveryHint: 'Dla osoby, która straciła wszystkie klucze dostępu.',
  recoveryLead:
    'Upewnij się, kto prosi, i przekaż link osobiście: kto go ma, ten wejdzie. Działa jeden raz, przez 30 minut, i pozwala utworzyć klucz dostępu lub ustawić hasło. Wszystkie sesje się wtedy kończą. Osoba dowie się, że link pochodzi od Ciebie.',
  recoveryRemoves: 'Przy użyciu usuń dotychczasowe klucze dostępu',
  recoveryRemovesHint: 'Pozostaw włączone, jeśli urządzenie zgubiono lub skradziono.',
  recoveryMake: 'Utwórz link',
  recoveryMade: 'Jest pokazywany jeden raz. Przekaż go osobie, ale nie w wiadomości, którą czytają inni.',
  recoveryCopy: 'Kopiuj link',
  recoveryDone: 'Gotowe',
  kind: 'Rodzaj',
  synced: 'Zsynchronizowany',
  deviceBound: 'Powiązany z urządzeniem',
  added: 'Dodano',
  removePasskeyLead:
    'Nie otwiera już tego konta, wszystkie sesje się kończą, a użytkownik dostaje wiadomość. Jeśli to ostatni klucz, drugi składnik zostaje wyłączony, gdy nie ma innego.',
  lastUsed: 'Ostatnie użycie',
  remove: 'Usuń',
  removeTitle: 'Usuń: {name}',
  removed: 'Usunięto: {name}.',
};
