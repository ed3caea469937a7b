import { renderTemplate } from '../../flows/index.ts';
import type { Component } from './component.ts';

export const reply: Component<'reply'> = async ({ node, state, slot, source, run }) => {
  run.signal.throwIfAborted();
  slot!.write(renderTemplate(node.text, state.variables), source);
  return {};
};
