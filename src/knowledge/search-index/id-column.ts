import { growColumn } from './grow-column.ts';

const idLength = 24;
const wordsPerId = 3;
const charactersPerWord = 8;

const digitOf = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
};

/** Writes the 96 bits of an id into `words`. False if it has another form (see newId). */
const parseId = (id: string, words: Uint32Array): boolean => {
  if (id.length !== idLength) return false;
  for (let word = 0; word < wordsPerId; word += 1) {
    let value = 0;
    for (let at = word * charactersPerWord; at < (word + 1) * charactersPerWord; at += 1) {
      const digit = digitOf(id.charCodeAt(at));
      if (digit < 0) return false;
      value = value * 16 + digit;
    }
    words[word] = value;
  }
  return true;
};

const mix = (words: ArrayLike<number>, start: number): number => {
  const hash = Math.imul(words[start + 2]! ^ Math.imul(words[start + 1]!, 0x9e3779b1), 0x85ebca6b);
  return (hash ^ (hash >>> 15)) >>> 0;
};

const hashOfText = (text: string): number => {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** Ids by place, in 12 bytes each. As strings they take 50, and with a Map more than 100. */
export const createIdColumn = () => {
  let column = new Uint32Array(1024 * wordsPerId);
  /** Ids of another form. */
  const others = new Map<number, string>();
  const parsed = new Uint32Array(wordsPerId);

  const otherAt = (place: number): string | undefined => (others.size === 0 ? undefined : others.get(place));

  const isParsed = (place: number): boolean => {
    const start = place * wordsPerId;
    return column[start] === parsed[0] && column[start + 1] === parsed[1] && column[start + 2] === parsed[2];
  };

  return {
    get: (place: number): string => {
      const other = otherAt(place);
      if (other !== undefined) return other;
      let id = '';
      for (const word of column.subarray(place * wordsPerId, (place + 1) * wordsPerId))
        id += word.toString(16).padStart(charactersPerWord, '0');
      return id;
    },
    set: (place: number, id: string): void => {
      const end = (place + 1) * wordsPerId;
      if (end > column.length) column = growColumn(column, end);
      if (parseId(id, parsed)) {
        others.delete(place);
        column.set(parsed, place * wordsPerId);
      } else {
        others.set(place, id);
        column.fill(0, place * wordsPerId, end);
      }
    },
    clear: (place: number): void => {
      others.delete(place);
      column.fill(0, place * wordsPerId, (place + 1) * wordsPerId);
    },
    equals: (place: number, id: string): boolean =>
      parseId(id, parsed) ? isParsed(place) && otherAt(place) === undefined : otherAt(place) === id,
    /** 32 bits. */
    hashOf: (id: string): number => (parseId(id, parsed) ? mix(parsed, 0) : hashOfText(id)),
    /** The hash of the id at a place. */
    hashAt: (place: number): number => {
      const other = otherAt(place);
      return other === undefined ? mix(column, place * wordsPerId) : hashOfText(other);
    },
    get bytes(): number {
      return column.byteLength + others.size * 150;
    },
  };
};
