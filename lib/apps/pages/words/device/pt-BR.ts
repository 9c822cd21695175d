// The texts of the page for devices in Brazilian Portuguese.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Conectar um dispositivo',
  deviceLead: 'Digite o código que o dispositivo mostra.',
  deviceCompare: 'Continue somente se o dispositivo à sua frente mostrar este código.',
  deviceCode: 'Código do dispositivo',
  deviceWarning:
    'Continue somente se você mesmo começou isto, em um dispositivo que você vê. Se alguém enviou o código a você, essa pessoa quer entrar na sua conta.',
  deviceAllowTitle: 'Deixar {name} entrar em um dispositivo?',
  deviceAsked: 'Pedido de {address}, {at}',
  deviceDeny: 'Negar',
  deviceAllowed: 'O dispositivo está conectado',
  deviceAllowedLead: 'Continue no dispositivo. Sua conta o mostra, e lá você pode desconectá-lo.',
  deviceDenied: 'Você negou',
  deviceDeniedLead: 'O dispositivo não recebe nada.',
  deviceAccount: 'Para a sua conta',
  deviceInvalid: 'Este código não é válido ou é de outra organização. Confira-o ou comece de novo no dispositivo.',
  deviceOff: 'Sua organização não permite entrar com o código de um dispositivo. Pergunte a um administrador.',
};
