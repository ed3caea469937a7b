import { asText, renderTemplate, renderValue } from '../../flows/index.ts';
import type { Component } from './component.ts';

const toNumber = (text: string): number => {
  const value = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(value))
    throw new Error(`"${text.slice(0, 100)}" is not a number`);
  return value;
};

export const setVariable: Component<'set-variable'> = async ({ node, state: { variables } }) => {
  const value = renderValue(node.value, variables);
  if (node.as === 'text') variables.set(node.variable, asText(value));
  else if (node.as === 'number') variables.set(node.variable, toNumber(asText(value)));
  // A reference to an existing variable keeps its value. Text is parsed.
  else
    variables.set(
      node.variable,
      typeof value === 'string' ? JSON.parse(renderTemplate(node.value, variables)) : value,
    );
  return {};
};
