import type { AskedQuestion, ReplyOutput } from '../../rounds/index.ts';
import type { ReplyMode } from '../events/output-event.ts';

export interface OutputSource extends Pick<ReplyOutput, 'branch' | 'componentName'> {
  /** As text, audio or both; null: as configured in the agent. */
  mode: ReplyMode | null;
  /** What the output asks the user for. */
  asks?: AskedQuestion;
}

/**
 * A position in the output of a flow. Components run in parallel, but the stream contains one output after the other:
 * text of a slot is held back until all slots before it have ended.
 */
export interface OutputSlot {
  write(text: string, by: OutputSource): void;
  /** Creates slots inside this one, after those created before. */
  split(count: number): OutputSlot[];
  /** Whether any text of it was emitted. */
  readonly hasOutput: boolean;
  /** Drops text that was not emitted yet, and ends the slots created inside this one so far. */
  discard(): void;
  /** No more text follows; the next slot can be emitted. */
  end(): void;
}

interface Place {
  waiting: string;
  output: ReplyOutput | undefined;
  by: OutputSource;
  parts: Place[];
  /** Index of the first part that has not ended. */
  next: number;
  ended: boolean;
}

const discardWaiting = (place: Place): void => {
  place.waiting = '';
  for (const part of place.parts) {
    discardWaiting(part);
    part.ended = true;
  }
};

const newPlace = (): Place => ({
  waiting: '',
  output: undefined,
  by: { branch: '', componentName: '', mode: null },
  parts: [],
  next: 0,
  ended: false,
});

/**
 * @param emit sends text to the user, with its source if the text starts a new output; throws if the run has ended
 * @param outputs receives the emitted outputs, in order
 */
export const createOutputSlot = (
  emit: (text: string, opens: OutputSource | undefined) => void,
  outputs: ReplyOutput[],
): OutputSlot => {
  const root = newPlace();

  const flush = (place: Place): void => {
    if (place.waiting === '') return;
    emit(place.waiting, place.output === undefined ? place.by : undefined);
    if (!place.output) {
      const { branch, componentName, asks } = place.by;
      place.output = { text: '', branch, componentName, audio: [], ...(asks ? { asks } : {}) };
      outputs.push(place.output);
    }
    place.output.text += place.waiting;
    place.waiting = '';
  };

  /** Emits all text that is next in order. Returns true when the place has ended completely. */
  const advance = (place: Place): boolean => {
    flush(place);
    while (place.next < place.parts.length && advance(place.parts[place.next]!)) place.next++;
    return place.ended && place.next === place.parts.length;
  };

  const slotOf = (place: Place): OutputSlot => ({
    write: (text, by) => {
      if (text === '') return;
      place.by = by;
      place.waiting += text;
      advance(root);
    },
    split: (count) => {
      const parts = Array.from({ length: count }, newPlace);
      place.parts.push(...parts);
      return parts.map(slotOf);
    },
    get hasOutput() {
      return place.output !== undefined || place.parts.some((part) => slotOf(part).hasOutput);
    },
    discard: () => {
      discardWaiting(place);
      advance(root);
    },
    end: () => {
      place.ended = true;
      advance(root);
    },
  });

  return slotOf(root);
};
