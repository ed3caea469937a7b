import { renderTemplate } from '../../flows/index.ts';
import type { Component } from './component.ts';

export const fillTemplate: Component<'template'> = async ({ node, state }) => {
  state.variables.set(node.saveAs, renderTemplate(node.template, state.variables));
  return {};
};
