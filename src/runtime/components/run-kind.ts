import type { NodeType } from '../../flows/index.ts';
import { classify } from './classifier.ts';
import type { Component, ComponentInput, ComponentResult } from './component.ts';
import { checkCondition } from './condition.ts';
import { callHttpTool } from './http-tool.ts';
import { askForHuman } from './human-service.ts';
import { extractFields } from './json/extract.ts';
import { makeJson } from './json/json.ts';
import { runLoop } from './loop.ts';
import { callMcpTool } from './mcp-tool.ts';
import { askModel } from './model.ts';
import { askUser } from './questions/ask.ts';
import { askForm } from './questions/form.ts';
import { reply } from './reply.ts';
import { retrievePassages } from './retrieval.ts';
import { setVariable } from './set-variable.ts';
import { runSubFlow } from './sub-flow.ts';
import { addRecord } from './table-add.ts';
import { lookUpRecords } from './table-lookup.ts';
import { updateRecord } from './table-update.ts';
import { fillTemplate } from './template.ts';

const components: { [Kind in NodeType]: Component<Kind> } = {
  start: async () => ({}),
  model: askModel,
  retrieval: retrievePassages,
  'table-lookup': lookUpRecords,
  'table-add': addRecord,
  'table-update': updateRecord,
  'http-tool': callHttpTool,
  'mcp-tool': callMcpTool,
  classifier: classify,
  condition: checkCondition,
  'set-variable': setVariable,
  template: fillTemplate,
  'human-service': askForHuman,
  reply,
  ask: askUser,
  form: askForm,
  extract: extractFields,
  json: makeJson,
  'sub-flow': runSubFlow,
  loop: runLoop,
};

export const runKind = (input: ComponentInput): Promise<ComponentResult> =>
  (components[input.node.type] as (input: ComponentInput) => ReturnType<typeof runKind>)(input);
