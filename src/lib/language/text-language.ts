/** Only the beginning is used: a long text must not cost more. */
const sampleLength = 400;

/** Scripts that one language of the chat uses. Kana come before Han, which Japanese uses as well. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

/** Letters of other languages in the same script: Ukrainian, Belarusian, Serbian, Kazakh; Persian and Urdu. */
const otherLetters: Readonly<Record<string, RegExp>> = {
  ru: /[іїєґўјљњћђџқғңөұүһ]/iu,
  ar: /[پچژگکیٹڈڑےہ]/u,
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Frequent short words. A word of two languages counts for both and so decides nothing. */
const frequentWords: readonly (readonly [string, ReadonlySet<string>])[] = [
  [
    'en',
    words(
      'a an and are at can could do does for have help how i in is it me my not of on please speak talk that the there this to want what when where who with you your',
    ),
  ],
  [
    'de',
    words(
      'aber auf bei bin bitte das dem den der die ein eine einem einen einer es für haben hat hilfe ich im ist kann mein mich mir mit möchte nicht noch sie sind und von was wer wie wo zu zum',
    ),
  ],
  [
    'fr',
    words(
      'à au avec ce cette comment dans de des du en est et il je la le les ma mais mon ne nous où parler pas peux pour que quel quelle qui sur un une veux voudrais vous',
    ),
  ],
  [
    'es',
    words(
      'a al ayuda como cómo con cuál cuándo de del dónde el ella en es esta está este hablar hay la las lo los me mi mis no para por puedo que qué quiero se su tengo un una y yo',
    ),
  ],
  [
    'pt',
    words(
      'a ajuda ao as com como da das de do dos e é ela em está eu falar isso já me meu minha na não no nos o onde os para por posso preciso quando que quem quero se sua são tem um uma você',
    ),
  ],
  [
    'it',
    words(
      'a aiuto al che chi ci come con cosa da dei del della di dove è gli ho i il in io la le lo mi mia mio nel non parlare per posso quando quanto questo sono un una vorrei',
    ),
  ],
  [
    'id',
    words(
      'ada adalah anda apa bagaimana bisa dan dari dengan di dimana ingin ini itu kami kapan ke mau mohon pada saya siapa tidak tolong untuk yang',
    ),
  ],
  [
    'tr',
    words(
      'ben bir bu çok da de değil evet gibi hayır için ile istiyorum kim lütfen mi mı musunuz nasıl ne nerede nerde var ve yardım yok zaman',
    ),
  ],
  ['vi', words('bạn cần cho có của được giúp gì khi không là làm một muốn này nào ở thế tôi và với xin')],
];

/** Letters and marks that only one of these languages uses. */
const signs: readonly (readonly [string, RegExp])[] = [
  ['de', /ß/],
  ['es', /[¿¡ñ]/i],
  ['fr', /[œ]|\b[cdjlmnst]['’]\p{L}/iu],
  ['pt', /[ãõ]/i],
  ['tr', /[ğış]/],
  ['vi', /[ạ-ỹđơư]/i],
];

const best = (scores: readonly (readonly [string, number])[]): string | undefined => {
  const [first, second] = scores.filter(([, score]) => score > 0).sort(([, one], [, other]) => other - one);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
};

/**
 * The language of a text, of those that the chat supports. Undefined if it cannot be determined. For choosing among
 * texts with the same content, where a default is better than a wrong guess.
 */
export const textLanguage = (text: string): string | undefined => {
  const sample = text.slice(0, sampleLength).normalize('NFC');
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) {
    // One kana distinguishes Japanese from Chinese, so the first script that occurs decides.
    const [language = ''] = scripts.find(([, script]) => sample.match(script)) ?? [];
    return language === '' || otherLetters[language]?.test(sample) ? undefined : language;
  }
  const sampleWords = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  return best(
    frequentWords.map(([language, frequent]) => {
      const isSigned = signs.some(([signed, sign]) => signed === language && sign.test(sample));
      return [language, sampleWords.filter((word) => frequent.has(word)).length + (isSigned ? 2 : 0)];
    }),
  );
};
