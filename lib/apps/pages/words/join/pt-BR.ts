// The texts of requests to join in Brazilian Portuguese.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Pedir para entrar em {name}',
  joinLead: 'Algumas organizações aceitam pedidos de pessoas com um endereço do domínio delas.',
  joinSend: 'Enviar o link',
  joinSent:
    'Se pessoas com o endereço {identifier} podem pedir, uma mensagem com um link está a caminho. O link vale por um dia.',
  joinClosed: 'Com este endereço não é possível pedir. Peça um convite a uma pessoa da organização.',
  joinAsk: 'Enviar o pedido',
  joinAskLead: 'Quem gerencia {name} vê seu endereço e decide.',
  joinOpen: 'Seu pedido foi enviado',
  joinOpenLead:
    'Quem gerencia {name} decide. Você receberá um convite ou uma recusa. Sem decisão, você pode pedir de novo depois de {at}.',
  joinAccepted: 'Você tem um convite',
  joinAcceptedLead: 'Siga o link do convite para definir uma senha.',
  joinRefused: 'Seu pedido não foi aceito',
  joinRefusedLead: 'Você pode pedir de novo depois de {at}.',
  joinOver: 'Este link não funciona',
  joinOverLead: 'Ele expirou, ou {name} não aceita mais pedidos. Você pode pedir de novo na página de acesso.',
  joinHave: 'Você já tem uma conta',
  joinHaveLead: 'Há uma conta com seu endereço em {name}. Entre com ela.',
  requestsLead:
    'Pessoas com um endereço de um domínio verificado que pedem para entrar. Cada uma comprovou seu endereço.',
  noRequests: 'Nenhum pedido aberto.',
  askedAt: 'pedido em {at}',
  waitsUntil: 'espera até {at}',
  accept: 'Aceitar…',
  acceptTitle: 'Aceitar {name}?',
  acceptLead: 'A pessoa recebe um convite e passa a ser membro quando segue o link.',
  refuse: 'Recusar…',
  refuseTitle: 'Recusar {name}?',
  refuseLead: 'A pessoa recebe uma mensagem e pode pedir de novo 30 dias depois do pedido.',
  refuseNow: 'Recusar',
  refusedNow: '{name}: pedido recusado.',
  requestGone: 'Este pedido já foi encerrado, ou o domínio não é mais seu.',
};
