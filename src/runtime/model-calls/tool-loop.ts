import { faultPoint } from '../../lib/fault-point.ts';
import {
  estimateUsage,
  type Grounding,
  type Model,
  type ModelMessage,
  type ModelRequest,
  type TokenUsage,
  type ToolCall,
} from '../../models/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { callerTools, pendingCalls } from '../caller/caller-tools.ts';
import { createMarkFilter, type MarkFilter } from '../citations/mark-filter.ts';
import { markedSentences } from '../citations/sentence-mark.ts';
import { createDeltaCleaner } from '../events/clean-deltas.ts';
import type { ToolBox } from '../ports.ts';
import { describeError } from '../trace.ts';
import { handoffToolName } from './handoff-tool.ts';
import { sentRequest } from './sent-request.ts';

interface CallResult {
  text: string;
  toolCalls: ToolCall[];
  /** The model reached its output limit. */
  isCut: boolean;
}

const unfiltered = { push: (text: string) => text, end: () => '' };

/** One model call: its text is sent, its usage is metered, and it is traced. */
export const callModel = async (
  run: AgentRun,
  model: Model,
  request: ModelRequest,
  filter: Pick<MarkFilter, 'push' | 'end'> = unfiltered,
): Promise<CallResult> => {
  await run.requireOwnership();
  await run.meter.beforeCall(request.messages, request.tools, model);
  const cleaner = createDeltaCleaner();
  const produced = { text: '', reasoning: '', toolCalls: [] as ToolCall[], isCut: false };
  let usage: TokenUsage | undefined;
  let answeredBy = model.name;
  let price = model.price;
  let error: string | undefined;
  let firstTextMs: number | undefined;
  const { steps, isWatched } = run.trace;
  const sent = isWatched
    ? { request: sentRequest({ model, request, settings: run.agent.settings, steps }) }
    : {};
  const endStep = run.trace.start('model', model.name);
  const emitText = (text: string): void => {
    // After a handoff request the model adds no more text.
    if (text === '' || produced.toolCalls.some(({ name }) => name === handoffToolName)) return;
    firstTextMs ??= run.trace.elapsedMs();
    produced.text += text;
    run.emit({ type: 'text-delta', text });
  };
  try {
    faultPoint('model-calling');
    await model.answer(request, (event) => {
      if (event.type === 'text-delta') emitText(filter.push(cleaner.push(event.text)));
      else if (event.type === 'reasoning-delta') produced.reasoning += event.text;
      else if (event.type === 'tool-call') produced.toolCalls.push(event.call);
      else if (event.type === 'finish') {
        usage = event.usage;
        produced.isCut = event.reason === 'length';
        answeredBy = event.answeredBy ?? model.name;
        if (event.answeredBy !== undefined) price = model.fallbackPrice;
      }
    });
    emitText(filter.push(cleaner.end()) + filter.end());
    faultPoint('model-answered');
    return produced;
  } catch (thrown) {
    error = describeError(thrown);
    throw thrown;
  } finally {
    // A call that was stopped or interrupted is charged by its output.
    if (!usage && produced.text + produced.reasoning !== '')
      usage = await estimateUsage(request, produced, run.ports.models.countTokens);
    endStep({
      ...(usage ? run.meter.add(usage, answeredBy, { price }) : {}),
      ...(firstTextMs === undefined ? {} : { firstTextMs }),
      ...(isWatched || answeredBy !== model.name
        ? { detail: { ...sent, ...(answeredBy === model.name ? {} : { answeredBy }) } }
        : {}),
      ...(error === undefined ? {} : { error }),
    });
  }
};

/** Name of the model in usage records. */
export const serviceNames = { tool_call: 'tools', database_processing: 'tables' };

const runTool = (run: AgentRun, box: ToolBox, call: ToolCall): Promise<ModelMessage> =>
  run.trace.step('tool', call.name, async (note) => {
    await run.requireOwnership();
    const { text, isError, detail, paidAs } = await box.call(call.name, call.argumentsText, run.signal);
    if (paidAs) note(run.meter.addService(paidAs, 1, serviceNames[paidAs]));
    note({
      detail: {
        arguments: call.argumentsText.slice(0, 2000),
        result: text.slice(0, 2000),
        ...(detail === undefined ? {} : { did: detail }),
      },
    });
    if (isError) note({ error: text.slice(0, 500) });
    return { role: 'tool', toolCallId: call.id, toolName: call.name, text, isError };
  });

/** The result arrives with the next round. */
const traceCallOfCaller = (run: AgentRun, { name, argumentsText }: ToolCall): void =>
  run.trace.start('tool', name)({ detail: { by: 'caller', arguments: argumentsText.slice(0, 2000) } });

interface LoopInput {
  model: Model;
  messages: ModelMessage[];
  grounding: Grounding;
  toolBox: ToolBox;
}

/**
 * Calls the model until it replies without a tool call. After the last allowed round of tools it is
 * called once more without tools, so that the user gets a reply from what is known.
 * A model that has requested a person is not called again. If it calls a tool of the caller, the round ends, and the
 * calls are stored in `run.ending`. Returns the whole text.
 */
export const toolLoop = async (run: AgentRun, input: LoopInput): Promise<string> => {
  const { settings } = run.agent;
  const { request: asked } = run.round;
  const ofCaller = callerTools(asked, input.toolBox);
  const maxOutputTokens = Math.min(
    settings.maxOutputTokens,
    asked.maxOutputTokens ?? settings.maxOutputTokens,
  );
  const messages = [...input.messages];
  let reply = '';
  for (let toolRound = 0; ; toolRound++) {
    const mayUseTools = toolRound < settings.tools.maxRounds;
    const mayMark = run.passages.length > 0 && !input.model.isExtractive;
    const filter = mayMark ? createMarkFilter(run.passages.length) : undefined;
    const request = {
      messages,
      tools: mayUseTools ? [...input.toolBox.offers, ...ofCaller.offers] : [],
      ...(asked.toolChoice && toolRound === 0 ? { toolChoice: asked.toolChoice } : {}),
      temperature: settings.temperature ?? undefined,
      maxOutputTokens,
      reasoning: settings.reasoning ?? undefined,
      grounding: input.grounding,
      signal: run.signal,
    };
    const result = await callModel(run, input.model, request, filter).finally(() => {
      if (filter) run.marks.push(...markedSentences(filter));
    });
    reply += result.text;
    if (result.isCut) run.ending.isCut = true;
    if (result.toolCalls.length === 0 || !mayUseTools) return reply;
    messages.push({ role: 'assistant', text: result.text, toolCalls: result.toolCalls });
    const left = ofCaller.callsIn(result.toolCalls);
    const own =
      left.length === 0 ? result.toolCalls : result.toolCalls.filter((call) => !left.includes(call));
    messages.push(...(await Promise.all(own.map((call) => runTool(run, input.toolBox, call)))));
    run.signal.throwIfAborted();
    if (left.length > 0 && run.handoff.closingText === undefined) {
      for (const call of left) traceCallOfCaller(run, call);
      run.ending.pending = pendingCalls(left, messages.slice(input.messages.length));
      return reply;
    }
    const last = run.handoff.closingText;
    if (last === undefined) continue;
    const ending = last === '' || reply === '' ? last : `\n\n${last}`;
    if (ending !== '') run.emit({ type: 'text-delta', text: ending });
    return reply + ending;
  }
};
