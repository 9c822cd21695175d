// The texts of requests to join in Spanish.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Pedir unirse a {name}',
  joinLead: 'Algunas organizaciones aceptan solicitudes de personas con una dirección de su dominio.',
  joinSend: 'Enviar el enlace',
  joinSent:
    'Si las personas con la dirección {identifier} pueden pedirlo, hay un mensaje con un enlace en camino. El enlace vale un día.',
  joinClosed: 'Con esta dirección no se puede pedir. Pida una invitación a una persona de la organización.',
  joinAsk: 'Enviar la solicitud',
  joinAskLead: 'Las personas que gestionan {name} ven su dirección y deciden.',
  joinOpen: 'Su solicitud está enviada',
  joinOpenLead:
    'Deciden las personas que gestionan {name}. Recibirá una invitación o un rechazo. Sin decisión, puede volver a pedirlo después del {at}.',
  joinAccepted: 'Está invitado',
  joinAcceptedLead: 'Siga el enlace de su invitación para elegir una contraseña.',
  joinRefused: 'Su solicitud no ha sido aceptada',
  joinRefusedLead: 'Puede volver a pedirlo después del {at}.',
  joinOver: 'Este enlace no funciona',
  joinOverLead: 'Ha caducado, o {name} ya no acepta solicitudes. Puede volver a pedirlo en la página de acceso.',
  joinHave: 'Ya tiene una cuenta',
  joinHaveLead: 'Hay una cuenta con su dirección en {name}. Acceda con ella.',
  requestsLead:
    'Personas con una dirección de un dominio verificado que piden unirse. Cada una ha probado su dirección.',
  noRequests: 'No hay solicitudes abiertas.',
  askedAt: 'pedido el {at}',
  waitsUntil: 'espera hasta el {at}',
  accept: 'Aceptar…',
  acceptTitle: '¿Aceptar a {name}?',
  acceptLead: 'Recibe una invitación y pasa a ser miembro cuando sigue el enlace.',
  refuse: 'Rechazar…',
  refuseTitle: '¿Rechazar a {name}?',
  refuseLead: 'Recibe un mensaje y puede volver a pedirlo 30 días después de su solicitud.',
  refuseNow: 'Rechazar',
  refusedNow: '{name}: solicitud rechazada.',
  requestGone: 'Esta solicitud ya está cerrada, o el dominio ya no es suyo.',
};
