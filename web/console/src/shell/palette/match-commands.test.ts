import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, matchCommands } from './match-commands.ts';

const command = (label: string, more: Partial<Command> = {}): Command =>
  ({ label, group: 'Agent Shop', href: `/${label}`, ...more }) as Command;

const commands = [
  command('Settings'),
  command('Shop', { group: 'Agent' }),
  command('Temperature', { needsQuery: true, hint: 'Empty: default of the model' }),
  command('Shop hours.pdf', { isFound: true }),
];
const found = (query: string) => matchCommands(commands, query).map(({ label }) => label);

test('without a query only pages and agents are listed', () => {
  assert.deepEqual(found(''), ['Settings', 'Shop']);
});

test('the agent of that name is first, then results of the service, then pages of the agent', () => {
  assert.deepEqual(found('shop'), ['Shop', 'Shop hours.pdf', 'Settings', 'Temperature']);
});

test('settings are found by the words of their label or hint', () => {
  assert.deepEqual(found('temper'), ['Temperature', 'Shop hours.pdf']);
  assert.deepEqual(found('MODEL default'), ['Shop hours.pdf', 'Temperature']);
});
