import { useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { passkeyFailure } from './passkeys.ts';

/** Runs a step of the sign-in; tells whether it is running and why the last one failed. */
export const useStep = () => {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(passkeyFailure(error) ?? messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { failure, isBusy, run, setFailure };
};
