// The titles and meanings of fields, by record. In Spanish.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'URI de redirección',
  'application.redirectUris?': 'Adónde puede volver el navegador con un código, una por línea, comparadas exactamente.',
  'application.postLogoutRedirectUris': 'URI de redirección tras cerrar sesión',
  'application.postLogoutRedirectUris?': 'Adónde puede volver el navegador después de cerrar sesión, una por línea.',
  'application.backchannelLogoutUri': 'URI de cierre de sesión back-channel',
  'application.backchannelLogoutUri?': 'La dirección https a la que se avisa cuando termina una sesión.',
  'application.accountByDefault': 'Sus tokens abren la cuenta',
  'application.accountByDefault?':
    'Tienen el ámbito account sin pedirlo. Para aplicaciones creadas antes de que contaran los ámbitos.',
  'application.requiresPar': 'Las solicitudes deben depositarse',
  'application.requiresPar?': 'Debe usar pushed authorization requests (RFC 9126).',
  'application.requiresDpop': 'Los tokens deben estar vinculados a una clave',
  'application.requiresDpop?': 'Debe enviar una prueba DPoP (RFC 9449).',
  'application.refusesSecrets': 'Se rechazan los secretos',
  'application.refusesSecrets?': 'Se autentica solo con una aserción firmada (private_key_jwt).',
  'application.accessTtlSeconds': 'Duración de los tokens de acceso',
  'application.accessTtlSeconds?': 'De 5 segundos a 1 hora. Vacío: el valor predeterminado.',
  'application.refreshTtlSeconds': 'Las sesiones terminan sin renovación tras',
  'application.refreshTtlSeconds?': 'De 10 segundos a 30 días. Vacío: el valor predeterminado.',
  'tenant.description': 'Nota para administradores',
  'user.name': 'Nombre',
  'user.locale': 'Idioma de los mensajes',
  'user.locale?': 'Un código como en, de o pt-BR. Vacío: el idioma predeterminado.',
};
