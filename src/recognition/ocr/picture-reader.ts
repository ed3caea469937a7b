import { RecognitionError } from '../recognition-error.ts';
import { findTextBoxes } from './find-text-boxes.ts';
import { type Box, type OcrImage, type Rotation, rotateByRightAngles } from './ocr-image.ts';
import { characterCount, doubtfulShare, meanConfidence, type OcrLine, type OcrWord } from './ocr-line.ts';
import { orderBoxes } from './order-boxes.ts';
import { openPpocrSession, type PpocrSession } from './ppocr-session.ts';
import { readTextBox } from './read-text-box.ts';
import { straightenImage } from './straighten-image.ts';
import { openTesseractReader, type TesseractData, type TesseractReader } from './tesseract-reader.ts';

export interface PictureReader {
  /** Rejects with RecognitionError if the text cannot be recognised. */
  read(image: OcrImage): Promise<OcrLine[]>;
  close(): Promise<void>;
}

/** A clean page is above 0.85. A page in another script or rotated stays below 0.6. */
const trustedConfidence = 0.75;
/** A word below this confidence was guessed. */
const wordConfidence = 0.5;
/** Largest share of guessed words (stains, logos) before another script is suspected. */
const tolerableDoubt = 0.15;
const lookSide = 640;
const readSide = 960;
const probeBoxes = 4;
/** PP-OCR lines below this confidence are texture, not text. */
const lineConfidence = 0.6;

const isTall = ({ width, height }: Box): boolean => height > width * 1.5;

const area = ({ width, height }: Box): number => width * height;

/** Scripts that the Latin reader does not support. */
const foreign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const foreignShare = (text: string): number => (text.match(foreign)?.length ?? 0) / Math.max(1, text.length);

const isSure = ({ confidence }: OcrWord): boolean => confidence >= wordConfidence;

const hasLetters = ({ text }: OcrWord): boolean => /[\p{L}\p{N}]/u.test(text);

