import { renderTemplate } from '../../flows/index.ts';
import type { Component } from './component.ts';

export const reply: Component<'reply'> = async ({ node, state, turn, speaker, run }) => {
  run.signal.throwIfAborted();
  turn!.say(renderTemplate(node.text, state.variables), speaker);
  return {};
};
