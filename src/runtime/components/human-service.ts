import type { Component } from './component.ts';

/** Takes effect when the round is stored, together with what the flow says. */
export const askForHuman: Component<'human-service'> = async ({ run }) => {
  if (!run.handoff.isPossible) return { branch: 'unavailable' };
  run.handoff.request();
  return {};
};
