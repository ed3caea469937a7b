import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addParameter,
  addToPath,
  changeParameter,
  readParameters,
  removeParameter,
  sampleArguments,
} from './parameter-schema.ts';

const schema = {
  type: 'object',
  description: 'kept',
  properties: {
    id: { type: 'string', description: 'Order number' },
    size: { type: 'integer', enum: [1, 2], default: 2, 'x-location': 'query' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    code: { type: 'string', pattern: '^A' },
  },
  required: ['id', 'address'],
  additionalProperties: false,
};

test('the form shows plain parameters and names what it does not show', () => {
  const { parameters, hidden } = readParameters(schema);
  assert.deepEqual(
    parameters.map(({ name, type }) => [name, type]),
    [
      ['id', 'string'],
      ['size', 'integer'],
      ['address', undefined],
      ['code', undefined],
    ],
  );
  assert.deepEqual(parameters[1], {
    name: 'size',
    type: 'integer',
    description: '',
    isRequired: false,
    place: 'query',
    choices: ['1', '2'],
    defaultText: '2',
  });
  assert.deepEqual(hidden, ['description']);
  assert.deepEqual(readParameters({}), { parameters: [], hidden: [] });
});

test('a change keeps the order and everything that the form does not show', () => {
  const [id] = readParameters(schema).parameters;
  const renamed = changeParameter(schema, 0, { ...id!, name: 'number', isRequired: false, place: 'header' });
  assert.deepEqual(Object.keys(renamed.properties as object), ['number', 'size', 'address', 'code']);
  assert.deepEqual(renamed, {
    ...schema,
    properties: {
      number: { type: 'string', description: 'Order number', 'x-location': 'header' },
      size: schema.properties.size,
      address: schema.properties.address,
      code: schema.properties.code,
    },
    required: ['address'],
  });
  const kept = changeParameter(schema, 2, { ...readParameters(schema).parameters[2]!, isRequired: false });
  assert.deepEqual((kept.properties as typeof schema.properties).address, schema.properties.address);
  assert.deepEqual(kept.required, ['id']);
  assert.deepEqual(removeParameter(schema, 0).required, ['address']);
});

test('a form that changes nothing gives the same schema', () => {
  const { parameters } = readParameters(schema);
  for (const index of [1, 3]) assert.deepEqual(changeParameter(schema, index, parameters[index]!), schema);
});

test('parameters are added with a free name, to the path, and to the sample of a test', () => {
  const added = addParameter({ properties: { parameter_2: { type: 'string' } } });
  assert.deepEqual(Object.keys(added.properties as object), ['parameter_2', 'parameter_3']);
  assert.equal(addToPath('https://a.example/orders/?x=1', 'id'), 'https://a.example/orders/{id}?x=1');
  assert.deepEqual(sampleArguments(schema), { id: '', size: 2, address: '' });
});
