import { splitSentences } from '../../lib/language/index.ts';
import { fold } from './language.ts';
import { termsOf } from './terms.ts';

/** Something a user said about themselves: "my order number is 4711". */
export interface Fact {
  /** As written, to repeat it. Empty for the user's name. */
  name: string;
  value: string;
}

/** Key of the fact "the user's name", in any language. */
const nameWords = /^(?:(?:first |full |last )?name|nombre|nom|prenom|vorname|nachname|名字|姓名|昵称)$/;
export const isOwnName = (name: string): boolean => name === '' || nameWords.test(fold(name));

const word = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’-]*";
const factName = `(${word}(?: ${word}){0,3}?)`;
const value = '([^,;.!?，。；！？\\n]+(?:[.,@:/-](?=[\\p{L}\\p{N}])[^,;.!?，。；！？\\s]+)*)';
const ownName = `((?:\\p{Lu}[\\p{L}\\p{M}'’-]*)(?: \\p{Lu}[\\p{L}\\p{M}'’-]*){0,3}|\\p{Lo}[\\p{Lo}\\p{M}]{0,11}(?: \\p{Lo}[\\p{Lo}\\p{M}]{0,11}){0,2})`;

const ownNameStatements = [
  new RegExp(
    `(?:[Mm]y name is|[Mm]y name['’]s|I am called|[Cc]all me|[Mm]e llamo|[Mm]i nombre es|[Jj]e m['’]appelle|[Mm]on nom est|[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist) ${ownName}`,
    'u',
  ),
  /(?:我叫做?|我的名字是|我的名字叫|我名叫|叫我)\s*([\p{L}\p{M}·]{1,20}?)(?=[，。！,.!\s]|吧|$)/u,
  // Lower-case names only after the simplest wording, where nothing else can follow.
  /(?:my name is|me llamo|je m['’]appelle|ich hei(?:ß|ss)e) ([\p{L}\p{M}'’-]{1,40})/iu,
  new RegExp(`[Uu]ser['’]s name is ${ownName}`, 'u'),
];

const statements = [
  new RegExp(`\\b(?:my|the user['’]s) ${factName} (?:is|are|was) ${value}`, 'iu'),
  new RegExp(`\\bmis? ${factName} (?:es|son|era) ${value}`, 'iu'),
  new RegExp(`\\b(?:mon|ma|mes) ${factName} (?:est|sont|c['’]est) ${value}`, 'iu'),
  new RegExp(`\\bmeine? ${factName} (?:ist|sind|lautet) ${value}`, 'iu'),
  /我的([\p{L}\p{N}]{1,12}?)(?:是|为|叫|：|:)\s*([^，。；！？,;!?\n吗呢]+)/u,
];

const ownNameQuestions =
  /\b(?:what(?:['’]s| is| was)|(?:do you )?(?:know|remember|recall)|tell me|say) my (?:first |full |last )?name\b|\bwho (?:am i|i am)\b|\b(?:know|remember|recognise|recognize) me\b|我(?:的名字)?(?:叫|是)(?:什么|啥)|我叫什么|我是谁|我的名字(?:是什么|呢|是啥)?[？?吗]?$|\bc[oó]mo me llamo\b|\bcu[aá]l es mi nombre\b|\bqui[eé]n soy\b|\bcomment (?:est-ce que )?je m['’]appelle\b|\bquel est mon (?:pr[eé])?nom\b|\bqui suis-je\b|\bwie hei(?:ß|ss)e ich\b|\bwie ist mein name\b|\bwer bin ich\b/iu;

const questions = [
  new RegExp(
    `\\b(?:what|which|when|where|who)(?:['’]s| is| are| was) my ${factName}(?: again| now)? ?\\??$`,
    'iu',
  ),
  new RegExp(`\\b(?:do you (?:know|remember|recall)|tell me|remind me of) my ${factName} ?\\??$`, 'iu'),
  new RegExp(`\\b(?:cu[aá]l|qu[eé]) (?:es|son|era) mis? ${factName} ?\\??$`, 'iu'),
  new RegExp(`\\bquel(?:le)?s? (?:est|sont) (?:mon|ma|mes) ${factName} ?\\??$`, 'iu'),
  new RegExp(`\\b(?:wie|was|wer|welche[rs]?) (?:ist|sind|lautet) meine? ${factName} ?\\??$`, 'iu'),
  /我的([\p{L}\p{N}]{1,12}?)(?:是什么|是多少|是哪(?:个|里|天)?|是谁|叫什么|呢)[？?]?$/u,
];

/** Of longer texts only the start and end are read, because facts about oneself are short sentences. */
const longestRead = 4000;

const firstMatch = (patterns: readonly RegExp[], text: string): RegExpExecArray | undefined => {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
};

/** Two facts may be in one sentence: "My name is Ada; my order number is 4711." */
const statementsOf = (text: string): string[] =>
  splitSentences(text, 'chat').flatMap((sentence) => sentence.split(/;\s+|；\s*/u));

/** Facts that the text states about its writer, in order. */
export const readFacts = (text: string): Fact[] => {
  const facts: Fact[] = [];
  for (const sentence of statementsOf(text.slice(0, longestRead))) {
    if (/[?？]$/u.test(sentence)) continue;
    const named = firstMatch(ownNameStatements, sentence);
    if (named?.[1] !== undefined) {
      facts.push({ name: '', value: named[1].trim() });
      continue;
    }
    const stated = firstMatch(statements, sentence);
    if (stated?.[1] !== undefined && stated[2] !== undefined) {
      const name = stated[1].trim();
      facts.push({ name: isOwnName(name) ? '' : name, value: stated[2].trim() });
    }
  }
  return facts;
};

/** Their values have figures or an address: "my phone is broken" is a complaint. */
const figureNames =
  /\b(?:e-?mail|mail|phone|telephone|number|correo|telefono|numero|telefon|nummer)\b|[号码箱]$|手机|电话/;
/** Any value of these is data. Others ("my plan is cancelled") need a name or a figure. */
const attributes =
  /\b(?:birthday|age|language|job|profession|colou?r|favou?rite|hobby|diet|allergy|idioma|langue|couleur|sprache|farbe)\b|[名址]$|生日|年龄|城市|国家|语言|公司|职业|颜色|爱好/;
/** Figures alone, as in an order number. "5 days late" is a complaint. */
const isFigure = (value: string): boolean => /\p{N}/u.test(value) && !/[\p{Ll}\p{Lo}]/u.test(value);

/** Whether a statement gives data about the user. "My card is stolen" is a complaint, and noting it would be no help. */
export const isData = ({ name, value: stated }: Fact): boolean => {
  if (isOwnName(name)) return true;
  const folded = fold(name);
  if (figureNames.test(folded)) return /[\p{N}@]/u.test(stated);
  return stated.includes('@') || isFigure(stated) || /^\p{Lu}/u.test(stated) || attributes.test(folded);
};

/** The fact that a user asks for. Empty for their own name. */
export const readFactQuestion = (text: string): string | undefined => {
  const question = text.trim().slice(0, 300);
  if (ownNameQuestions.test(question)) return '';
  const name = firstMatch(questions, question)?.[1]?.trim();
  return name === undefined ? undefined : isOwnName(name) ? '' : name;
};

export const sameFact = (a: string, b: string): boolean => {
  if (isOwnName(a) || isOwnName(b)) return isOwnName(a) && isOwnName(b);
  const [termsA, termsB] = [termsOf(a), termsOf(b)];
  return (
    termsA.length > 0 && termsA.length === termsB.length && termsA.every((term) => termsB.includes(term))
  );
};
