// The texts of the pages in Spanish.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'Un momento…',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar la contraseña',
  language: 'Idioma',
  terms: 'Condiciones',
  privacy: 'Privacidad',
  support: 'Ayuda',
  back: 'Atrás',
  next: 'Continuar',
  cancel: 'Cancelar',
  or: 'o',
  change: 'Cambiar',
  save: 'Guardar',
  saved: 'Guardado.',
  remove: 'Quitar',

  // Sign in
  signIn: 'Iniciar sesión',
  identifier: 'Correo electrónico o número de teléfono',
  password: 'Contraseña',

  // Codes
  code: 'Código',
  codeHint: 'El formulario se envía con el último dígito.',
  codeSentHere: 'Hemos enviado un código a {identifier}. Es válido durante 10 minutos.',
  sendAgain: 'Enviar otro código',
  sentAgain: 'Hemos enviado otro código.',

  // Sign up
  email: 'Correo electrónico',
  newPassword: 'Nueva contraseña',
  passwordHint: 'Al menos {min} caracteres. Varias palabras juntas son fáciles de recordar.',
  signUpClosed: 'Las cuentas nuevas son solo por invitación. Pida una a alguien de su organización.',

  // Second factor
  recoveryCode: 'Código de recuperación',
  confirm: 'Confirmar',
  useRecovery: 'Usar un código de recuperación',

  // Enrolment
  enrolScan: 'Escanee este código con una aplicación de autenticación, como Google Authenticator, 1Password o Aegis.',
  enrolQr: 'Código QR para su aplicación de autenticación',
  enrolManual: 'O escriba esta clave en la aplicación:',
  enrolCode: 'Los seis dígitos que muestra la aplicación',
  recoveryTitle: 'Guarde sus códigos de recuperación',
  recoveryLead:
    'Si pierde el teléfono, cada uno de estos códigos le permite iniciar sesión una vez. No se volverán a mostrar.',
  recoveryCodes: 'Códigos de recuperación',
  download: 'Descargar',
  copy: 'Copiar',
  copied: 'Copiado',
  savedThem: 'Los he guardado',
  recoveryFile: 'Códigos de recuperación de {name}',

  // Passwords
  sendCode: 'Enviar un código',
  setPassword: 'Establecer contraseña',
  currentPassword: 'Contraseña actual',

  // Accounts
  anotherAccount: 'Usar otra cuenta',
  signOut: 'Cerrar sesión',
  signedOutTitle: 'Ha cerrado la sesión',

  // Problems
  problemTitle: 'No ha funcionado',
  problemNetwork: 'No se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
  problemOther: 'Algo ha fallado. Inténtelo de nuevo en un momento.',
  problemWait: 'Demasiados intentos. Inténtelo de nuevo {when}.',
  problemReference: 'Referencia: {id}',
  problemExpired: 'Este inicio de sesión ha tardado demasiado. Empiece de nuevo.',
  problemPage: 'Esta página no existe.',
  problemPasswordShort: 'La contraseña es demasiado corta.',
  problemPasswordCommon: 'Esta contraseña es fácil de adivinar. Elija otra.',
  problemPasswordContains: 'La contraseña contiene su dirección o el nombre de la organización.',
  problemPasswordSame: 'La contraseña nueva debe ser distinta de la actual.',
  problemCredentials: 'La dirección o la contraseña no es correcta.',
  problemCode: 'Este código no es correcto o ya no es válido.',
  problemCurrent: 'La contraseña actual no es correcta.',
  problemLocked: 'Demasiados intentos. Inténtelo de nuevo {when} o restablezca su contraseña.',
  problemLink: 'Este enlace ya no es válido. Pida uno nuevo.',
  problemInactive: 'Esta cuenta no está activa. Consulte a su organización.',
  problemTaken: 'Ya existe una cuenta con esta dirección. Inicie sesión con ella.',
  problemDomain: 'Aquí no se admiten direcciones de este dominio.',
  problemSso: 'Con esta dirección se inicia sesión mediante el proveedor de la organización. Vuelve atrás y elígelo.',
  problemInput: 'Revise los datos introducidos.',
  problemProvider: 'El otro servicio no ha confirmado este inicio de sesión. Inténtelo de nuevo.',
  problemLinkAccount:
    'Ya existe una cuenta con esta dirección. Inicie sesión en ella y verifique la dirección o vincule allí este acceso.',
  problemStepUp: 'No se ha cambiado nada: se necesita un inicio de sesión reciente.',
};
