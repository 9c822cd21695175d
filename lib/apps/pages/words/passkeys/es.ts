// The texts of passkeys in Spanish.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Iniciar sesión con una clave de acceso',
  passkeySignUp: 'Registrarse con una clave de acceso',
  passkeyUse: 'Usar una clave de acceso',
  passkeyOfferTitle: 'Inicie sesión más rápido la próxima vez',
  passkeyOfferLead:
    'Con una clave de acceso, entra con su huella, su cara o el bloqueo de este dispositivo. No hay nada que recordar ni que revelar en una página falsa.',
  passkeyCreate: 'Crear una clave de acceso',
  passkeyLater: 'Ahora no',
  passkeys: 'Claves de acceso',
  passkeysLead:
    'Inicie sesión con su huella, su cara o el bloqueo de su dispositivo. Una página falsa no puede robar la clave.',
  passkeyAdd: 'Añadir una clave de acceso',
  passkeyAdded: 'La clave de acceso está lista. Ya puede iniciar sesión con ella.',
  passkeyName: 'Nombre de la clave de acceso',
  passkeyRename: 'Cambiar nombre',
  passkeyNeverUsed: 'nunca usada',
  passkeySynced: 'Sincronizada',
  passkeyRemoved: 'Se ha quitado {name}. Elimínela también en su dispositivo si todavía la ofrece.',
  problemPasskey: 'No se ha usado ninguna clave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
  problemPasskeyInvalid: 'Esta clave de acceso no funciona aquí. Inténtelo de nuevo o inicie sesión de otra forma.',
  problemPasskeyHere: 'Este navegador no puede usar claves de acceso aquí. Inicie sesión de otra forma.',
  problemPasskeyExists: 'Este dispositivo ya tiene una clave de acceso para su cuenta.',
  problemPasskeyLast: 'Necesita esta clave de acceso para iniciar sesión. Añada antes otra.',
  problemPasskeysFull: 'Su cuenta ya tiene el máximo de claves de acceso. Quite antes una.',
};
