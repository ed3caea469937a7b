import { AppError } from '../../lib/errors.ts';
import type { Component } from './component.ts';

/** The session starts at once. Later output of the flow still belongs to the reply. */
export const askForHuman: Component<'human-service'> = async ({ run }) => {
  if (!run.handoff.isPossible) return { branch: 'unavailable' };
  try {
    await run.handoff.request();
    return {};
  } catch (error) {
    if (error instanceof AppError) return { branch: 'unavailable' };
    throw error;
  }
};