/** A word or a Roman numeral. Stains and logos give short words and signs. */
const isPlausible = ({ text }: OcrWord): boolean => /^(?:[\p{L}'’-]{4,}|[IVX]+|A)[.,:;!?]?$/u.test(text);

/**
 * Without words that were guessed from stains and logos. Guessed words among others that are sure are kept: a word with
 * a wrong letter says more than none.
 */
const withoutGuesses = (lines: OcrLine[]): OcrLine[] =>
  lines
    .map(({ words }) => {
      const isAmongSure = words.some((word) => isSure(word) && hasLetters(word));
      return {
        words: words.filter((word) => isSure(word) || (isAmongSure ? hasLetters(word) : isPlausible(word))),
      };
    })
    .filter(({ words }) => words.length > 0);

/** Number of characters, weighted by confidence. */
const weight = (lines: OcrLine[]): number => meanConfidence(lines) * characterCount(lines);

const isTrusted = (lines: OcrLine[]): boolean =>
  characterCount(lines) > 0 &&
  meanConfidence(lines) >= trustedConfidence &&
  doubtfulShare(lines, wordConfidence) <= tolerableDoubt;

interface Probe {
  degrees: Rotation;
  /** Most boxes are taller than wide: the page is on its side, or its lines are vertical. */
  hasTallLines: boolean;
  confidence: number;
  text: string;
}

/**
 * Orientation: the largest boxes are read in both directions that their shape allows.
 * An upside-down page only shows in its confidence.
 */
const probeRotation = async (session: PpocrSession, image: OcrImage, boxes: Box[]): Promise<Probe> => {
  const tallArea = boxes.filter(isTall).reduce((sum, box) => sum + area(box), 0);
  const hasTallLines = tallArea > boxes.reduce((sum, box) => sum + area(box), 0) / 2;
  const rotations: Rotation[] = hasTallLines ? [90, 270] : [0, 180];
  const largest = boxes
    .filter((box) => isTall(box) === hasTallLines)
    .sort((a, b) => area(b) - area(a))
    .slice(0, probeBoxes);
  const probes: Probe[] = [];
  for (const degrees of rotations) {
    const probe: Probe = { degrees, hasTallLines, confidence: 0, text: '' };
    for (const box of largest) {
      const { text, confidence } = await readTextBox(session, image, box, degrees);
      probe.text += text;
      probe.confidence += confidence / largest.length;
    }
    probes.push(probe);
  }
  return probes.reduce((best, probe) => (probe.confidence > best.confidence ? probe : best));
};

interface BoxReading {
  lines: OcrLine[];
  /** Of all boxes, also of those that are left out. */
  confidence: number;
  /** Number of characters as a share of those that the boxes have space for. */
  coverage: number;
}

/** Width of a text in line heights: East Asian characters are square, others half as wide. */
const widthOf = (text: string): number =>
  Array.from(text, (character) =>
    character === ' ' ? 0.3 : /[\u2e80-\uffef]/.test(character) ? 1 : 0.5,
  ).reduce((sum, width) => sum + width, 0);

const readBoxes = async (session: PpocrSession, image: OcrImage): Promise<BoxReading> => {
  const pieces: OcrWord[] = [];
  let space = 0;
  for (const box of await findTextBoxes(session, image, readSide)) {
    const { text, confidence } = await readTextBox(session, image, box, 0);
    space += box.width / box.height;
    pieces.push({ text, confidence, box });
  }
  const all = [{ words: pieces }];
  return {
    lines: orderBoxes(pieces.filter(({ text, confidence }) => text && confidence >= lineConfidence)),
    confidence: meanConfidence(all),
    coverage: pieces.reduce((sum, { text }) => sum + widthOf(text), 0) / Math.max(1, space),
  };
};

/** A smaller image has no text worth an error. */
const leastCharacters = 10;

/** Clean and photographed pages of Chinese are above it. Below, the page may be Japanese without its kana. */
const surelyChinese = 0.93;

/**
 * Scripts that neither engine knows become letters that look alike. Measured on printed pages: Latin and Chinese have a
 * confidence of 0.98 or more and fill their boxes; Hebrew, Arabic, Greek and Cyrillic have 0.7 to 0.87, Korean fills a
 * tenth of its boxes, and Japanese loses its kana.
 */
const isNoise = ({ confidence, coverage }: BoxReading): boolean =>
  confidence < 0.8 || coverage < 0.6 || (confidence < surelyChinese && coverage < 0.9);

const isLatinNoise = (latin: OcrLine[], other: BoxReading): boolean =>
  meanConfidence(latin) < 0.45 && (other.confidence < 0.9 || other.coverage < 0.6);

const unknownScript = (): RecognitionError =>
  new RecognitionError(
    'language',
    'The text in the image is not in a script that text recognition supports (Latin, Chinese or Japanese), or is not clear enough',
  );

/** Share of kana in Japanese text. Chinese, or noise of other scripts, has less. */
const leastKana = 0.15;

const isJapanese = (lines: OcrLine[]): boolean => {
  const text = lines.flatMap(({ words }) => words.map((word) => word.text)).join('');
  return (text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) >= text.length * leastKana;
};

/**
 * Reads the text of an image with two engines: Tesseract for Latin script and Japanese, PP-OCR for Chinese and mixed
 * pages, and to detect the orientation. Engines are opened through `load` when first needed: their memory does not
 * count for the file.
 */
export const createPictureReader = (load: <T>(open: () => Promise<T>) => Promise<T>): PictureReader => {
  const readers = new Map<TesseractData, Promise<TesseractReader>>();
  let session: Promise<PpocrSession> | undefined;
  const tesseract = (data: TesseractData): Promise<TesseractReader> => {
    const opened = readers.get(data) ?? load(() => openTesseractReader(data));
    readers.set(data, opened);
    return opened;
  };
  const ppocr = () => (session ??= load(openPpocrSession));

  /** Undefined if the page is not Japanese. */
  const readJapanese = async (image: OcrImage, data: TesseractData): Promise<OcrLine[] | undefined> => {
    const lines = await (await tesseract(data)).read(image);
    return isTrusted(lines) && isJapanese(lines) ? withoutGuesses(lines) : undefined;
  };

  const readOtherwise = async (image: OcrImage, first: OcrLine[]): Promise<OcrLine[]> => {
    const boxes = await findTextBoxes(await ppocr(), image, lookSide);
    if (boxes.length === 0) return [];
    const probe = await probeRotation(await ppocr(), image, boxes);
    const upright = await rotateByRightAngles(image, probe.degrees);
    const japanese = async () =>
      (probe.hasTallLines ? await readJapanese(image, 'jpn_vert') : undefined) ??
      readJapanese(upright, 'jpn');
    /** Refuses noise, so that it is not stored as text. */
    const japaneseOrRefuse = async (noise: OcrLine[]): Promise<OcrLine[]> => {
      if (characterCount(noise) < leastCharacters) return [];
      const lines = await japanese();
      if (!lines) throw unknownScript();
      return lines;
    };
    if (foreignShare(probe.text) > 0.1) {
      const reading = await readBoxes(await ppocr(), upright);
      if (isNoise(reading)) return japaneseOrRefuse(reading.lines);
      return reading.confidence < surelyChinese ? ((await japanese()) ?? reading.lines) : reading.lines;
    }
    const second = probe.degrees === 0 ? first : await (await tesseract('eng')).read(upright);
    const kept = withoutGuesses(second);
    if (isTrusted(second)) return kept;
    const other = await readBoxes(await ppocr(), upright);
    const isBetter = weight(other.lines) > weight(kept);
    const best = isBetter ? other.lines : kept;
    return isLatinNoise(second, other) ? japaneseOrRefuse(best) : best;
  };

  return {
    read: async (picture) => {
      const image = await straightenImage(picture);
      const first = await (await tesseract('eng')).read(image);
      return isTrusted(first) ? withoutGuesses(first) : readOtherwise(image, first);
    },
    close: async () => {
      for (const reader of readers.values()) await (await reader).close();
    },
  };
};
