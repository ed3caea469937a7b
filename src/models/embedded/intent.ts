import { fold, type Language } from './language.ts';

export type Intent = 'greeting' | 'thanks' | 'agreed' | 'bye' | 'who' | 'human' | 'other';

/** Longer texts have a subject, whatever polite words they start or end with. */
const longestSmallTalk = 80;

/** Each is matched against the whole text, folded and without punctuation: "hello, what is …" is a question. */
const smallTalk: ReadonlyArray<readonly [Intent, Language, RegExp]> = [
  ['greeting', 'en', /^(?:help|help me|i need (?:some )?help|can you help(?: me)?|please help(?: me)?)$/],
  ['greeting', 'zh', /^(?:帮助|帮忙|帮帮我|我需要帮助|需要帮助|救命)$/],
  ['greeting', 'es', /^(?:ayuda|necesito ayuda|me puedes? ayudar)$/],
  ['greeting', 'fr', /^(?:aide|a l aide|j ai besoin d aide|aidez moi)$/],
  ['greeting', 'de', /^(?:hilfe|ich brauche hilfe|konnen sie mir helfen)$/],
  [
    'agreed',
    'en',
    /^(?:ok|okay|k|fine|great|good|perfect|cool|got it|i see|understood|all right|alright|sure|nice|yes|no)$/,
  ],
  ['agreed', 'zh', /^(?:好|好的|行|嗯|嗯嗯|哦|知道了|明白|明白了|了解|可以|没问题|是|是的|不|不用)$/],
  ['agreed', 'es', /^(?:vale|de acuerdo|entendido|perfecto|si|bien)$/],
  ['agreed', 'fr', /^(?:d accord|entendu|parfait|oui|non|bien|tres bien)$/],
  ['agreed', 'de', /^(?:gut|verstanden|alles klar|in ordnung|ja|nein|super|prima)$/],
  [
    'who',
    'en',
    /^(?:what can you (?:do|help (?:me )?with)|how can you help(?: me)?|what do you (?:do|know)|how do you work)$/,
  ],
  ['who', 'zh', /^(?:你|您)(?:能|会|可以|都能|都会)(?:做|干|帮我做)?(?:什么|些什么|啥)$/],
  [
    'greeting',
    'en',
    /^(?:(?:hi|hello|hey|hiya|howdy|greetings|yo)(?: (?:hi|hello|hey|there|all|everyone|team|again|you|frontdesk|friend))*|good (?:morning|afternoon|evening|day))(?: how are you(?: doing)?(?: today)?)?$|^how are you(?: doing)?(?: today)?$|^what s up$/,
  ],
  [
    'greeting',
    'zh',
    /^(?:你好|您好|你们好|大家好|哈喽|哈罗|嗨|嘿|喂|早|早上好|上午好|中午好|下午好|晚上好|在吗|在么|有人吗|hi|hello)+(?:呀|啊|哈|吗)?$/,
  ],
  [
    'greeting',
    'es',
    /^(?:hola|buenas|buenos dias|buenas tardes|buenas noches|saludos)(?: (?:hola|buenas|a todos|que tal|como estas|como esta|buenos dias|buenas tardes))*$/,
  ],
  [
    'greeting',
    'fr',
    /^(?:bonjour|bonsoir|salut|coucou)(?: (?:a tous|ca va|comment ca va|comment allez vous|madame|monsieur))*$/,
  ],
  [
    'greeting',
    'de',
    /^(?:hallo|guten tag|guten morgen|guten abend|gruss gott|servus|moin|moin moin)(?: (?:zusammen|alle|wie geht es ihnen|wie geht s|wie gehts))*$/,
  ],
  [
    'thanks',
    'en',
    /^(?:ok |okay |great |perfect |cool )?(?:thanks|thank you|thx|ty|cheers|many thanks)(?: (?:you|a lot|so|very|much|again|for|your|the|help|that|all|everything|bye|answer))*$/,
  ],
  [
    'thanks',
    'zh',
    /^(?:好的|好|ok|嗯)?(?:谢谢|多谢|感谢|谢了|非常感谢|谢谢你|谢谢您|感谢您|thanks)(?:你|您|了|啦|啊|的帮助|你的帮助|您的帮助)*$/,
  ],
  ['thanks', 'es', /^(?:muchas |mil |ok |vale )?gracias(?: (?:por|la|su|tu|ayuda|todo|a usted))*$/],
  ['thanks', 'fr', /^(?:ok |d accord )?merci(?: (?:beaucoup|bien|a vous|pour|votre|l|aide|tout))*$/],
  [
    'thanks',
    'de',
    /^(?:ok |gut )?(?:danke|vielen dank|herzlichen dank|dankeschon|besten dank)(?: (?:schon|sehr|dir|ihnen|fur|die|ihre|hilfe))*$/,
  ],
  [
    'bye',
    'en',
    /^(?:ok |okay )?(?:bye|goodbye|good bye|bye bye|see you|see ya|farewell|have a (?:nice|good) (?:day|evening|one)|good night)(?: (?:bye|then|later|soon|for now|tomorrow))*$/,
  ],
  ['bye', 'zh', /^(?:再见|拜拜|拜|回见|下次见|晚安|88)(?:了|啦)?$/],
  ['bye', 'es', /^(?:adios|hasta luego|hasta pronto|chao|nos vemos)$/],
  ['bye', 'fr', /^(?:au revoir|a bientot|bonne journee|bonne soiree|bonne nuit|adieu)$/],
  ['bye', 'de', /^(?:tschuss|auf wiedersehen|bis bald|bis spater|ciao|schonen tag(?: noch)?|gute nacht)$/],
  [
    'who',
    'en',
    /^(?:so )?(?:who|what) (?:are|r) (?:you|u)(?: exactly| really)?$|^(?:are|r) (?:you|u) (?:a |an |really |just )*(?:bot|robot|human|person|real person|ai|llm|machine|chatbot|gpt|chatgpt|language model|large language model)(?: or .{1,30})?$|^what(?: s| is) your name$|^(?:which|what) (?:model|llm|ai|language model)(?: model)? (?:are you|is this|do you use|are you using)$|^(?:introduce yourself|tell me about yourself)$/,
  ],
  [
    'who',
    'zh',
    /^(?:请问)?(?:你|您)(?:是谁|是什么|叫什么|叫什么名字|是机器人|是人|是真人|是人工|是ai|是人工智能|是什么模型|用的是?什么模型|是大模型|是大语言模型)(?:吗|么|呢|啊|呀|还是.{1,10})?$|^(?:请)?(?:自我介绍|介绍一下你自己|介绍你自己)(?:一下)?$/,
  ],
  [
    'who',
    'es',
    /^(?:quien|que) (?:eres|es usted|es)$|^(?:eres|es usted) (?:un |una )?(?:bot|robot|humano|persona|ia|maquina)$|^como te llamas$/,
  ],
  [
    'who',
    'fr',
    /^(?:qui|que) (?:es tu|etes vous)$|^(?:es tu|etes vous) (?:un |une )?(?:robot|bot|humain|personne|ia|machine)$|^comment (?:tu t appelles|vous appelez vous)$|^tu es qui$/,
  ],
  [
    'who',
    'de',
    /^(?:wer|was) (?:bist du|sind sie)$|^(?:bist du|sind sie) (?:ein |eine )?(?:bot|roboter|mensch|ki|maschine)$|^wie (?:heisst du|heissen sie)$/,
  ],
];

