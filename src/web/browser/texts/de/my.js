/** The pages of a pilot in German. */
export const my = {
  'my.menu': 'Seiten für Piloten',
  'my.home': 'Meine Seiten',
  'my.signed-in': 'Angemeldet:',
  'my.sign-in': 'Anmelden',
  'my.sign-in-with': 'Mit der Anmeldung des Crew-Centers, wie in deinem Client.',
  'my.login': 'E-Mail oder Pilotennummer',
  'my.password': 'Passwort',
  'my.back': 'Zurück zu meinen Seiten',
  'refused.title': 'Im Moment nicht möglich',
  'refused.wrong-login':
    'Anmeldung oder Passwort ist falsch. Warte nach vielen Fehlversuchen einige Minuten: So lange wird auch das richtige Passwort abgelehnt.',
  'refused.login-throttled': 'Zu viele Fehlversuche. Versuche es in {seconds} s noch einmal.',
  'refused.password-login-disabled':
    'Dieses Crew-Center hat die Anmeldung mit Passwort abgeschaltet. Gib stattdessen deinen API-Schlüssel ein.',
  'refused.pilot-not-allowed': 'Dein Konto im Crew-Center ist nicht aktiv. Frage das Personal.',
  'refused.module-disabled': 'Das Crew-Center hat den Tracker abgeschaltet. Frage das Personal.',
  'refused.crew-center-unavailable':
    'Das Crew-Center ist im Moment nicht erreichbar. Nichts geht verloren: Deine Flüge werden aufgezeichnet und später übergeben. Versuche es gleich noch einmal.',
  'refused.no-session': 'Du bist nicht mehr angemeldet. Melde dich neu an.',
  'refused.too-many-requests': 'Zu viele Anfragen. Versuche es gleich noch einmal.',
  'refused.server-busy': 'Der Server ist ausgelastet. Versuche es gleich noch einmal.',
  'refused.forbidden': 'Dieses Formular ist abgelaufen. Lade die Seite neu und versuche es noch einmal.',
};
