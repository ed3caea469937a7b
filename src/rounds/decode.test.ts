import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTokens, type Usage } from '../usage/index.ts';
import {
  decodeFiles,
  decodeQuestion,
  encodeFiles,
  encodeQuestion,
  type FilePart,
  filesIn,
  type StoredPart,
} from './message-parts.ts';
import { decodeEvents, encodeEvents, type ReplyEvent } from './reply-events.ts';
import { decodeOutputs, encodeOutputs, type ReplyOutput } from './reply-output.ts';
import { decodeRequest, encodeRequest, type RoundRequest } from './round-request.ts';
import { decodeUsage, encodeUsage } from './round-usage.ts';
import { decodeSteps, encodeSteps, type TraceStep } from './trace-step.ts';

const file: FilePart = {
  type: 'image',
  fileId: 'f1',
  name: 'a.png',
  mediaType: 'image/png',
  sizeBytes: 3,
};
const question: StoredPart[] = [{ type: 'text', text: 'Look: "é"\n' }, file];
const output: ReplyOutput = {
  text: 'Hi',
  branch: '',
  componentName: 'Agent',
  audio: [{ url: '/files/1', transcript: 'Hi', seconds: 1, fileId: 'f2' }],
};
const usage: Usage = {
  tokens: noTokens(),
  credits: { textInputNano: 1, textOutputNano: 2, audioInputNano: 0, audioOutputNano: 0 },
};

test('a decoded column equals the encoded value', () => {
  assert.deepEqual(decodeQuestion(encodeQuestion(question)), question);
  assert.deepEqual(decodeFiles(encodeFiles([file])), [file]);
  const request: RoundRequest = {
    history: [{ role: 'user', parts: question }],
    shortTermMemory: false,
    knowledge: { groupIds: [] },
    visitorId: 'v1',
  };
  assert.deepEqual(decodeRequest(encodeRequest(request)), request);
  assert.deepEqual(decodeOutputs(encodeOutputs([output])), [output]);
  assert.deepEqual(decodeUsage(encodeUsage(usage)), usage);
  const events: ReplyEvent[] = [
    { type: 'message-start', messageId: 'm1', answerId: 'a1' },
    { type: 'usage', usage },
    { type: 'failure', code: 50000, message: 'Internal error', isCut: true },
  ];
  assert.deepEqual(decodeEvents(encodeEvents(events)), events);
  const steps: TraceStep[] = [
    { kind: 'model', name: 'm', startMs: 0, durationMs: 1.5, detail: { warnings: ['slow'] }, error: 'no' },
  ];
  assert.deepEqual(decodeSteps(encodeSteps(steps)), steps);
});

test('a round that has not ended has no usage and no steps', () => {
  assert.equal(decodeUsage(null), null);
  assert.deepEqual(decodeSteps(undefined), []);
});

test('a question that is not a list has no parts', () => {
  assert.deepEqual(decodeQuestion('{}'), []);
  assert.deepEqual(decodeQuestion('null'), []);
});

test('outputs without recordings and requests without turns get empty lists', () => {
  assert.deepEqual(decodeOutputs('[{"text":"Hi","branch":"","componentName":"Agent"}]'), [
    { ...output, audio: [] },
  ]);
  assert.deepEqual(decodeOutputs(''), []);
  assert.deepEqual(decodeRequest('{}'), { history: [] });
});

test('files are the parts of a message that are not text', () => {
  assert.deepEqual(filesIn(question), [file]);
});