/** Thanks in any number of words, if the text contains no question. */
const thanksAtLength: ReadonlyArray<readonly [Language, RegExp]> = [
  ['en', /^(?:\w+ ){0,2}(?:thanks|thank you|many thanks)\b/],
  ['zh', /^.{0,4}(?:谢谢|多谢|感谢)/],
  ['es', /^(?:\w+ ){0,2}gracias\b/],
  ['fr', /^(?:\w+ ){0,2}merci\b/],
  ['de', /^(?:\w+ ){0,2}(?:danke|vielen dank|herzlichen dank)\b/],
];

/** A request for a person can be part of any sentence, so these match inside the text. */
const wantsHuman: ReadonlyArray<RegExp> = [
  /\b(?:talk|speak|chat|connect me|transfer me|pass me|put me through|hand me over)\b.{0,20}\b(?:human|person|someone|somebody|operator|representative|agent|staff|colleague|advisor|manager|supervisor|support|customer service)\b/,
  /\b(?:want|need|like|get me|give me)\b (?:a |an |the )?(?:human|real person|live person|human agent|live agent|operator|representative)\b/,
  /^(?:human|human please|agent please|operator|representative|live agent|real person)$/,
  /转.{0,2}人工|人工客服|人工服务|真人客服|(?:找|要|和|跟).{0,4}(?:真人|人工|客服人员|工作人员)/,
  /\b(?:hablar|conectar|comunicar|pasar)\b.{0,30}\b(?:persona|humano|agente|operador|alguien)\b/,
  /\b(?:parler|discuter|transferer|joindre|contacter)\b.{0,30}\b(?:personne|humain|conseiller|agent|operateur|quelqu un)\b/,
  /\b(?:sprechen|reden|verbinden|kontakt)\b.{0,30}\b(?:mensch|menschen|person|mitarbeiter|jemand|jemandem|berater)\b|\b(?:mensch|menschen|person|mitarbeiter|jemand|jemandem|berater)\b.{0,20}\b(?:sprechen|reden|verbinden)\b/,
];

const bare = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A user who thanks in advance expects an answer first. */
const isAsking = (text: string): boolean =>
  /[?？\d]|吗|什么|怎么|哪|多少|\b(?:but|please|what|when|where|which|who|how|why|can|could|tell|show)\b/iu.test(
    text,
  );

/** The intent of a message, if a few words decide it, and the language of those words. */
export const readIntent = (text: string): { intent: Intent; language?: Language } => {
  if (text.length > 400) return { intent: 'other' };
  const spaced = bare(text);
  const folded = /\p{Script=Han}/u.test(spaced) ? spaced.replaceAll(' ', '') : spaced;
  if (folded.length <= longestSmallTalk) {
    for (const [intent, language, pattern] of smallTalk)
      if (pattern.test(folded)) return { intent, language };
    const thanks = isAsking(text) ? undefined : thanksAtLength.find(([, pattern]) => pattern.test(folded));
    if (thanks) return { intent: 'thanks', language: thanks[0] };
  }
  if (folded.length <= 200 && wantsHuman.some((pattern) => pattern.test(folded))) return { intent: 'human' };
  return { intent: 'other' };
};
