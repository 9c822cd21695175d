// The texts of a user's passkeys in Spanish.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Claves de acceso',
  passkeysLead: 'Claves en teléfonos, portátiles y llaves USB del usuario.',
  passkeysNone: 'El usuario no tiene claves de acceso.',
  'passkeys-off': 'Las claves de acceso están desactivadas para este inquilino.',
  'passkeys-optional': 'El inquilino permite claves de acceso.',
  'passkeys-second': 'El inquilino permite claves de acceso, solo como segundo factor.',
  'passkeys-required': 'El inquilino exige claves de acceso.',
  recovery: 'Enlace de recuperación',
  recoveryHint: 'Para una persona que ha perdido todas sus claves de acceso.',
  recoveryLead:
    'Asegúrese de quién lo pide y entregue usted mismo el enlace: quien lo tenga puede entrar. Sirve una sola vez, durante 30 minutos, y permite a la persona crear una clave de acceso o establecer una contraseña. Entonces finalizan todas sus sesiones. Se le avisa de que usted lo creó.',
  recoveryRemoves: 'Quitar las claves de acceso anteriores cuando se use',
  recoveryRemovesHint: 'Déjelo activado si se perdió o robaron un dispositivo.',
  recoveryMake: 'Crear el enlace',
  recoveryMade: 'Se muestra una sola vez. Entréguelo a la persona, no por un mensaje que otros lean.',
  recoveryCopy: 'Copiar el enlace',
  recoveryDone: 'Listo',
  kind: 'Tipo',
  synced: 'Sincronizada',
  deviceBound: 'Vinculada al dispositivo',
  added: 'Añadida',
  removePasskeyLead:
    'Ya no abre esta cuenta, todas las sesiones finalizan y se avisa al usuario. Con la última, el segundo factor se desactiva si no hay otro.',
  lastUsed: 'Último uso',
  remove: 'Quitar',
  removeTitle: 'Quitar {name}',
  removed: 'Se ha quitado {name}.',
};
