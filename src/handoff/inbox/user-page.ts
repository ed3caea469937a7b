import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { createRateLimiter } from '../../lib/rate-limiter.ts';
import type { UserPage } from '../human-session.ts';
import { findLiveHumanSession, lockHumanSessions } from '../human-session-store.ts';
import { maxPageUrlLength } from '../page-limits.ts';
import type { UpdateSession } from '../update-session.ts';

const changesPerMinute = 30;

/**
 * The address without user name, password, query and fragment. These often contain secrets, such as the token of a link in an
 * e-mail, and operators need only the page.
 */
const cleanUrl = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw new AppError('invalidParameter', 'url: must be an absolute URL with http or https');
  const { origin, pathname } = parsed;
  // Letters outside of ASCII become longer.
  return origin.length + pathname.length > maxPageUrlLength ? `${origin}/` : origin + pathname;
};

interface UserPageDependencies {
  db: Database;
  clock: Clock;
  update: UpdateSession;
}

/** Stores on which page the user of an inbox session is. Without such a session nothing is stored. */
export const createSetUserPage = ({ db, clock, update }: UserPageDependencies) => {
  const limiter = createRateLimiter(clock);
  return async (conversationId: string, { url, title }: UserPage): Promise<void> => {
    const page = { page_url: cleanUrl(url), page_title: title.replace(/\s+/g, ' ').trim() };
    const waitMs = await limiter.take(conversationId, changesPerMinute);
    if (waitMs > 0)
      throw new AppError('rateLimited', `Too many pages: at most ${changesPerMinute} a minute`, {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    await db.transaction(async (tx) => {
      await lockHumanSessions(tx, conversationId);
      const session = await findLiveHumanSession(tx, conversationId);
      if (session?.backend !== 'inbox') return;
      if (session.page_url === page.page_url && session.page_title === page.page_title) return;
      await update(tx, session, page);
    });
  };
};
