// The texts of requests to join in French.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: 'Demander à rejoindre {name}',
  joinLead: 'Certaines organisations acceptent les demandes de personnes ayant une adresse de leur domaine.',
  joinSend: 'Envoyer le lien',
  joinSent:
    'Si les personnes ayant l’adresse {identifier} peuvent faire une demande, un message avec un lien est en route. Le lien est valable un jour.',
  joinClosed:
    'Cette adresse ne permet pas de faire une demande. Demandez une invitation à une personne de l’organisation.',
  joinAsk: 'Envoyer la demande',
  joinAskLead: 'Les personnes qui gèrent {name} voient votre adresse et décident.',
  joinOpen: 'Votre demande est envoyée',
  joinOpenLead:
    'Les personnes qui gèrent {name} décident. Vous recevrez une invitation ou un refus. Sans décision, vous pourrez redemander après le {at}.',
  joinAccepted: 'Vous êtes invité',
  joinAcceptedLead: 'Suivez le lien de votre invitation pour choisir un mot de passe.',
  joinRefused: 'Votre demande n’a pas été acceptée',
  joinRefusedLead: 'Vous pourrez redemander après le {at}.',
  joinOver: 'Ce lien ne fonctionne pas',
  joinOverLead:
    'Il a expiré, ou {name} n’accepte plus de demandes. Vous pouvez redemander depuis la page de connexion.',
  joinHave: 'Vous avez déjà un compte',
  joinHaveLead: 'Un compte de {name} a votre adresse. Connectez-vous avec celui-ci.',
  requestsLead:
    'Personnes ayant une adresse d’un domaine vérifié et qui demandent à rejoindre l’organisation. Chacune a prouvé son adresse.',
  noRequests: 'Aucune demande en attente.',
  askedAt: 'demandé le {at}',
  waitsUntil: 'en attente jusqu’au {at}',
  accept: 'Accepter…',
  acceptTitle: 'Accepter {name} ?',
  acceptLead: 'La personne reçoit une invitation et devient membre en suivant le lien.',
  refuse: 'Refuser…',
  refuseTitle: 'Refuser {name} ?',
  refuseLead: 'La personne reçoit un message et peut redemander 30 jours après sa demande.',
  refuseNow: 'Refuser',
  refusedNow: '{name} a été refusé.',
  requestGone: 'Cette demande est déjà traitée, ou le domaine ne vous appartient plus.',
};
