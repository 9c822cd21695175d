// French.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `Il est valable ${valid} et ne sert qu'une fois.`;
const secret: Text = ({ tenant }) => `Ne donnez ce code à personne. Personne chez ${tenant} ne vous le demandera.`;
const unasked: Text = () => "Si vous ne l'avez pas demandé, vous pouvez ignorer ce message.";
const notYou: Text = ({ tenant }) =>
  `Si ce n'était pas vous, réinitialisez votre mot de passe immédiatement et prévenez ${tenant}.`;
const invited: readonly Text[] = [
  ({ valid }) => `Le lien est valable ${valid} et ne sert qu'une fois.`,
  () => "Si vous n'attendez pas cette invitation, vous pouvez ignorer ce message.",
];

const keep: Text = () => 'Pour le conserver, connectez-vous avant ce jour. Il n’y a rien d’autre à faire.';

export const fr: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Vérifier cette adresse',
    accept: 'Choisir un mot de passe',
    reset: 'Choisir un nouveau mot de passe',
    join: 'Demander à rejoindre',
  },
  footer: ({ tenant, app }) => `Envoyé par ${app} pour ${tenant}. Les réponses ne sont pas lues.`,
  ownFooter: ({ app }) => `Envoyé par ${app}. Les réponses ne sont pas lues.`,
  adminNotice: ({ tenant }) =>
    `Si vous ne savez pas pourquoi, changez maintenant votre mot de passe et prévenez un propriétaire de ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Votre code de vérification pour ${tenant}`,
      lead: ({ tenant }) => `Ce code sert à vérifier votre adresse e-mail chez ${tenant} :`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Vérifiez votre adresse e-mail chez ${tenant}. Code valable ${valid} :`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Votre code de vérification pour ${tenant}`,
      lead: ({ tenant }) => `Ce code sert à vérifier votre numéro de téléphone chez ${tenant} :`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Vérifiez votre numéro de téléphone chez ${tenant}. Code valable ${valid} :`,
    },
    login: {
      subject: ({ tenant }) => `Votre code de connexion à ${tenant}`,
      lead: ({ tenant }) => `Ce code vous connecte à ${tenant} :`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Connexion à ${tenant}. Ne partagez pas ce code, valable ${valid} :`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Votre code pour finaliser la connexion à ${tenant}`,
      lead: ({ tenant }) => `Ce code sert à finaliser votre connexion à ${tenant} :`,
      notes: [
        valid,
        secret,
        () =>
          "Si vous n'avez pas essayé de vous connecter, quelqu'un d'autre connaît peut-être votre mot de passe : changez-le immédiatement.",
      ],
      sms: ({ tenant, valid }) => `Finalisez votre connexion à ${tenant}. Ne partagez pas ce code, valable ${valid} :`,
    },
    reset: {
      subject: ({ tenant }) => `Nouveau mot de passe pour ${tenant}`,
      lead: ({ tenant }) => `Ce code sert à choisir un nouveau mot de passe pour ${tenant} :`,
      notes: [
        valid,
        secret,
        () => "Si vous ne l'avez pas demandé, ignorez ce message : votre mot de passe reste inchangé.",
      ],
      sms: ({ tenant, valid }) => `Nouveau mot de passe pour ${tenant}. Ne partagez pas ce code, valable ${valid} :`,
    },
    invitation: {
      subject: ({ tenant }) => `Invitation à rejoindre ${tenant}`,
      lead: ({ tenant }) => `Un compte vous attend chez ${tenant}. Choisissez un mot de passe pour l'utiliser :`,
      notes: invited,
      sms: ({ tenant, valid }) =>
        `Invitation à rejoindre ${tenant}. Choisissez un mot de passe, lien valable ${valid} :`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Invitation à administrer ${tenant}`,
      lead: ({ tenant }) => `Vous êtes invité à administrer ${tenant}. Choisissez un mot de passe pour accepter :`,
      notes: invited,
      sms: ({ tenant, valid }) =>
        `Invitation à administrer ${tenant}. Choisissez un mot de passe, lien valable ${valid} :`,
    },
    setupLink: {
      subject: ({ tenant }) => `Configurez la connexion pour ${tenant}`,
      lead: ({ tenant, app }) =>
        `Il vous est demandé de configurer ${tenant} dans ${app}. Le lien fonctionne une seule fois. Aucun compte n’est nécessaire :`,
      notes: invited,
      sms: ({ tenant, valid }) => `Configurez ${tenant}. Le lien fonctionne une fois, valable ${valid} :`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Demander à rejoindre ${tenant}`,
      lead: ({ tenant }) =>
        `Avec ce lien, vous demandez à rejoindre ${tenant}. Les personnes qui gèrent l’organisation décident :`,
      notes: [
        ...invited.slice(0, 1),
        () => 'Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : personne ne verra de demande.',
      ],
      sms: ({ tenant }) =>
        `Avec ce lien, vous demandez à rejoindre ${tenant}. Les personnes qui gèrent l’organisation décident :`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Votre demande à ${tenant}`,
      lead: ({ tenant }) => `Votre demande de rejoindre ${tenant} n’a pas été acceptée.`,
      notes: [() => 'Si vous pensez que c’est une erreur, parlez-en à une personne sur place.'],
      sms: ({ tenant }) => `Votre demande de rejoindre ${tenant} n’a pas été acceptée.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Votre code de connexion à ${tenant}`,
      lead: ({ tenant }) => `Ce code vous connecte à ${tenant} :`,
      notes: [
        () =>
          'Trop de mots de passe erronés ont été essayés pour votre compte. Saisissez ce code avec le bon, ou demandez à un propriétaire de vous débloquer.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Connexion à ${tenant}. Ne partagez pas ce code, valable ${valid} :`,
    },
    added: {
      subject: ({ tenant }) => `Invitation à rejoindre ${tenant}`,
      lead: ({ tenant }) => `Vous êtes invité à rejoindre ${tenant}, où vous avez déjà un compte.`,
      notes: [() => "Il n'y a rien à préparer : connectez-vous comme d'habitude."],
      sms: ({ tenant }) => `Invitation à rejoindre ${tenant}. Vous avez déjà un compte : connectez-vous.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Vous avez déjà un compte chez ${tenant}`,
      lead: ({ tenant }) => `Quelqu'un a voulu s'inscrire chez ${tenant} avec votre adresse. Un compte existe déjà.`,
      notes: [
        () => "Si c'était vous, connectez-vous, ou réinitialisez votre mot de passe si vous l'avez oublié.",
        () => "Sinon, il n'y a rien à faire : personne n'a eu accès à votre compte.",
      ],
      sms: ({ tenant }) =>
        `Quelqu'un a voulu s'inscrire chez ${tenant} avec votre numéro. Vous avez déjà un compte : connectez-vous.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Votre mot de passe pour ${tenant} a été changé`,
      lead: ({ tenant }) => `Le mot de passe de votre compte chez ${tenant} a été changé.`,
      notes: [notYou],
      sms: ({ tenant }) => `Votre mot de passe pour ${tenant} a été changé. Pas vous ? Réinitialisez-le immédiatement.`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Votre mot de passe pour ${tenant} a été réinitialisé`,
      lead: ({ tenant }) =>
        `Le mot de passe de votre compte chez ${tenant} a été réinitialisé. Toutes les sessions sont terminées.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Votre mot de passe pour ${tenant} a été réinitialisé. Pas vous ? Réinitialisez-le de nouveau immédiatement.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `L'authentification à deux facteurs a été activée chez ${tenant}`,
      lead: ({ tenant }) => `L'authentification à deux facteurs a été activée pour votre compte chez ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `L'authentification à deux facteurs a été activée chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `L'authentification à deux facteurs a été désactivée chez ${tenant}`,
      lead: ({ tenant }) => `L'authentification à deux facteurs a été désactivée pour votre compte chez ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `L'authentification à deux facteurs a été désactivée chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Un authentificateur a été ajouté chez ${tenant}`,
      lead: ({ tenant }) => `Un authentificateur a été ajouté à votre compte chez ${tenant}.`,
      notes: [() => 'Désormais, la connexion demande un code. Toutes les autres sessions sont terminées.', notYou],
      sms: ({ tenant }) =>
        `Un authentificateur a été ajouté à votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Un authentificateur a été retiré chez ${tenant}`,
      lead: ({ tenant }) => `Un authentificateur a été retiré de votre compte chez ${tenant}.`,
      notes: [() => 'Si c’était le dernier, la connexion ne demande plus de code.', notYou],
      sms: ({ tenant }) =>
        `Un authentificateur a été retiré de votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Une clé d’accès a été ajoutée chez ${tenant}`,
      lead: ({ tenant }) => `Une clé d’accès a été ajoutée à votre compte chez ${tenant}.`,
      notes: [() => 'Elle permet de se connecter à votre compte.', notYou],
      sms: ({ tenant }) =>
        `Une clé d’accès a été ajoutée à votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Une clé d’accès a été retirée chez ${tenant}`,
      lead: ({ tenant }) => `Une clé d’accès a été retirée de votre compte chez ${tenant}.`,
      notes: [() => 'Elle ne connecte plus. Toutes les autres sessions sont terminées.', notYou],
      sms: ({ tenant }) =>
        `Une clé d’accès a été retirée de votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `De nouveaux codes de récupération ont été générés pour ${tenant}`,
      lead: ({ tenant }) =>
        `De nouveaux codes de récupération ont été générés pour votre compte chez ${tenant}. Les anciens ne sont plus valables.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Nouveaux codes de récupération pour ${tenant}, les anciens ne sont plus valables. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `Un code de récupération a été utilisé chez ${tenant}`,
      lead: ({ tenant }) => `Un code de récupération de votre compte chez ${tenant} a été utilisé.`,
      notes: [() => "Chaque code ne sert qu'une fois. Générez-en de nouveaux avant de les avoir épuisés.", notYou],
      sms: ({ tenant }) =>
        `Un code de récupération a été utilisé chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Un moyen de connexion a été ajouté chez ${tenant}`,
      lead: ({ tenant }) =>
        `Désormais, un compte chez un fournisseur d’identité ouvre aussi votre compte chez ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Un compte chez un fournisseur d’identité ouvre maintenant aussi votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Tentatives de connexion erronées à ${tenant}`,
      lead: ({ tenant }) => `Quelqu’un a essayé d’entrer dans votre compte chez ${tenant}, sans succès jusqu’ici.`,
      notes: [
        () => 'Si c’était vous, il n’y a rien à faire : réinitialisez votre mot de passe si vous l’avez oublié.',
        () => 'Sinon, n’utilisez pas ce mot de passe ailleurs et activez la double authentification.',
      ],
      sms: ({ tenant }) => `Quelqu’un a essayé d’entrer dans votre compte chez ${tenant}, sans succès jusqu’ici.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Votre compte chez ${tenant} va être désactivé`,
      lead: ({ tenant, until }) =>
        `Vous ne vous êtes pas connecté à ${tenant} depuis longtemps. Votre compte va être désactivé. Au plus tôt le : ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Vous ne vous êtes pas connecté à ${tenant} depuis longtemps. Votre compte va être désactivé. Connectez-vous pour le conserver.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Votre compte chez ${tenant} va être supprimé`,
      lead: ({ tenant, until }) =>
        `Vous ne vous êtes pas connecté à ${tenant} depuis longtemps. Votre compte va être supprimé avec toutes ses données. Au plus tôt le : ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Vous ne vous êtes pas connecté à ${tenant} depuis longtemps. Votre compte va être supprimé. Connectez-vous pour le conserver.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Votre compte chez ${tenant} a été lié à un autre`,
      lead: ({ tenant }) =>
        `Désormais, une personne connectée à un autre compte peut passer à votre compte chez ${tenant}.`,
      notes: [() => 'Vous déconnecter partout met fin à ce lien.', notYou],
      sms: ({ tenant }) =>
        `Votre compte chez ${tenant} a été lié à un autre compte. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Un moyen de connexion a été supprimé chez ${tenant}`,
      lead: ({ tenant }) => `Un compte chez un fournisseur d’identité n’ouvre plus votre compte chez ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Un compte chez un fournisseur d’identité n’ouvre plus votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Votre compte chez ${tenant} a été modifié`,
      lead: ({ tenant }) => `Une adresse ou le mot de passe de votre compte chez ${tenant} a été modifié.`,
      notes: [({ tenant }) => `Si vous ne savez pas pourquoi, prévenez ${tenant} immédiatement.`],
      sms: ({ tenant }) =>
        `Une adresse ou le mot de passe de votre compte chez ${tenant} a été modifié. Inattendu ? Prévenez-les.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Un administrateur a ouvert votre compte chez ${tenant}`,
      lead: ({ tenant }) =>
        `Un administrateur de ${tenant} a ouvert votre compte pour voir ce que vous voyez. Il ne peut changer ni votre mot de passe, ni vos adresses, ni vos seconds facteurs.`,
      notes: [({ tenant }) => `Si vous ne savez pas pourquoi, demandez à ${tenant}.`],
      sms: ({ tenant }) => `Un administrateur de ${tenant} a ouvert votre compte. Inattendu ? Demandez-leur.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Un administrateur a créé un lien de récupération de votre compte chez ${tenant}`,
      lead: ({ tenant }) =>
        `Un administrateur de ${tenant} a créé un lien qui permet de définir une nouvelle clé d’accès ou un nouveau mot de passe pour votre compte. Il vous est remis en personne.`,
      notes: [({ tenant }) => `Si vous ne l’avez pas demandé, prévenez ${tenant} immédiatement.`],
      sms: ({ tenant }) =>
        `Un administrateur de ${tenant} a créé un lien de récupération de votre compte. Inattendu ? Prévenez-les immédiatement.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Nouvelle clé d’API pour votre compte chez ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `Il existe une nouvelle clé d’API pour votre compte chez ${tenant} : « ${key} ». Date d’expiration : ${until}.`,
      notes: [
        () => 'Avec elle, un programme agit pour vous. Vous pouvez la révoquer dans votre compte, sous « Clés d’API ».',
        notYou,
      ],
      sms: ({ tenant }) =>
        `Il existe une nouvelle clé d’API pour votre compte chez ${tenant}. Pas vous ? Réinitialisez votre mot de passe.`,
    },
    tenants: {
      subject: ({ app }) => `Vos organisations sur ${app}`,
      lead: ({ app }) =>
        `Vous avez demandé où vous connecter sur ${app}. Votre adresse correspond à un compte dans chacune de ces organisations :`,
      notes: [
        ({ more }) => (more ? `Autres organisations : ${more}. S'il en manque une, demandez-lui son lien.` : ''),
        () =>
          "Si vous n'avez rien demandé, vous pouvez ignorer ce message. Rien n'a changé, et la liste n'a été envoyée qu'à vous.",
      ],
      sms: ({ app }) => `Les pages de connexion de vos organisations sur ${app} :`,
    },
  },
};
