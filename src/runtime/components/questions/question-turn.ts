/** Parallel branches may reach several questions in one round. Only one of them is asked; the others wait for a later round. */
export interface QuestionTurn {
  /** How long the question that was asked waits for its answer. */
  waitMinutes: number;
  /** True: the caller may ask, and nobody else. Waits while an earlier question is being answered. */
  take(): Promise<boolean>;
  /** For the question that the round answers: false if another one was asked meanwhile. */
  askAgain(): boolean;
  /** The caller has not asked after all, or its question was answered: another one may ask. */
  leave(): void;
}

/** @param isTaken whether the round answers an earlier question */
export const createQuestionTurn = (isTaken: boolean): QuestionTurn => {
  let state: 'free' | 'answering' | 'asked' = isTaken ? 'answering' : 'free';
  let queue: ((mayAsk: boolean) => void)[] = [];
  return {
    waitMinutes: 0,
    take: () => {
      if (state === 'answering') return new Promise((resolve) => queue.push(resolve));
      const mayAsk = state === 'free';
      state = 'asked';
      return Promise.resolve(mayAsk);
    },
    askAgain: () => {
      if (state === 'asked') return false;
      state = 'asked';
      for (const next of queue) next(false);
      queue = [];
      return true;
    },
    leave: () => {
      const [first, ...others] = queue;
      queue = [];
      state = first ? 'asked' : 'free';
      first?.(true);
      for (const next of others) next(false);
    },
  };
};
