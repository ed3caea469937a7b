import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { ConfirmDialog } from './confirm-identity.tsx';

const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'recent-sign-in-required';

/** Closed without an answer: the change was not made, and nothing went wrong. */
export class NotConfirmedError extends Error {
  override readonly name = 'NotConfirmedError';
  constructor() {
    super('Not changed: you did not confirm that it is you');
  }
}

/**
 * Calls that need a recent sign-in: when the service asks for one, the person confirms who they are and the call is made
 * again. `dialog` has to be drawn.
 */
export const useConfirmed = (): {
  confirmed<Result>(call: () => Promise<Result>): Promise<Result>;
  dialog: ReactNode;
} => {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<PromiseWithResolvers<void>>(undefined);

  const confirmed = useCallback(async <Result,>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
    }
    waiting.current = Promise.withResolvers<void>();
    setIsOpen(true);
    await waiting.current.promise;
    return call();
  }, []);

  const dialog = (
    <ConfirmDialog
      opened={isOpen}
      onClose={() => {
        setIsOpen(false);
        waiting.current?.reject(new NotConfirmedError());
      }}
      onConfirmed={() => {
        setIsOpen(false);
        waiting.current?.resolve();
      }}
    />
  );
  return { confirmed, dialog };
};
