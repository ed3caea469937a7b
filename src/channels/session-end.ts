interface EndedSession {
  close_reason: string | null;
  has_replied: number;
}

/**
 * Why a session ended, as pages get it. UNANSWERED and LEFT: nobody replied, so there was no conversation with a person. The
 * others are the reasons of the session.
 */
export const shownEnd = ({ close_reason, has_replied }: EndedSession): string => {
  if (has_replied === 1 || close_reason === null || close_reason === 'UNREACHABLE') return close_reason ?? '';
  return close_reason === 'USER_CLOSED' ? 'LEFT' : 'UNANSWERED';
};

export interface SurveyOfSession {
  survey_until: number | null;
  rating: number | null;
  rating_comment: string | null;
}

export interface ShownSurvey {
  survey?: { rating: number | null; comment: string };
}

/** What the page asks about a session that ended. Nothing if it may not be rated any more. */
export const shownSurvey = (
  { survey_until, rating, rating_comment }: SurveyOfSession,
  nowMs: number,
): ShownSurvey =>
  survey_until !== null && nowMs <= survey_until ? { survey: { rating, comment: rating_comment ?? '' } } : {};
