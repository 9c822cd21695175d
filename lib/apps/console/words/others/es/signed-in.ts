// The texts of the page that admins come back to from the identity provider, in Spanish.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Iniciando sesión',
  lead: 'El proveedor de identidad le conoce. Falta un paso.',
  stranger: 'Usted no es administrador aquí',
  strangerLead:
    'Ningún administrador tiene esta cuenta, o el proveedor no ha verificado su dirección. Pida a un propietario de la instalación que le invite, acepte y luego inicie sesión con el proveedor.',
  over: 'Este inicio de sesión ha terminado',
  overLead: 'Ha tardado más de diez minutos, ya se ha usado o comenzó en otro navegador. Empiece de nuevo.',
  refused: 'El proveedor de identidad no ha iniciado su sesión',
  refusedLead: 'Quizá lo canceló allí. Empiece de nuevo; si continúa, avise a quien gestiona esta instalación.',
  toSignIn: 'Iniciar sesión con una contraseña',
};
