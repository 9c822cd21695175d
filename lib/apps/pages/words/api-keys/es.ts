// The texts of the API keys of an account in Spanish.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'Claves de API',
  keysLead:
    'Con una clave, los programas actúan por usted. No puede hacer más de lo que usted eligió para ella ni más de lo que puede usted.',
  keysNoScopes: 'No tiene ningún permiso que una clave pudiera tener.',
  keysFull: 'Tiene 10 claves de API, que es el máximo. Revoque una antes de crear otra.',
  keyCreate: 'Crear una clave de API',
  keyPurpose: 'Para qué es la clave',
  keyScopes: 'Qué puede hacer',
  keyScopesNone: 'Elija al menos uno y como máximo 20.',
  keyDays: 'Días hasta que caduque',
  keyNetworks: 'Redes que pueden usarla (opcional)',
  keyNetworksHint: 'Por ejemplo 203.0.113.0/24, separadas por comas. Si se deja vacío, funciona en todas partes.',
  keyNetworksWrong: 'Introduzca como máximo 10 direcciones IP o redes, separadas por comas.',
  keyNew: 'Su nueva clave de API',
  keyNewLead: 'Cópiela ahora y guárdela en un lugar seguro. No se volverá a mostrar.',
  keyKept: 'La he guardado',
  keyNeverUsed: 'nunca usada',
  keyExpired: 'Caducada',
  keyRename: 'Cambiar nombre',
  keyRenameTitle: 'Cambiar el nombre de {name}',
  keyRevoke: 'Revocar',
  keyRevokeTitle: '¿Revocar {name}?',
  keyRevokeLead: 'Los programas que usan esta clave se rechazan de inmediato.',
  keyRevoked: '{name}: clave revocada.',
  keyRotate: 'Reemplazar',
  keyRotateTitle: 'Reemplazar {name}',
  keyRotateLead: 'Recibirá una clave nueva. La anterior funciona 24 horas más.',
  keyRotateNow: 'La clave anterior termina de inmediato',
  keyRotateBoth: 'Ya reemplazó esta clave, y la anterior todavía funciona. Una nueva termina ambas de inmediato.',
};
