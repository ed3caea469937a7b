/** A quick classification of a text's language, as far as embedding models differ in quality. */
export type LanguageClass = 'english' | 'latin' | 'chinese' | 'japanese-korean' | 'other';

/** Only a sample is used: the first page has one language, and long texts must not cost more. */
const sampleLength = 2000;

const scripts = {
  han: /\p{Script=Han}/gu,
  kanaOrHangul: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  latin: /\p{Script=Latin}/gu,
  letters: /\p{L}/gu,
};

/** A Han character carries about as much information as three letters of an alphabet. */
const lettersPerHan = 3;

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const englishWords = wordSet(
  `about after an and any are as at be been but by can did do does for from had has have how if in into is it
  its may must not of on or that the their there these they this to was were what when where which who whose why
  will with would you your`,
);

/** Frequent short words of other languages with Latin letters that are not English words. */
const otherWords = wordSet(
  `al como con cual cuál cuales cuáles cuando cuándo cuantas cuántas cuanto cuánto cuantos cuántos de del donde
  dónde el en es esta está fue fueron ha han hay la las lo los más para pero por porque qué que quien quién se ser
  si sin sobre son su sus también tiene un una y
  au aux avec ce ces cette comment dans des du elle est et étaient était il ils je le les leur mais où pas plus
  pour pourquoi quand quel quelle quelles quels qui sont sur une vous
  aber auf aus bei bin das dem den der des dass durch ein eine einem einen einer für hat ich ist kann mit nach
  nicht oder sich sie sind über um und unter vom von wann warum was welche welcher welches wenn wer werden wie wir
  wird wo wurde wurden zu zum zur
  alla che chi come cosa cui da dal dalla dei del della delle di dove è erano gli ho il io nel nella non perché
  più quale quali quando quanti quanto sono sua suo tra
  ao aos até da das do dos ela ele eles em foi foram isso já mais mas meu muito na não nas nos o onde os ou pela
  pelo por qual quais quantos quem são seu sua também um uma você
  aan bij dat de deze dit door een en er haar heb het hij hoe ik is kan maar met naar niet of om onder ook op te
  tot uit van voor waar waarom wanneer wat welke werd wie wordt zijn
  att av den det där en ett för från hade han har hur inte jag kan med men när och om på som till var vad varför
  vem vid vilken är hvad hvor hvem hvordan ikke og på til af
  co czy dla do gdzie i jak jaka jaki jakie jest kiedy kto który która które na nie od po się są to w z że
  ne je jsou kde kdy který proč se si jako od za při
  bir bu ile için kadar mi mı nasıl ne neden nerede olan olarak ve var daha kim hangi
  adalah apa dan dari dengan di itu kapan ke mengapa pada siapa untuk yang
  và là của có cho các những một người được không khi nào gì ở
  ca ce cu din este în la pe sau și
  hogy és az egy nem mi hol mikor ki ja ei oli mikä missä milloin kuka`,
);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const isEnglish = (text: string): boolean => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let english = 0;
  let other = 0;
  let accented = 0;
  for (const word of words) {
    if (englishWords.has(word)) english++;
    else if (otherWords.has(word)) other++;
    if (/[^a-z]/.test(word)) accented++;
  }
  if (english !== other) return english > other;
  // Without short words (a query of keywords) accents are the next best indication.
  return accented * 6 <= words.length;
};

export const languageClass = (text: string): LanguageClass => {
  const sample = text.slice(0, sampleLength);
  const han = count(sample, scripts.han);
  const kanaOrHangul = count(sample, scripts.kanaOrHangul);
  const latin = count(sample, scripts.latin);
  const letters = count(sample, scripts.letters);
  const eastAsian = lettersPerHan * (han + kanaOrHangul);
  if (eastAsian > 0 && eastAsian >= letters - han - kanaOrHangul) {
    return kanaOrHangul * 10 > han ? 'japanese-korean' : 'chinese';
  }
  if (letters === 0 || latin * 2 >= letters) return isEnglish(sample) ? 'english' : 'latin';
  return 'other';
};
