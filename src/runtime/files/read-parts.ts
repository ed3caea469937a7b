import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { GroundingPassage, MediaKind, Model, ModelPart } from '../../models/index.ts';
import { type FilePart, type StoredPart, textOf } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { cutFileBlock, fileBlock, silentRecording, unreadableFile } from '../context/prompt.ts';
import type { ReadText } from '../ports.ts';
import { ownerOf } from '../round-access.ts';
import { transcriptionUsage } from '../speech/audio-usage.ts';
import { createReadOnce } from './read-once.ts';

/** Limit of file text in a prompt. The rest of longer texts is searched for passages about the question. */
const maxFileCharacters = 100_000;

/** Who reads a file of this kind: the model, or the service. */
export const isReadByModel = (agent: Agent, model: Pick<Model, 'takes'>, kind: MediaKind): boolean => {
  const scheme = agent.settings.recognition[kind];
  return scheme === 'model' || (scheme === 'auto' && model.takes[kind]);
};

interface ReadParts {
  parts: ModelPart[];
  /** Text of the files, for a model that answers from passages. */
  passages: GroundingPassage[];
  /** Transcripts of recordings. They count as text of the user. */
  transcripts: string[];
}

/** Transcription by the service is charged here; audio that a model reads is part of its tokens. */
const transcribe = async (run: AgentRun, part: FilePart): Promise<string> => {
  const { ports, trace, signal, meter } = run;
  const { listenerName } = ports.speech;
  return trace.step('speech', listenerName, async (note) => {
    const { text, seconds } = await ports.files.transcribe(
      part,
      signal,
      async (length) => {
        if (!(await meter.canPay(transcriptionUsage(length)))) throw new AppError('insufficientCredits');
      },
      ownerOf(run.round),
    );
    note(meter.add(transcriptionUsage(seconds), listenerName, { kind: 'asr' }));
    const kept = text.slice(0, maxFileCharacters);
    // Stored with the round. Recordings in the history that a developer sends are not: they are sent again.
    if (kept !== '' && run.round.question.includes(part)) run.transcripts.push(kept);
    return kept;
  });
};

const transcribeOnce = createReadOnce<string>();
const readOnce = createReadOnce<ReadText>();

const transcribeRecording = (run: AgentRun, part: FilePart): Promise<string> =>
  transcribeOnce(part, run.signal, () => transcribe(run, part));

/** The next part of a long text and the passages are remembered too, so that later questions find them. */
const rememberedText = ({ text, rest }: ReadText): string =>
  rest ? [text, ...rest.passages, rest.continuation].join('\n\n') : text;

const readText = (run: AgentRun, part: FilePart): Promise<ReadText> =>
  readOnce(part, run.signal, async () => {
    const { ports, trace, signal, round } = run;
    const read = await trace.step('recognition', part.name, async (note) => {
      const result = await ports.files.text(part, {
        signal,
        owner: ownerOf(round),
        query: textOf(round.question),
        keepCharacters: maxFileCharacters,
      });
      const { rest } = result;
      if (rest)
        note({
          detail: {
            warnings: [
              `The model got ${result.text.length} of ${rest.totalCharacters} characters and ${rest.passages.length} passages of the rest`,
            ],
          },
        });
      return result;
    });
    if (round.question.includes(part)) run.read.push({ name: part.name, text: rememberedText(read) });
    return read;
  });

/** Missing credits and full queues fail the round; other failures are reported to the model. */
const passOnRefusal = (error: unknown): void => {
  if (error instanceof AppError && ['insufficientCredits', 'rateLimited'].includes(error.kind)) throw error;
};

/** Reads the text of a document for memory, also if the model reads the file itself. */
const readForMemory = (run: AgentRun, part: FilePart): void => {
  const { shortTerm, longTerm } = run.agent.settings.memory;
  if (part.type !== 'document' || !run.round.question.includes(part) || !(shortTerm || longTerm)) return;
  run.reading.push(readText(run, part).catch(() => undefined));
};

/** Transcripts of the recordings that the model does not read itself. Recordings that fail are left out. */
export const transcribeParts = async (
  run: AgentRun,
  reader: Pick<Model, 'takes'>,
  parts: readonly StoredPart[],
): Promise<string[]> => {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type !== 'audio' || part.removedAfterDays !== undefined) continue;
    if (isReadByModel(run.agent, reader, 'audio')) continue;
    try {
      texts.push(await transcribeRecording(run, part));
    } catch (error) {
      run.signal.throwIfAborted();
      passOnRefusal(error);
    }
  }
  return texts.filter((text) => text !== '');
};

/** The model can tell the user what is wrong with the file. */
const unreadable = ({ name }: FilePart, reason: string) => ({
  part: { type: 'text' as const, text: unreadableFile(name, reason), fromFile: name },
  text: '',
});

const readFile = async (
  run: AgentRun,
  model: Model,
  part: FilePart,
): Promise<{ part: ModelPart; text: string; transcript?: string }> => {
  const { ports, signal, agent } = run;
  if (part.removedAfterDays !== undefined) return unreadable(part, 'it was deleted');
  if (isReadByModel(agent, model, part.type)) {
    readForMemory(run, part);
    const bytes = await ports.files.bytes(part.fileId);
    return { part: { type: part.type, mediaType: part.mediaType, name: part.name, bytes }, text: '' };
  }
  try {
    if (part.type === 'audio') {
      const transcript = await transcribeRecording(run, part);
      return { part: { type: 'text', text: transcript || silentRecording(part.name) }, text: '', transcript };
    }
    const { text, rest } = await readText(run, part);
    const block = rest ? cutFileBlock(part.name, text, rest) : fileBlock(part.name, text);
    return {
      part: { type: 'text', text: block, fromFile: part.name },
      text: [text, ...(rest?.passages ?? [])].join('\n\n'),
    };
  } catch (error) {
    signal.throwIfAborted();
    passOnRefusal(error);
    const reason = error instanceof Error ? error.message : 'it is damaged';
    return unreadable(part, reason);
  }
};

/** The content of a message in the form that the model gets. */
export const readParts = async (
  run: AgentRun,
  model: Model,
  parts: readonly StoredPart[],
): Promise<ReadParts> => {
  const passages: GroundingPassage[] = [];
  const read: ModelPart[] = [];
  const transcripts: string[] = [];
  for (const part of parts) {
    if (part.type === 'text') {
      read.push({ type: 'text', text: part.text });
      continue;
    }
    const { part: modelPart, text, transcript } = await readFile(run, model, part);
    read.push(modelPart);
    if (transcript) transcripts.push(transcript);
    if (text !== '') passages.push({ source: 'file', title: part.name, text, score: 1 });
  }
  return { parts: read, passages, transcripts };
};
