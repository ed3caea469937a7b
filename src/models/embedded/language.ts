import { detectLatin, textLanguages } from '../../lib/language/index.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';

const latinLanguages = ['en', 'es', 'fr', 'de'] as const;

/** Languages with phrases in the embedded model. Replies in other languages use English phrases around the quotes. */
export type Language = (typeof latinLanguages)[number] | 'zh' | 'ru' | 'ar';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Words without a subject, which are ignored when texts are compared.
 * Question words and phrases around a question ("can you tell me", "I need") belong here too.
 */
const functionWords: Record<(typeof latinLanguages)[number], ReadonlySet<string>> = {
  en: words(
    'a about am an and any are as at be been being but by can could did do does doing each every for from get ' +
      'gets give go got had has have having he her here him his how i if in into is it its just know let like ' +
      'look many may me might more most much must my need no not now of off on one only or other our out over ' +
      'please s same say she should so some such t take takes tell than that the their them then there these ' +
      'they thing this those to too under up us use very want was we were what when where which while who whom ' +
      'whose why will with would yes you your',
  ),
  es: words(
    'a al algo alguna algun ante como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde ' +
      'dime el ella en entre era es esa ese eso esta estan estar este esto fue ha hace hacer hacia han hay la ' +
      'las le les lo los mas me mi mis muy necesito no nos o para pero podria por porque puede puedo que quien ' +
      'quiero se ser si sin sobre son su sus tambien te tengo tiene tienen tu tus un una uno unos usted y ya yo',
  ),
  fr: words(
    'a afin ai alors as au aussi aux avec avez avoir ce ces cet cette c combien comme comment d dans de des ' +
      'dois donc du elle en est et etre eu faire fait faut il ils j je l la le les leur lui m ma mais me mes ' +
      'moi mon n ne nos notre nous on ont ou par pas peut peux plus pour pourquoi qu quand que quel quelle ' +
      'quelles quels qui s sa sans se ses si son sont sur ta te tes toi ton tu un une veux voudrais vos votre ' +
      'vous y',
  ),
  de: words(
    'aber alle als am an auch auf aus bei bin bis bitte brauche da das dass dein deine dem den der des die ' +
      'dir du durch ein eine einem einen einer eines er es etwas fur gibt habe haben hat hier ich ihr ihre im ' +
      'in ist ja kann kannst konnen lange man mein meine mich mir mit mochte muss nach nicht noch nur ob oder ' +
      'sehr sein sich sie sind so um und uns unser unsere viel viele vom von vor wann war warum was welche ' +
      'welcher welches wenn wer werden wie wieviel will wir wird wo zu zum zur uber',
  ),
};

/** Lower case without accents, so that "envío" and "envio" are equal. */
export const fold = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII, the common case, has nothing to take apart.
  /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : normalizeText(text, 'NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replaceAll('ß', 'ss');

const everyFunctionWord: ReadonlySet<string> = new Set(
  latinLanguages.flatMap((language) => [...functionWords[language]]),
);

export const isFunctionWord = (foldedWord: string): boolean => everyFunctionWord.has(foldedWord);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The language of the reply. A guess from few words is enough, because it only selects the phrases. */
export const detectLanguage = (text: string): Language => {
  const sample = text.slice(0, 400);
  if (/\p{Script=Han}/u.test(sample) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample))
    return 'zh';
  // Names of products are in Latin letters in every language.
  const latin = count(sample, /\p{Script=Latin}/gu);
  const { cyrillic, arabic } = textLanguages(sample);
  if (cyrillic === 'ru' && count(sample, /\p{Script=Cyrillic}/gu) > latin) return 'ru';
  if (arabic === 'ar' && count(sample, /\p{Script=Arabic}/gu) > latin) return 'ar';
  // English is the default.
  return detectLatin(sample, latinLanguages)?.language ?? 'en';
};
