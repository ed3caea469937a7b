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
