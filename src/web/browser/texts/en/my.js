/** The pages of a pilot. */
export const my = {
  'my.menu': 'Pages of a pilot',
  'my.home': 'My pages',
  'my.signed-in': 'Signed in:',
  'my.sign-in': 'Sign in',
  'my.sign-in-with': 'With the login of the crew center, as in your client.',
  'my.login': 'E-mail or pilot number',
  'my.password': 'Password',
  'my.back': 'Back to my pages',
  'refused.title': 'Not possible now',
  'refused.wrong-login':
    'Wrong login or password. After many failed attempts, wait a few minutes: until then the correct password is rejected too.',
  'refused.login-throttled': 'Too many failed attempts. Try again in {seconds} s.',
  'refused.password-login-disabled':
    'This crew center has switched off login by password. Enter your API key in its place.',
  'refused.pilot-not-allowed': 'Your account at the crew center is not active. Ask the staff.',
  'refused.module-disabled': 'The crew center has switched the tracker off. Ask the staff.',
  'refused.crew-center-unavailable':
    'The crew center cannot be reached at the moment. Nothing is lost: your flights are recorded, and delivered later. Try again in a moment.',
  'refused.no-session': 'You are not signed in any more. Sign in again.',
  'refused.too-many-requests': 'Too many requests. Try again in a moment.',
  'refused.server-busy': 'The server is busy. Try again in a moment.',
  'refused.forbidden': 'This form has expired. Reload the page and try again.',
};
