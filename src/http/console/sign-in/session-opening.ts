import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { OperatorSessionHolder, OperatorSessionOrigin, SignInFacts } from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { RecordChange } from '../../route.ts';
import { browserCookie, readBrowserCookie, sessionCookie } from '../access/session-cookie.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Time, toTime } from '../wire/wire-schemas.ts';
import { isSecureRequest } from './public-origin.ts';
import { createDescribeSession, Session } from './session-view.ts';

export const OpenedSession = Type.Object({ session: Session, expiresAt: Time });

type OpeningDependencies = Pick<
  RouteDependencies,
  'db' | 'operators' | 'sessions' | 'workspaces' | 'write' | 'publicUrl'
>;

/** Arguments of a handler. */
export interface SignInCall {
  request: FastifyRequest;
  reply: FastifyReply;
  record: RecordChange<'session.open'>;
}

export const originOf = (
  request: FastifyRequest,
  { method, secondFactor }: SignInFacts,
): OperatorSessionOrigin => ({
  method,
  secondFactor,
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

/** The last step of every sign-in method: creates the session, its audit entry and its cookie. */
export const createSessionOpening = ({
  db,
  operators,
  sessions,
  workspaces,
  write,
  publicUrl,
}: OpeningDependencies) => {
  const describe = createDescribeSession({ db, workspaces });

  /** `also` runs in the same transaction, and so does `holder` if it creates the account. */
  return async (
    { request, reply, record }: SignInCall,
    holder: OperatorSessionHolder | ((tx: Handle) => Promise<OperatorSessionHolder>),
    facts: SignInFacts,
    also: (tx: Handle) => Promise<unknown> = async () => {},
  ) => {
    const { token, expiresAtMs, operator, browser } = await write(async (tx) => {
      await also(tx);
      const who = typeof holder === 'function' ? await holder(tx) : holder;
      const opened = await sessions.open(tx, who, originOf(request, facts));
      const identified = await sessions.identifyIn(tx, opened.token);
      if (!identified) throw new AppError('unauthenticated', 'This account is disabled');
      request.operator = identified;
      await record(tx, {
        action: 'session.open',
        targetId: identified.id,
        changes: {
          method: [null, facts.method],
          ...(facts.secondFactor === null ? {} : { secondFactor: [null, facts.secondFactor] }),
        },
      });
      const known = readBrowserCookie(request.headers.cookie);
      const secret =
        identified.kind === 'person'
          ? await operators.rememberBrowser(tx, { operatorId: identified.id, browser: known })
          : undefined;
      return { ...opened, operator: identified, browser: secret };
    });
    const isSecure = isSecureRequest(request, publicUrl);
    reply.header('Set-Cookie', sessionCookie(token, isSecure));
    if (browser !== undefined) reply.header('Set-Cookie', browserCookie(browser, isSecure));
    return { session: await describe(operator), expiresAt: toTime(expiresAtMs) };
  };
};
