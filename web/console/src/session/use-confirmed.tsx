import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { t } from '../messages/translate.ts';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';

const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'recent-sign-in-required';

/** The operator closed the dialog; the change was not made. */
export class NotConfirmedError extends Error {
  override readonly name = 'NotConfirmedError';
  constructor() {
    super(t('session.confirm.cancelled'));
  }
}

/**
 * For calls that need a recent sign-in. If the service requires one, the operator confirms their identity and the call
 * is repeated. The component must render `dialog`.
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
    <ConfirmIdentityDialog
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
