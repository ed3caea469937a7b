import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '../messages/translate.ts';
import { type ApiError, messageOf } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { signedInSignal } from './session-signal.ts';

/** Invalidates everything that was read below one of these paths. */
export const forget = (...paths: string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === 'string' && paths.some((path) => key.startsWith(path)),
  });

/** Invalidates exactly this path, for a list after one of its items was deleted. */
export const forgetOnly = (path: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => key === path });

interface ChangeOptions<Input, Result> {
  /** Paths whose content changes. */
  changes?: string[] | ((input: Input) => string[]);
  /** Notification after success. */
  done?: string | ((result: Result, input: Input) => string);
  onDone?(result: Result, input: Input): void;
  onFailed?(error: ApiError): void;
  /** The form shows the failure itself. */
  quiet?: boolean;
}

/** A change through the management API. Notifies the operator of success or failure and reloads what changed. */
export const useChange = <Input, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  { changes = [], done, onDone, onFailed, quiet = false }: ChangeOptions<Input, Result> = {},
): UseMutationResult<Result, ApiError, Input> => {
  const mutation = useMutation<Result, ApiError, Input>({
    mutationFn: change,
    onSuccess: async (result, input) => {
      await forget(...(typeof changes === 'function' ? changes(input) : changes));
      if (done !== undefined)
        notifications.show({ color: 'teal', message: typeof done === 'string' ? done : done(result, input) });
      onDone?.(result, input);
    },
    onError: (error) => {
      onFailed?.(error);
      // The sign-in dialog says what to do.
      if (!quiet && error.status !== 401)
        notifications.show({ color: 'red', title: t('common.error.failed'), message: messageOf(error) });
    },
  });
  const { error, reset } = mutation;
  const isSignedOut = error?.status === 401;
  useEffect(() => (isSignedOut ? signedInSignal.listen(reset) : undefined), [isSignedOut, reset]);
  return mutation;
};
