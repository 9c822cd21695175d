// The texts of the sign-in pages in Spanish.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: '¿Dónde desea iniciar sesión?',
  tenantLabel: 'Organización',
  tenantHint: 'El nombre corto, por ejemplo acme. Está en el enlace que le dio su organización.',
  tenantUnknown: 'Aquí no existe la organización «{slug}». Compruebe el nombre.',
  findTenants: 'Buscar mi organización',
  findHint: 'Le enviamos enlaces a las páginas de acceso de sus organizaciones.',
  findSent:
    'Si {identifier} pertenece a una cuenta, recibirá un mensaje con los enlaces de sus organizaciones. Si no llega, pruebe con otra dirección o pida el enlace a su organización.',
  knowShortName: 'Conozco el nombre corto',

  // Sign in
  signInTo: 'para continuar a {name}',
  rememberMe: 'Mantener la sesión iniciada en este dispositivo',
  forgotPassword: '¿Ha olvidado la contraseña?',
  useCode: 'Iniciar sesión con un código',
  usePassword: 'Usar la contraseña',
  continueWith: 'Continuar con {name}',
  noAccount: '¿Aún no tiene cuenta?',
  signUp: 'Crear una cuenta',
  getAccount: 'Cómo obtener una',
  haveAccount: '¿Ya tiene una cuenta?',

  // Codes
  checkMail: 'Revise sus mensajes',
  codeSent: 'Si {identifier} corresponde a una cuenta, le hemos enviado un código. Es válido durante 10 minutos.',

  // Sign up
  signUpTitle: 'Cree su cuenta',
  verifyTitle: 'Verifique su dirección',
  verifyLater: 'Ahora no',
  signUpSent: 'Ya casi está',
  signUpSentLead: 'Si {identifier} se puede registrar, le hemos enviado un código. Es válido durante 10 minutos.',

  // Second factor
  factorTitle: 'Confirme que es usted',
  factorTotp: 'Introduzca el código que muestra su aplicación de autenticación.',
  factorEmail: 'Introduzca el código que hemos enviado a su correo electrónico.',
  factorSms: 'Introduzca el código que hemos enviado a su teléfono.',
  factorRecovery: 'Introduzca uno de sus códigos de recuperación. Sirve una sola vez.',
  trustDevice: 'No volver a preguntar en este dispositivo durante 30 días',
  useTotp: 'Usar la aplicación de autenticación',
  useEmail: 'Recibir un código por correo',
  useSms: 'Recibir un código por SMS',

  // Enrolment
  enrolTitle: 'Configure la verificación en dos pasos',
  enrolRequired: 'Su organización exige un segundo paso. Protege su cuenta si alguien averigua su contraseña.',

  // Passwords
  resetTitle: 'Restablezca su contraseña',
  resetLead: 'Introduzca su dirección. Le enviaremos un código.',
  choosePassword: 'Elija una contraseña nueva',
  passwordSet: 'Su contraseña está lista',
  passwordSetLead: 'Ya puede iniciar sesión con ella.',
  mustChangeTitle: 'Elija su propia contraseña',
  mustChangeLead: 'La administración estableció su contraseña. Elija una que solo usted conozca.',
  invitationTitle: 'Le damos la bienvenida',
  invitationLead: 'Elija una contraseña para abrir la cuenta {address} en {name}.',
  invitationOver: 'Esta invitación ya no es válida',
  invitationOverLead:
    'Ya se ha utilizado o ha caducado. Si ha definido una contraseña, inicie sesión. Si no, pida una nueva invitación a su organización.',
  linkRecovery: 'Recupere el acceso a su cuenta',
  linkLead: 'Cree una clave de acceso o elija una contraseña para abrir la cuenta {address} en {name}.',
  linkOver: 'Este enlace ya no es válido',
  linkOverLead: 'Ya se ha utilizado o ha caducado. Pida uno nuevo a su organización.',
  passkeySet: 'Su clave de acceso está lista',
  linkIncomplete: 'Este enlace está incompleto. Ábralo de nuevo desde el mensaje.',

  // Accounts
  chooseTitle: 'Elija una cuenta',
  chooseLead: 'Estas cuentas tienen la sesión iniciada en este dispositivo.',
  signOutTitle: '¿Cerrar sesión?',
  signOutLead: 'Se cerrará la sesión aquí y en las aplicaciones que haya abierto desde aquí.',
  staySignedIn: 'Mantener la sesión',
  signedOutLead: 'Puede cerrar esta página.',
  signInAgain: 'Volver a iniciar sesión',
  continueAs: 'Continuar como {name}',
  confirmTitle: '¿Iniciar sesión en {tenant} como {name}?',
  confirmLead: 'Otra página inició este acceso. Ahora la sesión está iniciada como {name}.',
  otherTenant: 'Otra organización',
};
