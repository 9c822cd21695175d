// The texts of the domains of an organization in French.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Prouvez avec un enregistrement DNS qu’un domaine est à vous. Les personnes qui y ont une adresse trouvent alors cette organisation grâce à elle.',
  noDomains: 'Aucun domaine. Ajoutez celui de vos adresses e-mail.',
  addDomain: 'Ajouter un domaine',
  domainName: 'Domaine',
  domainHint: 'Par exemple example.com. Un sous-domaine est un domaine à part.',
  domainAdded: '{name} est ajouté. Créez son enregistrement DNS, puis vérifiez-le.',
  domainPending: 'En attente de l’enregistrement',
  domainVerified: 'Vérifié',
  domainLost: 'Perdu',
  domainLostLead: 'Ce domaine était vérifié et ne l’est plus. Recréez l’enregistrement : sa valeur a changé.',
  recordLead: 'Créez cet enregistrement TXT là où le DNS du domaine est géré.',
  recordWait: 'La première semaine, nous le cherchons aussi toutes les heures.',
  recordName: 'Nom de l’enregistrement TXT',
  recordValue: 'Valeur de l’enregistrement TXT',
  recordShow: 'Enregistrement DNS',
  recordKeep: 'Laissez-le en place : nous le cherchons chaque jour.',
  checkNow: 'Vérifier maintenant',
  checkedFound: 'Contrôle du {at} : l’enregistrement est là.',
  checkedMissing:
    'Contrôle du {at} : l’enregistrement n’est pas là. Un nouvel enregistrement peut mettre jusqu’à une heure à apparaître. Comparez le nom et la valeur : certains fournisseurs ajoutent eux-mêmes le domaine au nom. Puis vérifiez de nouveau.',
  checkedUnreachable:
    'Contrôle du {at} : les serveurs de noms du domaine n’ont pas donné de réponse utilisable. Réessayez plus tard ou demandez à la personne qui les gère.',
  domainIsVerified: '{name} est vérifié.',
  domainFailing:
    'Vérifications quotidiennes de suite sans l’enregistrement : {count}. À la septième, le domaine est perdu.',
  joinTitle: 'Comment on devient membre',
  joinAsAny: 'Comme tout le monde',
  joinRole: 'Par inscription, avec le rôle {name}',
  joinRoleOther: 'Par inscription, avec un rôle',
  joinSso: 'En se connectant avec {name}',
  joinRequest: 'Ils demandent, et une personne décide',
  joinSignUpOpen: 'L’inscription est ouverte : inutile de demander. Un administrateur du service peut la fermer.',
  joinLead:
    'Pour les personnes ayant une adresse {name} et pas de compte ici. Les comptes existants restent tels quels.',
  joinHint:
    'Cela compte tant que le domaine est vérifié. Pour un rôle, l’inscription doit être ouverte ; un fournisseur doit être activé.',
  joinSaved: 'Le choix pour {name} est enregistré.',
  joinGone: 'Ce choix n’existe plus. Choisissez-en un autre.',
  domainRemove: 'Supprimer…',
  domainRemoveTitle: 'Supprimer {name} ?',
  domainRemoveLead:
    'Les personnes qui y ont une adresse deviennent de nouveau membres comme tout le monde. Les comptes existants restent tels quels.',
  domainRemoved: '{name} a été supprimé.',
  domainGone: '{name} a été modifié ou supprimé entre-temps.',
  domainRefused: 'Aucune organisation ne peut avoir ce domaine : tout le monde y obtient des boîtes ou des noms.',
  domainTaken: 'Ce domaine est déjà dans la liste.',
  domainLimit: 'Il y a vingt domaines. Supprimez-en un d’abord.',
  domainWrong: 'Saisissez un domaine comme example.com.',
};
