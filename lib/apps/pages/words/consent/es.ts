// The texts of the consent page in Spanish.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: '¿Permitir el acceso de {host}?',
  continueTitle: '¿Continuar a {name}?',
  unproven: 'La aplicación se llama a sí misma «{name}». Este servicio no ha comprobado el nombre.',
  unregistered: 'Esta aplicación no está registrada aquí. Solo se conoce su dirección, {host}.',
  anyProgram:
    'Esta aplicación no está registrada aquí. Cualquier programa de este dispositivo puede hacerse pasar por {host}.',
  asksFor: 'Solicita:',
  'scope-openid': 'Quién es usted: el identificador de su cuenta y de su organización',
  'scope-profile': 'Su nombre, idioma y otros datos de su perfil',
  'scope-email': 'Su dirección de correo electrónico',
  'scope-phone': 'Su número de teléfono',
  'scope-offline_access': 'Acceso mientras usted no está, hasta que lo retire',
  'scope-account': 'Acceso completo a su cuenta, en su nombre',
  goesTo: 'Su navegador irá después a {host}.',
  goesToDevice:
    'Su navegador abrirá después un programa de este dispositivo ({host}). Continúe solo si usted mismo inició este acceso.',
  allow: 'Permitir',
};
