import type { Component } from './component.ts';
import { holds } from './holds.ts';

/** The first branch whose rules all hold. */
export const checkCondition: Component<'condition'> = async ({ node, state }) => ({
  branch: node.branches.find(({ all }) => all.every((rule) => holds(rule, state.variables)))?.name ?? 'else',
});
