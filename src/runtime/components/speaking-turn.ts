import type { ReplyOutput } from '../../rounds/index.ts';
import type { ReplyMode } from '../spoken-event.ts';

export interface Speaker extends Pick<ReplyOutput, 'branch' | 'componentName'> {
  /** How what it says is given; null: as the agent is set. */
  mode: ReplyMode | null;
}

/**
 * A place in the order in which a flow speaks. Components run as soon as they can, but only one is heard at a
 * time: what is said out of turn waits until everything before it has ended. So the stream is the outputs, one
 * after the other, whatever was ready first.
 */
export interface SpeakingTurn {
  say(text: string, by: Speaker): void;
  /** Places inside this one, after those made before. */
  part(count: number): SpeakingTurn[];
  /** Whether anybody has heard something of it. */
  readonly hasSpoken: boolean;
  /** Forgets what was not heard yet, and waits for nothing more from the parts made so far. */
  takeBack(): void;
  /** Nothing more comes; the next one may speak. */
  end(): void;
}

interface Place {
  waiting: string;
  output: ReplyOutput | undefined;
  by: Speaker;
  parts: Place[];
  /** Parts before this one are over. */
  next: number;
  ended: boolean;
}

const forget = (place: Place): void => {
  place.waiting = '';
  for (const part of place.parts) {
    forget(part);
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
 * @param emit tells the user, with whoever opens an output by it; throws when the run was ended
 * @param outputs grows by what was told, in the order it was told, and holds nothing else
 */
export const createSpeakingTurn = (
  emit: (text: string, opens: Speaker | undefined) => void,
  outputs: ReplyOutput[],
): SpeakingTurn => {
  const root = newPlace();

  const tell = (place: Place): void => {
    if (place.waiting === '') return;
    emit(place.waiting, place.output === undefined ? place.by : undefined);
    if (!place.output) {
      const { branch, componentName } = place.by;
      place.output = { text: '', branch, componentName, audio: [] };
      outputs.push(place.output);
    }
    place.output.text += place.waiting;
    place.waiting = '';
  };

  /** Tells whatever has its turn now. True when nothing more comes from here. */
  const advance = (place: Place): boolean => {
    tell(place);
    while (place.next < place.parts.length && advance(place.parts[place.next]!)) place.next++;
    return place.ended && place.next === place.parts.length;
  };

  const turnOf = (place: Place): SpeakingTurn => ({
    say: (text, by) => {
      if (text === '') return;
      place.by = by;
      place.waiting += text;
      advance(root);
    },
    part: (count) => {
      const parts = Array.from({ length: count }, newPlace);
      place.parts.push(...parts);
      return parts.map(turnOf);
    },
    get hasSpoken() {
      return place.output !== undefined || place.parts.some((part) => turnOf(part).hasSpoken);
    },
    takeBack: () => {
      forget(place);
      advance(root);
    },
    end: () => {
      place.ended = true;
      advance(root);
    },
  });

  return turnOf(root);
};
