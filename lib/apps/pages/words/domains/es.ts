// The texts of the domains of an organization in Spanish.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Demuestre con un registro DNS que un dominio es suyo. Las personas con una dirección en él encuentran así esta organización.',
  noDomains: 'Aún no hay dominios. Añada el de sus direcciones de correo.',
  addDomain: 'Añadir un dominio',
  domainName: 'Dominio',
  domainHint: 'Por ejemplo, example.com. Un subdominio es un dominio aparte.',
  domainAdded: 'Se ha añadido {name}. Cree su registro DNS y luego compruébelo.',
  domainPending: 'A la espera del registro',
  domainVerified: 'Verificado',
  domainLost: 'Perdido',
  domainLostLead: 'Este dominio estaba verificado y ya no lo está. Cree el registro de nuevo: su valor ha cambiado.',
  recordLead: 'Cree este registro TXT donde se gestiona el DNS del dominio.',
  recordWait: 'La primera semana también lo buscamos cada hora.',
  recordName: 'Nombre del registro TXT',
  recordValue: 'Valor del registro TXT',
  recordShow: 'Registro DNS',
  recordKeep: 'Déjelo donde está: lo buscamos cada día.',
  checkNow: 'Comprobar ahora',
  checkedFound: 'Comprobado el {at}: el registro está.',
  checkedMissing:
    'Comprobado el {at}: el registro no está. Un registro nuevo puede tardar hasta una hora en aparecer. Compare el nombre y el valor: algunos proveedores añaden ellos mismos el dominio al nombre. Luego vuelva a comprobarlo.',
  checkedUnreachable:
    'Comprobado el {at}: los servidores de nombres del dominio no dieron una respuesta utilizable. Inténtelo más tarde o pregunte a quien los gestiona.',
  domainIsVerified: '{name} está verificado.',
  domainFailing: 'Comprobaciones diarias seguidas sin el registro: {count}. Con la séptima, el dominio se pierde.',
  joinTitle: 'Cómo se incorporan las personas',
  joinAsAny: 'Como todos los demás',
  joinRole: 'Se registran y reciben el rol {name}',
  joinRoleOther: 'Se registran y reciben un rol',
  joinSso: 'Acceden con {name}',
  joinRequest: 'Lo piden, y una persona decide',
  joinSignUpOpen:
    'El registro está abierto, así que no hace falta pedirlo. Un administrador del servicio puede cerrarlo.',
  joinLead:
    'Para personas con una dirección de {name} que no tienen cuenta aquí. Las cuentas existentes quedan como están.',
  joinHint:
    'Vale mientras el dominio esté verificado. Para un rol, el registro de cuentas debe estar abierto; un proveedor debe estar activado.',
  joinSaved: 'Se ha guardado la elección para {name}.',
  joinGone: 'Esta opción ya no existe. Elija otra.',
  domainRemove: 'Quitar…',
  domainRemoveTitle: '¿Quitar {name}?',
  domainRemoveLead:
    'Las personas con una dirección en él se incorporan de nuevo como todos. Las cuentas existentes quedan como están.',
  domainRemoved: 'Se ha quitado {name}.',
  domainGone: '{name} se ha cambiado o quitado entretanto.',
  domainRefused: 'Ninguna organización puede tener este dominio: cualquiera obtiene buzones o nombres en él.',
  domainTaken: 'Este dominio ya está en la lista.',
  domainLimit: 'Hay veinte dominios. Quite uno primero.',
  domainWrong: 'Introduzca un dominio como example.com.',
};
