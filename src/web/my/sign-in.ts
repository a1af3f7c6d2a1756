import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import type { WebParts } from '../parts.ts';
import { rootOf } from '../place.ts';
import type { Views } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { pilotForm } from './my-pages.ts';
import { type Refused, refusedText } from './refused.ts';

/** As contracts take them. */
const maxLoginLength = 255;
const maxPasswordLength = 1_024;

/** Registers the form with which a pilot signs in, and the one that signs out. */
export function registerSignIn(scope: FastifyInstance, { pilots, join }: WebParts, views: Views): void {
  const show = (request: FastifyRequest, reply: FastifyReply, refused: Refused | null) => {
    if (refused?.retryAfterS != null) void reply.header('retry-after', String(refused.retryAfterS));
    return views.send(request, reply, {
      title: 'Sign in',
      titleKey: 'my.sign-in',
      view: 'my/sign-in',
      isTranslated: true,
      status: refused?.status ?? 200,
      data: {
        problem: refused?.text ?? null,
        to: targetOf(request),
        login: fieldOf(request, 'login'),
        isOurs: join !== null,
      },
    });
  };
  scope.get('/my/sign-in', (request, reply) => show(request, reply, null));
  scope.post('/my/sign-in', { config: { form: 'stranger' } }, async (request, reply) => {
    const [login, password] = [fieldOf(request, 'login'), formOf(request).get('password') ?? ''];
    try {
      requireFilled(login, password);
      await pilots.signIn(request, reply, login, password);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return show(request, reply, refusedText(error, visitorOf(request)));
    }
    return reply.redirect(rootOf(request) + targetOf(request), 303);
  });
  scope.post('/my/sign-out', pilotForm, async (request, reply) => {
    await pilots.signOut(request, reply);
    return reply.redirect(`${rootOf(request)}my/sign-in`, 303);
  });
}

/** What no account has is not asked of the crew center. @throws Refusal `wrong-login` */
function requireFilled(login: string, password: string): void {
  const isFilled = login !== '' && password !== '';
  if (!isFilled || login.length > maxLoginLength || password.length > maxPasswordLength)
    throw new Refusal('wrong-login', { message: 'Wrong login or password.' });
}

function fieldOf(request: FastifyRequest, name: string): string {
  return (formOf(request).get(name) ?? '').trim();
}

/** Where the pilot wanted to go. */
function targetOf(request: FastifyRequest): string {
  const { to } = request.query as { to?: unknown };
  return safeTarget(fieldOf(request, 'to') || (typeof to === 'string' ? to : ''));
}

/** Returns the requested path if it is one of the pilot's pages, so that sign-in cannot redirect to another site. */
export function safeTarget(to: string): string {
  return /^my(?:\/[A-Za-z0-9_-]+)*$/.test(to) ? to : 'my';
}
