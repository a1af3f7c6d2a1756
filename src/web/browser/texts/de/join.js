/** Registration and passwords of pilots, in German. */
export const join = {
  'join.title': 'Pilot werden',
  'join.about': 'Registrieren Sie sich als Pilot von {airline}.',
  'join.about-application': 'Bewerben Sie sich als Pilot von {airline}.',
  'join.then-mail': 'Sie erhalten eine E-Mail mit einem Link, der zeigt, dass die Adresse Ihnen gehört.',
  'join.then-staff': 'Das Team sieht sie an und schaltet Ihr Konto frei.',
  'join.then-now': 'Sie können sofort fliegen.',
  'join.by-invitation':
    'Diese Airline nimmt Piloten auf Einladung auf. Öffnen Sie den Link, den Sie vom Team erhalten haben.',
  'join.closed': 'Diese Airline nimmt zurzeit keine neuen Piloten auf.',
  'join.name': 'Name',
  'join.email': 'E-Mail',
  'join.about-email': 'Damit melden Sie sich an. Besucher sehen sie nicht.',
  'join.airline': 'Airline',
  'join.home': 'Heimatflughafen',
  'join.about-home': 'ICAO-Code, zum Beispiel LSZH. Darf leer bleiben.',
  'join.password': 'Passwort',
  'join.about-password': 'Mindestens {min} Zeichen. Einige Wörter merkt man sich leichter als Sonderzeichen.',
  'join.again': 'Passwort wiederholen',
  'join.register': 'Registrieren',
  'join.apply': 'Bewerbung senden',
  'join.bad-name': 'Geben Sie einen Namen mit höchstens {max} Zeichen ein.',
  'join.bad-email': 'Geben Sie eine E-Mail-Adresse ein.',
  'join.bad-home': 'Den Flughafen {code} gibt es hier nicht. Geben Sie seinen ICAO-Code ein oder nichts.',
  'join.bad-airline': 'Diese Airline nimmt zurzeit keine Piloten auf.',
  'join.other-questions':
    'Die Airline hat ihre Fragen inzwischen geändert. Sehen Sie sie sich noch einmal an, und senden Sie das Formular noch einmal.',
  'join.bad-answer': 'Geben Sie eine Antwort mit höchstens {max} Zeichen ein.',
  'join.bad-password': 'Geben Sie mindestens {min} Zeichen und höchstens {max} Byte ein.',
  'join.bad-again': 'Die beiden Passwörter sind nicht gleich.',
  'join.bad-invitation':
    'Diese Einladung ist aufgebraucht oder abgelaufen. Bitten Sie das Team der Airline um eine neue.',
  'join.too-many': {
    one: 'Zu viele Anfragen. Versuchen Sie es in einer Minute wieder.',
    other: 'Zu viele Anfragen. Versuchen Sie es in {count} Minuten wieder.',
  },
  'join.thanks': 'Vielen Dank',
  'join.next-mail':
    'Sie erhalten eine E-Mail an die Adresse, die Sie eingegeben haben. Öffnen Sie den Link darin innerhalb einer Stunde.',
  'join.next-staff':
    'Das Team der Airline hat Ihre Registrierung. Sie können sich anmelden, sobald es sie angenommen hat.',
  'join.next-now':
    'Sie können sich mit Ihrer E-Mail und Ihrem Passwort anmelden. Falls Sie schon ein Konto hatten, ist es unverändert, mit dem alten Passwort.',
  'join.confirm': 'Adresse bestätigen',
  'join.about-confirm': 'Bestätigen Sie mit der Schaltfläche, dass diese E-Mail Sie erreicht hat.',
  'join.link-ended':
    'Dieser Link wurde schon benutzt oder ist älter als eine Stunde. Registrieren Sie sich noch einmal.',
  'join.welcome': 'Willkommen',
  'join.is-pilot': 'Sie sind Pilot {ident}. Melden Sie sich mit Ihrer E-Mail oder {ident} und Ihrem Passwort an.',
  'password.forgotten': 'Passwort vergessen',
  'password.about':
    'Geben Sie Ihre E-Mail oder Ihre Pilotennummer ein. Sie erhalten eine E-Mail mit einem Link, mit dem Sie ein neues Passwort setzen.',
  'password.ask-staff':
    'Fragen Sie das Team der Airline: Es kann Ihnen einen Link geben, mit dem Sie ein neues Passwort setzen.',
  'password.login': 'E-Mail oder Pilotennummer',
  'password.send': 'E-Mail senden',
  'password.sent':
    'Falls es diesen Piloten gibt, ist eine E-Mail unterwegs. Öffnen Sie den Link darin innerhalb einer Stunde.',
  'password.set': 'Neues Passwort setzen',
  'password.for': 'Für Pilot {ident}. Angemeldete Programme und Browser müssen sich neu anmelden.',
  'password.link-ended': 'Dieser Link wurde schon benutzt oder ist älter als eine Stunde.',
  'password.done': 'Das neue Passwort ist gesetzt. Melden Sie sich damit an.',
  'letter.confirm-subject': 'Bestätigen Sie Ihre Registrierung bei {airline}',
  'letter.confirm-text':
    'Jemand hat sich mit dieser Adresse bei {airline} registriert. Wenn Sie es waren, öffnen Sie diesen Link innerhalb einer Stunde:\n\n{link}\n\nWenn nicht, tun Sie nichts: Ohne den Link geschieht nichts.\n',
  'letter.known-subject': 'Ihre Registrierung bei {airline}',
  'letter.known-text':
    'Jemand hat sich mit dieser Adresse bei {airline} registriert; sie gehört aber schon einem Piloten. Ihr Konto ist unverändert. Falls Sie Ihr Passwort vergessen haben, setzen Sie ein neues:\n\n{link}\n',
  'letter.reset-subject': 'Neues Passwort bei {airline} setzen',
  'letter.reset-text':
    'Jemand hat für Ihr Konto bei {airline} ein neues Passwort verlangt. Wenn Sie es waren, öffnen Sie diesen Link innerhalb einer Stunde:\n\n{link}\n\nWenn nicht, tun Sie nichts: Ihr Passwort bleibt.\n',
  'letter.staff-subject': 'Ihr Konto für das Personal von {airline}',
  'letter.staff-text':
    'Sie dürfen die Seiten für das Personal von {airline} als {name} benutzen. Setzen Sie innerhalb von {hours} Stunden Ihr Passwort:\n\n{link}\n\nDer Link gilt einmal.\n',
  'letter.accepted-subject': 'Willkommen bei {airline}',
  'letter.accepted-text':
    'Sie sind Pilot {ident} von {airline}. Melden Sie sich mit dieser Adresse oder {ident} und dem Passwort an, das Sie gewählt haben:\n\n{link}\n',
  'letter.refused-subject': 'Ihre Bewerbung bei {airline}',
  'letter.refused-text': '{airline} hat Ihre Bewerbung nicht angenommen:\n\n{reason}\n\n{link}\n',
};
