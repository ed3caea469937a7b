import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { messagesFolder } from '../../scripts/messages/message-types.ts';
import { ComponentModel } from '../../src/flows/node-parts.ts';
import { ModelConfig } from '../../src/models/model-config.ts';
import {
  isRemoteProvider,
  type Provider,
  providerRow,
  providers,
  remoteProviders,
} from '../../src/models/provider-table.ts';
import { readCatalogue } from '../../web/messages/read-catalogue.ts';

const configOf = (provider: Provider) => {
  const { address } = providerRow(provider);
  if (!address) return { provider };
  return { provider, name: 'm', ...(address.isRequired ? { baseUrl: address.baseUrl } : {}) };
};

test('every provider has a configuration, for agents and for components of a flow', () => {
  for (const provider of providers) {
    assert.ok(Value.Check(ModelConfig, configOf(provider)), provider);
    assert.ok(Value.Check(ComponentModel, configOf(provider)), provider);
  }
  const unknown = { provider: 'other', name: 'm' };
  assert.ok(!Value.Check(ModelConfig, unknown) && !Value.Check(ComponentModel, unknown));
});

test('the console has a name for every provider', () => {
  const { 'agentSettings.model.provider.name': text = '' } = readCatalogue(messagesFolder('console'), 'en');
  for (const provider of remoteProviders) assert.ok(text.includes(`${provider} {`), provider);
});

test('an address is required exactly where the table says so', () => {
  for (const provider of remoteProviders) {
    const isOptional = Value.Check(ModelConfig, { provider, name: 'm' });
    assert.equal(isOptional, !providerRow(provider).address?.isRequired, provider);
  }
  assert.ok(!isRemoteProvider('embedded'));
});
