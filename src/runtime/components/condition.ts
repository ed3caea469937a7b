import type { Component } from './component.ts';
import { matchesRule } from './matches-rule.ts';

/** The first branch whose rules all match. */
export const checkCondition: Component<'condition'> = async ({ node, state }) => ({
  branch:
    node.branches.find(({ all }) => all.every((rule) => matchesRule(rule, state.variables)))?.name ?? 'else',
});
