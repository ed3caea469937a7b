import { fold, isFunctionWord } from './language.ts';

/** What Chinese (and Japanese) questions wrap around their subject. Longest first: they are cut out in turn. */
const hanFiller =
  /请问一下|请问|多长时间|请帮我|帮我|需要|可以|能够|应该|你们|我们|为什么|什么时候|多少钱|是什么|是多少|怎么样|怎么办|有没有|是不是|能不能|可不可以|什么|怎么|如何|哪里|哪些|哪个|哪儿|多少|多久|几个|谁|吗|呢|吧|啊|的|了|是|我想知道|告诉我|请|们/gu;

/** Scripts without spaces that are best cut by their own dictionary. */
const dictionaryScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const runs =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)|([\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+)|[\p{L}\p{M}\p{N}]+(?:[.,'’_@-][\p{L}\p{N}]+)*/gu;

const endings = 'ation ement ment ione ion ing edly ied ie er ed en ly e y a o n'.split(' ');
const shortestStem = 3;

/** Words people ask with for what documents call otherwise; by stem. */
const sameMeaning: ReadonlyMap<string, string> = new Map([
  ['cost', 'pric'],
  ['fee', 'pric'],
  ['guarante', 'warrant'],
  ['telephon', 'phon'],
  ['cuest', 'preci'],
  ['cout', 'prix'],
  ['kostet', 'preis'],
  ['kost', 'preis'],
]);

/** Brings forms of one word together; the stem itself need not be a word. Numbers and short words stay. */
const stem = (word: string): string => {
  if (word.length <= shortestStem || /\d/.test(word)) return word;
  const singular = /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  let cut = singular;
  for (const ending of endings) {
    const rest = singular.length - ending.length;
    // Of a short word a long ending is part of the word itself: "station", "moment".
    if (rest < shortestStem || (rest === shortestStem && ending.length > 3) || !singular.endsWith(ending))
      continue;
    cut = singular.slice(0, rest);
    break;
  }
  const single = /([bdfglmnprt])\1$/.test(cut) ? cut.slice(0, -1) : cut;
  return sameMeaning.get(single) ?? single;
};

const pairs = (run: string, into: string[]): void => {
  const characters = [...run];
  if (characters.length === 1) into.push(run);
  for (let index = 0; index + 1 < characters.length; index += 1) {
    into.push(`${characters[index]}${characters[index + 1]}`);
  }
};

let segmenter: Intl.Segmenter | undefined;
/** Intl.Segmenter is quadratic on long strings, so a run is cut into pieces first. */
const segmentPieceLength = 200;

const dictionaryWords = (run: string, into: string[]): void => {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  for (let start = 0; start < run.length; start += segmentPieceLength) {
    for (const part of segmenter.segment(run.slice(start, start + segmentPieceLength))) {
      if (part.isWordLike) into.push(part.segment);
    }
  }
};

const latinTerms = (word: string, into: string[]): void => {
  const folded = fold(word);
  if (isFunctionWord(folded)) return;
  into.push(stem(folded));
  // "well-known" is found by its parts too, and so is "user@example.com".
  const parts = folded.split(/[^\p{L}\p{N}]+/u);
  if (parts.length === 1) return;
  for (const part of parts) if (part.length > 1 && !isFunctionWord(part)) into.push(stem(part));
};

/** "How long", "how often" ask for a measure; the answer hardly ever repeats the word. Greetings neither. */
const questionFiller =
  /\bhow (?:long|often|far|soon|late|early|old|big|fast|quickly)\b|\b(?:hi|hello|hey|thanks|thank you|good (?:morning|evening|afternoon))\b|\bwie (?:lange|oft|weit|gross)\b|\b(?:hola|bonjour|hallo)\b/gi;

export const questionTermsOf = (question: string): string[] => termsOf(question.replace(questionFiller, ' '));

/**
 * The subject words of a text in a form that compares: stems for scripts with spaces, pairs of characters
 * for Chinese, Japanese and Korean, dictionary words for Thai and its neighbours. May repeat.
 */
export const termsOf = (text: string): string[] => {
  const terms: string[] = [];
  for (const match of text.matchAll(runs)) {
    const [run, eastAsian, dictionary] = match;
    if (eastAsian !== undefined) {
      for (const piece of eastAsian.replace(hanFiller, ' ').split(' ')) if (piece !== '') pairs(piece, terms);
    } else if (dictionary !== undefined && dictionaryScripts.test(dictionary))
      dictionaryWords(dictionary, terms);
    else latinTerms(run, terms);
  }
  return terms;
};
