import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';

interface Cue {
  startSeconds: number;
  endSeconds: number;
  lines: string[];
}

/** Cues are a few words each. They are joined to passages that can be found and quoted. */
const passageCharacters = 400;
const longPauseSeconds = 3;

const timing =
  /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

const secondsOf = (hours = '0', minutes = '0', seconds = '0', fraction = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** Without styles and positions. The speaker of a voice tag is kept. */
const plainLine = (line: string): string =>
  line
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]{1,200})>/gi, '$1: ')
    .replace(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const readCues = (text: string): Cue[] => {
  const cues: Cue[] = [];
  let current: Cue | undefined;
  for (const line of text.split('\n')) {
    const match = timing.exec(line.trim());
    if (match) {
      current = {
        startSeconds: secondsOf(match[1], match[2], match[3], match[4]),
        endSeconds: secondsOf(match[5], match[6], match[7], match[8]),
        lines: [],
      };
      cues.push(current);
    } else if (line.trim() === '') current = undefined;
    // Outside a cue: its number, the header, comments and styles.
    else if (current) {
      const plain = plainLine(line);
      if (plain !== '') current.lines.push(plain);
    }
  }
  return cues;
};

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const isSpeaker = (line: string): boolean => /^[^:.!?]{1,60}:\s/.test(line) || line.startsWith('- ');

/** Passages with the time at which they begin. Captions that scroll repeat the lines of the cue before. */
const joinCues = (cues: Cue[]): string[] => {
  const passages: { startSeconds: number; text: string }[] = [];
  let endSeconds = 0;
  let before = new Set<string>();
  for (const { startSeconds, endSeconds: end, lines } of cues) {
    const fresh = lines.filter((line) => !before.has(line));
    before = new Set(lines);
    const last = passages.at(-1);
    for (const [index, line] of fresh.entries()) {
      const open = passages.at(-1);
      const isNew =
        !open ||
        (index === 0 && startSeconds - endSeconds > longPauseSeconds && last === open) ||
        isSpeaker(line) ||
        open.text.length > 2 * passageCharacters ||
        (open.text.length > passageCharacters && /[.!?…。！？]["'”’»)]*$/.test(open.text));
      if (isNew) passages.push({ startSeconds, text: line });
      else open.text += ` ${line}`;
    }
    endSeconds = end;
  }
  return passages.map(({ startSeconds, text }) => `[${clock(startSeconds)}] ${text}`);
};

/** SubRip and WebVTT: the spoken text with the time of each passage. */
export const readSubtitles = (bytes: Uint8Array): Reading => {
  const cues = readCues(cleanText(decodeText(bytes), { keepBlankLines: true }));
  if (cues.length === 0)
    throw new RecognitionError(
      'damaged',
      'The file has no subtitles with times (00:00:01,000 --> 00:00:02,000)',
    );
  return { kind: 'markdown', markdown: cleanText(joinCues(cues).join('\n\n')) };
};
