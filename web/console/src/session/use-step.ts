import { useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { passkeyFailure } from './passkeys.ts';

/** A step of signing in that is under way, and why the last one failed. */
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
