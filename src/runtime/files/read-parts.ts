import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { GroundingPassage, MediaKind, Model, ModelPart } from '../../models/index.ts';
import type { FilePart, StoredPart } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { fileBlock, silentRecording, unreadableFile } from '../prompt.ts';
import { ownerOf } from '../round-access.ts';
import { heardUsage } from '../speech/audio-usage.ts';
import { createReadOnce } from './read-once.ts';

/** A book in the prompt helps nobody; what is longer belongs into the knowledge base. */
const maxFileCharacters = 100_000;

/** Who reads a file of this kind: the model, or the service. */
export const isReadByModel = (agent: Agent, model: Pick<Model, 'takes'>, kind: MediaKind): boolean => {
  const scheme = agent.settings.recognition[kind];
  return scheme === 'model' || (scheme === 'auto' && model.takes[kind]);
};

interface ReadParts {
  parts: ModelPart[];
  /** The files' texts, for a model that answers from passages. */
  passages: GroundingPassage[];
  /** What was said in recordings: the user's words, as if they had been written. */
  heard: string[];
}

/** What the service hears itself is on the bill; what a model hears is among its tokens. */
const hear = async (run: AgentRun, part: FilePart): Promise<string> => {
  const { ports, trace, signal, meter } = run;
  const { listenerName } = ports.speech;
  return trace.step('speech', listenerName, async (note) => {
    const { text, seconds } = await ports.files.heard(
      part,
      signal,
      async (length) => {
        if (!(await meter.canPay(heardUsage(length)))) throw new AppError('insufficientCredits');
      },
      ownerOf(run.round),
    );
    note(meter.add(heardUsage(seconds), listenerName, 'asr'));
    const kept = text.slice(0, maxFileCharacters);
    // Remembered with the round; what the developer sent along is sent along again.
    if (kept !== '' && run.round.question.includes(part)) run.heard.push(kept);
    return kept;
  });
};

const hearOnce = createReadOnce<string>();
const readOnce = createReadOnce<string>();

const hearRecording = (run: AgentRun, part: FilePart): Promise<string> =>
  hearOnce(part, run.signal, () => hear(run, part));

const readText = (run: AgentRun, part: FilePart): Promise<string> =>
  readOnce(part, run.signal, async () => {
    const { ports, trace, signal, round } = run;
    const text = await trace.step('recognition', part.name, () =>
      ports.files.text(part, signal, ownerOf(round)),
    );
    const kept = text.slice(0, maxFileCharacters);
    if (round.question.includes(part)) run.read.push({ name: part.name, text: kept });
    return kept;
  });

/** Missing credits and full queues are no fault of the file: the caller is told, not the model. */
const passOnRefusal = (error: unknown): void => {
  if (error instanceof AppError && ['insufficientCredits', 'rateLimited'].includes(error.kind)) throw error;
};

/** What the model reads by itself is remembered as text all the same; a document without any is not. */
const readForMemory = (run: AgentRun, part: FilePart): void => {
  const { shortTerm, longTerm } = run.agent.settings.memory;
  if (part.type !== 'document' || !run.round.question.includes(part) || !(shortTerm || longTerm)) return;
  run.reading.push(readText(run, part).catch(() => undefined));
};

/** What is said in the recordings the service listens to; nothing of those that cannot be heard. */
export const hearParts = async (
  run: AgentRun,
  reader: Pick<Model, 'takes'>,
  parts: readonly StoredPart[],
): Promise<string[]> => {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type !== 'audio' || isReadByModel(run.agent, reader, 'audio')) continue;
    try {
      texts.push(await hearRecording(run, part));
    } catch (error) {
      run.signal.throwIfAborted();
      passOnRefusal(error);
    }
  }
  return texts.filter((text) => text !== '');
};

const readFile = async (
  run: AgentRun,
  model: Model,
  part: FilePart,
): Promise<{ part: ModelPart; text: string; heard?: string }> => {
  const { ports, signal, agent } = run;
  if (isReadByModel(agent, model, part.type)) {
    readForMemory(run, part);
    const bytes = await ports.files.bytes(part.fileId);
    return { part: { type: part.type, mediaType: part.mediaType, name: part.name, bytes }, text: '' };
  }
  try {
    if (part.type === 'audio') {
      const heard = await hearRecording(run, part);
      return { part: { type: 'text', text: heard || silentRecording(part.name) }, text: '', heard };
    }
    const text = await readText(run, part);
    return { part: { type: 'text', text: fileBlock(part.name, text), fromFile: part.name }, text };
  } catch (error) {
    signal.throwIfAborted();
    passOnRefusal(error);
    // The model can say what is wrong with the file; a failed round could not.
    const reason = error instanceof Error ? error.message : 'it is damaged';
    return { part: { type: 'text', text: unreadableFile(part.name, reason), fromFile: part.name }, text: '' };
  }
};

/** A message's content as the model gets it. */
export const readParts = async (
  run: AgentRun,
  model: Model,
  parts: readonly StoredPart[],
): Promise<ReadParts> => {
  const passages: GroundingPassage[] = [];
  const read: ModelPart[] = [];
  const heard: string[] = [];
  for (const part of parts) {
    if (part.type === 'text') {
      read.push({ type: 'text', text: part.text });
      continue;
    }
    const { part: modelPart, text, heard: words } = await readFile(run, model, part);
    read.push(modelPart);
    if (words) heard.push(words);
    if (text !== '') passages.push({ source: 'file', title: part.name, text, score: 1 });
  }
  return { parts: read, passages, heard };
};
