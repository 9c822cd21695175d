// Spanish.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `Es válido durante ${valid} y sirve una sola vez.`;
const secret: Text = ({ tenant }) => `No dé este código a nadie. Nadie de ${tenant} se lo pedirá.`;
const unasked: Text = () => 'Si no lo ha pedido, puede ignorar este mensaje.';
const notYou: Text = ({ tenant }) => `Si no ha sido usted, restablezca su contraseña de inmediato y avise a ${tenant}.`;
const invited: readonly Text[] = [
  ({ valid }) => `El enlace es válido durante ${valid} y sirve una sola vez.`,
  () => 'Si no espera esta invitación, puede ignorar este mensaje.',
];

const keep: Text = () => 'Para conservarla, inicie sesión antes de ese día. No hace falta nada más.';

export const es: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Verificar esta dirección',
    accept: 'Elegir una contraseña',
    reset: 'Elegir una contraseña nueva',
    join: 'Pedir unirse',
  },
  footer: ({ tenant, app }) => `Enviado por ${app} para ${tenant}. Las respuestas no se leen.`,
  ownFooter: ({ app }) => `Enviado por ${app}. Las respuestas no se leen.`,
  adminNotice: ({ tenant }) => `Si no sabe por qué, cambie ahora su contraseña y avise a un propietario de ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Su código de verificación para ${tenant}`,
      lead: ({ tenant }) => `Con este código verifica su dirección de correo en ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Verifique su dirección de correo en ${tenant}. Código válido durante ${valid}:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Su código de verificación para ${tenant}`,
      lead: ({ tenant }) => `Con este código verifica su número de teléfono en ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Verifique su número de teléfono en ${tenant}. Código válido durante ${valid}:`,
    },
    login: {
      subject: ({ tenant }) => `Su código de acceso a ${tenant}`,
      lead: ({ tenant }) => `Con este código accede a ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Acceso a ${tenant}. No comparta este código, válido durante ${valid}:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Su código para completar el acceso a ${tenant}`,
      lead: ({ tenant }) => `Con este código completa su acceso a ${tenant}:`,
      notes: [
        valid,
        secret,
        () => 'Si no ha intentado acceder, es posible que alguien conozca su contraseña: cámbiela de inmediato.',
      ],
      sms: ({ tenant, valid }) => `Complete su acceso a ${tenant}. No comparta este código, válido durante ${valid}:`,
    },
    reset: {
      subject: ({ tenant }) => `Nueva contraseña para ${tenant}`,
      lead: ({ tenant }) => `Con este código elige una nueva contraseña para ${tenant}:`,
      notes: [valid, secret, () => 'Si no lo ha pedido, ignore este mensaje: su contraseña sigue siendo la misma.'],
      sms: ({ tenant, valid }) => `Nueva contraseña para ${tenant}. No comparta este código, válido durante ${valid}:`,
    },
    invitation: {
      subject: ({ tenant }) => `Invitación a ${tenant}`,
      lead: ({ tenant }) => `En ${tenant} hay una cuenta para usted. Elija una contraseña para usarla:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Invitación a ${tenant}. Elija una contraseña, enlace válido durante ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Invitación a ${tenant} para administrar`,
      lead: ({ tenant }) => `Le han invitado a administrar ${tenant}. Elija una contraseña para aceptar:`,
      notes: invited,
      sms: ({ tenant, valid }) =>
        `Invitación para administrar ${tenant}. Elija una contraseña, enlace válido durante ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Configure el acceso de ${tenant}`,
      lead: ({ tenant, app }) =>
        `Se le pide configurar ${tenant} en ${app}. El enlace funciona una sola vez. No necesita una cuenta:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Configure ${tenant}. El enlace funciona una vez, válido durante ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Pida unirse a ${tenant}`,
      lead: ({ tenant }) =>
        `Con este enlace pide unirse a ${tenant}. Deciden las personas que gestionan la organización:`,
      notes: [
        ...invited.slice(0, 1),
        () => 'Si no lo ha pedido, puede ignorar este mensaje: nadie verá ninguna solicitud.',
      ],
      sms: ({ tenant }) =>
        `Con este enlace pide unirse a ${tenant}. Deciden las personas que gestionan la organización:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Su solicitud a ${tenant}`,
      lead: ({ tenant }) => `Su solicitud para unirse a ${tenant} no ha sido aceptada.`,
      notes: [() => 'Si cree que es un error, hable con una persona de allí.'],
      sms: ({ tenant }) => `Su solicitud para unirse a ${tenant} no ha sido aceptada.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Su código de acceso a ${tenant}`,
      lead: ({ tenant }) => `Con este código accede a ${tenant}:`,
      notes: [
        () =>
          'Hubo demasiadas contraseñas incorrectas para su cuenta. Introduzca este código junto con la correcta o pida a un propietario que le desbloquee.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Acceso a ${tenant}. No comparta este código, válido durante ${valid}:`,
    },
    added: {
      subject: ({ tenant }) => `Invitación a ${tenant}`,
      lead: ({ tenant }) => `Se le invita a ${tenant}, donde ya tiene una cuenta.`,
      notes: [() => 'No tiene que preparar nada: acceda como siempre.'],
      sms: ({ tenant }) => `Invitación a ${tenant}. Ya tiene una cuenta: acceda como siempre.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Ya tiene una cuenta en ${tenant}`,
      lead: ({ tenant }) => `Alguien ha intentado registrarse en ${tenant} con su dirección. Ya existe una cuenta.`,
      notes: [
        () => 'Si ha sido usted, acceda, o restablezca su contraseña si la ha olvidado.',
        () => 'Si no, no tiene que hacer nada: nadie ha entrado en su cuenta.',
      ],
      sms: ({ tenant }) =>
        `Alguien ha intentado registrarse en ${tenant} con su número. Ya tiene una cuenta: acceda como siempre.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Se ha cambiado su contraseña de ${tenant}`,
      lead: ({ tenant }) => `Se ha cambiado la contraseña de su cuenta en ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Se ha cambiado su contraseña de ${tenant}. ¿No ha sido usted? Restablézcala de inmediato.`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Se ha restablecido su contraseña de ${tenant}`,
      lead: ({ tenant }) =>
        `Se ha restablecido la contraseña de su cuenta en ${tenant}. Todas las sesiones han terminado.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Se ha restablecido su contraseña de ${tenant}. ¿No ha sido usted? Restablézcala de nuevo de inmediato.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Se ha activado la autenticación de dos factores en ${tenant}`,
      lead: ({ tenant }) => `Se ha activado la autenticación de dos factores para su cuenta en ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Se ha activado la autenticación de dos factores en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Se ha desactivado la autenticación de dos factores en ${tenant}`,
      lead: ({ tenant }) => `Se ha desactivado la autenticación de dos factores para su cuenta en ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Se ha desactivado la autenticación de dos factores en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Se ha añadido un autenticador en ${tenant}`,
      lead: ({ tenant }) => `Se ha añadido un autenticador a su cuenta en ${tenant}.`,
      notes: [
        () => 'A partir de ahora, al iniciar sesión se pedirá un código. Todas las demás sesiones han terminado.',
        notYou,
      ],
      sms: ({ tenant }) =>
        `Se ha añadido un autenticador a su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Se ha eliminado un autenticador en ${tenant}`,
      lead: ({ tenant }) => `Se ha eliminado un autenticador de su cuenta en ${tenant}.`,
      notes: [() => 'Si era el último, al iniciar sesión ya no se pedirá un código.', notYou],
      sms: ({ tenant }) =>
        `Se ha eliminado un autenticador de su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Se ha añadido una llave de acceso en ${tenant}`,
      lead: ({ tenant }) => `Se ha añadido una llave de acceso a su cuenta en ${tenant}.`,
      notes: [() => 'Puede iniciar sesión en su cuenta.', notYou],
      sms: ({ tenant }) =>
        `Se ha añadido una llave de acceso a su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Se ha eliminado una llave de acceso en ${tenant}`,
      lead: ({ tenant }) => `Se ha eliminado una llave de acceso de su cuenta en ${tenant}.`,
      notes: [() => 'Ya no inicia sesión. Todas las demás sesiones han terminado.', notYou],
      sms: ({ tenant }) =>
        `Se ha eliminado una llave de acceso de su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `Se han generado nuevos códigos de recuperación para ${tenant}`,
      lead: ({ tenant }) =>
        `Se han generado nuevos códigos de recuperación para su cuenta en ${tenant}. Los anteriores ya no sirven.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Nuevos códigos de recuperación para ${tenant}; los anteriores ya no sirven. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `Se ha usado un código de recuperación en ${tenant}`,
      lead: ({ tenant }) => `Se ha usado un código de recuperación de su cuenta en ${tenant}.`,
      notes: [() => 'Cada código sirve una sola vez. Genere otros antes de que se le acaben.', notYou],
      sms: ({ tenant }) =>
        `Se ha usado un código de recuperación en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Se ha añadido una forma de iniciar sesión en ${tenant}`,
      lead: ({ tenant }) =>
        `A partir de ahora, una cuenta en un proveedor de identidad también abre su cuenta en ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Una cuenta en un proveedor de identidad abre ahora también su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Intentos fallidos de acceso a ${tenant}`,
      lead: ({ tenant }) => `Alguien ha intentado entrar en su cuenta de ${tenant}, hasta ahora sin éxito.`,
      notes: [
        () => 'Si ha sido usted, no tiene que hacer nada: restablezca su contraseña si la ha olvidado.',
        () => 'Si no, no use esta contraseña en ningún otro sitio y active la verificación en dos pasos.',
      ],
      sms: ({ tenant }) => `Alguien ha intentado entrar en su cuenta de ${tenant}, hasta ahora sin éxito.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Su cuenta en ${tenant} se desactivará`,
      lead: ({ tenant, until }) =>
        `Hace mucho tiempo que no inicia sesión en ${tenant}. Su cuenta se desactivará. No antes del: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Hace mucho tiempo que no inicia sesión en ${tenant}. Su cuenta se desactivará. Inicie sesión para conservarla.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Su cuenta en ${tenant} se eliminará`,
      lead: ({ tenant, until }) =>
        `Hace mucho tiempo que no inicia sesión en ${tenant}. Su cuenta se eliminará con todos sus datos. No antes del: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Hace mucho tiempo que no inicia sesión en ${tenant}. Su cuenta se eliminará. Inicie sesión para conservarla.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Su cuenta en ${tenant} se ha vinculado con otra`,
      lead: ({ tenant }) =>
        `A partir de ahora, desde otra cuenta con sesión iniciada se puede cambiar a su cuenta en ${tenant}.`,
      notes: [() => 'Si cierra todas las sesiones, el vínculo termina.', notYou],
      sms: ({ tenant }) =>
        `Su cuenta en ${tenant} se ha vinculado con otra cuenta. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Se ha eliminado una forma de iniciar sesión en ${tenant}`,
      lead: ({ tenant }) => `Una cuenta en un proveedor de identidad ya no abre su cuenta en ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Una cuenta en un proveedor de identidad ya no abre su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Se ha modificado su cuenta en ${tenant}`,
      lead: ({ tenant }) => `Se ha modificado una dirección o la contraseña de su cuenta en ${tenant}.`,
      notes: [({ tenant }) => `Si no sabe por qué, avise a ${tenant} de inmediato.`],
      sms: ({ tenant }) =>
        `Se ha modificado una dirección o la contraseña de su cuenta en ${tenant}. ¿No sabe por qué? Avíseles.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Un administrador ha abierto su cuenta en ${tenant}`,
      lead: ({ tenant }) =>
        `Un administrador de ${tenant} ha abierto su cuenta para ver lo que usted ve. No puede cambiar su contraseña, sus direcciones ni sus segundos factores.`,
      notes: [({ tenant }) => `Si no sabe por qué, pregunte a ${tenant}.`],
      sms: ({ tenant }) => `Un administrador de ${tenant} ha abierto su cuenta. ¿No sabe por qué? Pregúnteles.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Un administrador ha creado un enlace de recuperación de su cuenta en ${tenant}`,
      lead: ({ tenant }) =>
        `Un administrador de ${tenant} ha creado un enlace con el que se configura una nueva clave de acceso o una nueva contraseña para su cuenta. Se le entrega en persona.`,
      notes: [({ tenant }) => `Si no lo ha pedido, avise a ${tenant} de inmediato.`],
      sms: ({ tenant }) =>
        `Un administrador de ${tenant} ha creado un enlace de recuperación de su cuenta. ¿No lo ha pedido? Avíseles de inmediato.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Nueva clave de API para su cuenta en ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `Hay una nueva clave de API para su cuenta en ${tenant}: «${key}». Válida hasta: ${until}.`,
      notes: [() => 'Con ella, un programa actúa por usted. Puede revocarla en su cuenta, en «Claves de API».', notYou],
      sms: ({ tenant }) =>
        `Hay una nueva clave de API para su cuenta en ${tenant}. ¿No ha sido usted? Restablezca su contraseña.`,
    },
    tenants: {
      subject: ({ app }) => `Sus organizaciones en ${app}`,
      lead: ({ app }) =>
        `Ha preguntado dónde iniciar sesión en ${app}. Su dirección tiene una cuenta en cada una de estas organizaciones:`,
      notes: [
        ({ more }) => (more ? `Hay ${more} más. Si falta alguna, pídale su enlace.` : ''),
        () =>
          'Si no lo ha pedido, puede ignorar este mensaje. No ha cambiado nada, y la lista se le ha enviado solo a usted.',
      ],
      sms: ({ app }) => `Las páginas de acceso de sus organizaciones en ${app}:`,
    },
  },
};
