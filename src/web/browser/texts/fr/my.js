/** The pages of a pilot in French. */
export const my = {
  'my.menu': 'Pages des pilotes',
  'my.home': 'Mes pages',
  'my.signed-in': 'Connecté :',
  'my.sign-in': 'Se connecter',
  'my.sign-in-with': 'Avec les identifiants du centre d’équipage, comme dans votre client.',
  'my.login': 'E-mail ou numéro de pilote',
  'my.password': 'Mot de passe',
  'my.back': 'Retour à mes pages',
  'refused.title': 'Impossible pour le moment',
  'refused.wrong-login':
    'Identifiant ou mot de passe incorrect. Après de nombreux échecs, attendez quelques minutes : d’ici là, même le bon mot de passe est refusé.',
  'refused.login-throttled': 'Trop d’échecs. Réessayez dans {seconds} s.',
  'refused.password-login-disabled':
    'Ce centre d’équipage a désactivé la connexion par mot de passe. Saisissez votre clé API à la place.',
  'refused.pilot-not-allowed': 'Votre compte au centre d’équipage n’est pas actif. Adressez-vous au personnel.',
  'refused.module-disabled': 'Le centre d’équipage a désactivé le suivi. Adressez-vous au personnel.',
  'refused.crew-center-unavailable':
    'Le centre d’équipage est injoignable pour le moment. Rien n’est perdu : vos vols sont enregistrés et seront transmis plus tard. Réessayez dans un instant.',
  'refused.no-session': 'Vous n’êtes plus connecté. Reconnectez-vous.',
  'refused.too-many-requests': 'Trop de requêtes. Réessayez dans un instant.',
  'refused.server-busy': 'Le serveur est occupé. Réessayez dans un instant.',
  'refused.forbidden': 'Ce formulaire a expiré. Rechargez la page et réessayez.',
};
