// The texts of the page for devices in Spanish.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Conectar un dispositivo',
  deviceLead: 'Escriba el código que muestra el dispositivo.',
  deviceCompare: 'Continúe solo si el dispositivo que tiene delante muestra este código.',
  deviceCode: 'Código del dispositivo',
  deviceWarning:
    'Continúe solo si lo ha iniciado usted, en un dispositivo que puede ver. Si alguien le ha enviado el código, quiere entrar en su cuenta.',
  deviceAllowTitle: '¿Dejar entrar a {name} en un dispositivo?',
  deviceAsked: 'Solicitado desde {address}, {at}',
  deviceDeny: 'Denegar',
  deviceAllowed: 'El dispositivo está conectado',
  deviceAllowedLead: 'Siga en el dispositivo. Su cuenta lo muestra, y allí puede cerrar su sesión.',
  deviceDenied: 'Lo ha denegado',
  deviceDeniedLead: 'El dispositivo no recibe nada.',
  deviceAccount: 'A su cuenta',
  deviceInvalid:
    'Este código no es válido o es de otra organización. Compruébelo o empiece de nuevo en el dispositivo.',
  deviceOff: 'Su organización no permite iniciar sesión con el código de un dispositivo. Pregunte a un administrador.',
};
