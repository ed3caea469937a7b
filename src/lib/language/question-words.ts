import type { Language } from './detect/text-languages.ts';
import { normalizeText } from './normalize-text.ts';

/**
 * Words that make a sentence a question, and relative pronouns and auxiliary verbs that questions need. Texts with the
 * answer rarely contain them, so that the inverse document frequency would take them for the most important words of a
 * question. English has a list of stop words, which contains them.
 */
const wordsOf: Partial<Record<Language, string>> = {
  ru: `что чего чему чем кто кого кому кем какой какая какое какие какого какому каким каком каких какими какую какова каков
    каково каковы который которая которое которые которого которой которому котором которых которыми сколько скольких
    когда где куда откуда почему зачем как чей чья чьё чье чьи ли называется называются является являются`,
  uk: `що чого чому чим хто кого кому ким який яка яке які якого якому яким якій яких скільки коли де куди звідки навіщо
    як чий чия чиє чиї чи`,
  bg: 'какво кой коя кое кои кого чий кога къде защо как колко какъв каква какви ли',
  sr: 'шта ко кога коме који која које када где зашто како колико чији да ли',
  ar: `ما ماذا من متى أين اين كم كيف لماذا لم هل أي اي أية اية أيه الذي التي الذين اللذان اللواتي هو هي هم بماذا لمن
    بمن مما عما ممن فيم تم يتم كان كانت`,
  fa: 'چه چی کی کجا چرا چگونه چطور چند کدام آیا است بود',
  ur: 'کیا کون کب کہاں کیوں کیسے کتنا کتنے کتنی کس کسے',
  hi: 'क्या कौन कब कहाँ कहां क्यों कैसे कितना कितने कितनी किस किसने किसको किसका किसकी किसके',
  el: 'τι ποιος ποια ποιο ποιοι ποιες ποιον ποιου πότε πού πώς γιατί πόσο πόσα πόσοι πόσες πόση',
  es: 'qué cuál cuáles quién quiénes cuándo cómo dónde adónde cuánto cuánta cuántos cuántas',
  pt: 'qual quais quem quando onde como quanto quanta quantos quantas quê',
  it: 'che cosa quale quali chi quando dove come perché quanto quanta quanti quante',
  fr: 'que qui quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels lesquelles',
  ca: 'què qui quin quina quins quines quan on com quant quanta quants quantes',
  ro: 'care cine ce când unde cum cât câți câte câtă',
  de: 'wer wen wem wessen was wann wo wohin woher warum wieso weshalb wie wieviel wieviele welche welcher welches welchem welchen',
  nl: 'wie wat wanneer waar waarom hoe hoeveel welk welke',
  da: 'hvad hvem hvilken hvilket hvilke hvornår hvor hvorfor hvordan',
  no: 'hva hvem hvilken hvilket hvilke når hvor hvorfor hvordan',
  sv: 'vad vem vilken vilket vilka när var varför hur',
  tr: `ne nedir neydi neyi neye neden neyin neler nelerdir hangi hangisi kim kimdir kimdi kimin kimi kime kaç nerede nereye
    nereden nasıl niçin niye mi mı mu mü midir`,
  vi: 'nào gì ai đâu sao bao nhiêu mấy',
};

const setOf = new Map(
  Object.entries(wordsOf).map(([language, words]) => [
    language as Language,
    new Set(normalizeText(words, 'NFKC').split(/\s+/)),
  ]),
);

/** @param word in lower case, NFKC */
export const isQuestionWord = (word: string, language: Language): boolean =>
  setOf.get(language)?.has(word) ?? false;
