// The texts of the page for devices in French.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'Connecter un appareil',
  deviceLead: 'Saisissez le code affiché par l’appareil.',
  deviceCompare: 'Continuez seulement si l’appareil devant vous affiche ce code.',
  deviceCode: 'Code de l’appareil',
  deviceWarning:
    'Continuez seulement si vous avez commencé vous-même, sur un appareil que vous voyez. Si quelqu’un vous a envoyé le code, cette personne veut entrer dans votre compte.',
  deviceAllowTitle: 'Laisser entrer {name} sur un appareil ?',
  deviceAsked: 'Demandé depuis {address}, {at}',
  deviceDeny: 'Refuser',
  deviceAllowed: 'L’appareil est connecté',
  deviceAllowedLead: 'Continuez sur l’appareil. Votre compte l’affiche, et vous pouvez l’y déconnecter.',
  deviceDenied: 'Vous avez refusé',
  deviceDeniedLead: 'L’appareil n’obtient rien.',
  deviceAccount: 'Vers votre compte',
  deviceInvalid:
    'Ce code n’est pas valable, ou il est pour une autre organisation. Vérifiez-le ou recommencez sur l’appareil.',
  deviceOff: 'Votre organisation ne permet pas la connexion avec le code d’un appareil. Demandez à un administrateur.',
};
