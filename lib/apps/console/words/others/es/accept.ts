// The texts of the page that accepts an invitation of an admin, in Spanish.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Ser administrador',
  lead: 'Le invitan a la consola de esta instalación con el rol {role}.',
  for: 'La invitación es para {address}. El enlace funciona hasta {time}.',
  signedIn:
    'Ha iniciado sesión como {email}. Si acepta, este navegador pasará a tener la sesión del nuevo administrador.',
  submit: 'Establecer la contraseña e iniciar sesión',
  over: 'Esta invitación ya no es válida',
  overLead: 'Se usó, se revocó o es demasiado antigua. Pida a un propietario de la instalación que la envíe de nuevo.',
  incomplete: 'Este enlace está incompleto',
  incompleteLead: 'Ábralo de nuevo desde el mensaje o cópielo entero.',
  toConsole: 'Ir a la consola',
};
