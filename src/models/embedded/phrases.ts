import type { Language } from './language.ts';

/** All phrases of the embedded model. Facts are quoted, never rephrased. */
export interface Phrases {
  greeting: string;
  thanks: string;
  agreed: string;
  bye: string;
  whoAmI: string;
  nothingKnown: string;
  offerHuman: string;
  humanAsked: string;
  humanComing: string;
  humanFailed: string;
  noHuman: string;
  emptyQuestion: string;
  toolFailed: string;
  noRows: string;
  moreRows: (count: number) => string;
  sources: (titles: readonly string[]) => string;
  fact: (name: string, value: string) => string;
  yourName: (value: string) => string;
  noted: (name: string, value: string) => string;
  notedName: (value: string) => string;
  unknownFact: (name: string) => string;
  youSaid: (sentence: string) => string;
  iSaid: (sentence: string) => string;
  fileSays: (title: string) => string;
}

const listed = (titles: readonly string[]): string => titles.join('; ');

const en: Phrases = {
  greeting: 'Hello! How can I help you?',
  thanks: 'You are welcome. Is there anything else you would like to know?',
  agreed: 'All right. Is there anything else you would like to know?',
  bye: 'Goodbye, and take care.',
  whoAmI:
    "I am Frontdesk's embedded model. I am not a large language model: I look for your question in the knowledge, tables and messages I was given and quote what I find. The people who run this service can configure a model server for freer conversation.",
  nothingKnown:
    'I could not find anything about that in what I was given. To answer, I need a document, a table or an earlier message about it.',
  offerHuman: 'I can also ask a person to take over: just say that you would like to talk to someone.',
  humanAsked: 'You would like to talk to a person. A person can take over in this conversation.',
  humanComing: 'I have asked a person to take over. Please continue to write here.',
  humanFailed: 'I tried to reach a person, but it did not work just now. Please try again in a moment.',
  noHuman: 'I cannot reach a person from here. I can only answer from the knowledge I was given.',
  emptyQuestion: 'Your message had no text that I could read. What would you like to know?',
  toolFailed: 'I tried to look that up, but it did not work just now.',
  noRows: 'I looked in the table and found no matching entry.',
  moreRows: (count) => `There are ${count} more matching entries.`,
  sources: (titles) => `${titles.length === 1 ? 'Source' : 'Sources'}: ${listed(titles)}`,
  fact: (name, value) => `Your ${name} is ${value}.`,
  yourName: (value) => `Your name is ${value}.`,
  noted: (name, value) => `Noted: your ${name} is ${value}.`,
  notedName: (value) => `Nice to meet you, ${value}. How can I help you?`,
  unknownFact: (name) => `You have not told me your ${name} yet.`,
  youSaid: (sentence) => `You told me earlier: “${sentence}”`,
  iSaid: (sentence) => `I told you earlier: “${sentence}”`,
  fileSays: (title) => `“${title}” begins:`,
};

const zh: Phrases = {
  greeting: '您好！请问有什么可以帮您？',
  thanks: '不客气。还有其他想了解的吗？',
  agreed: '好的。还有其他想了解的吗？',
  bye: '再见，祝您一切顺利。',
  whoAmI:
    '我是 Frontdesk 内置的应答程序，不是大语言模型：我在提供给我的知识、表格和消息中查找您的问题，并引用找到的内容。服务的管理者可以配置模型服务器，以获得更自由的对话。',
  nothingKnown:
    '在提供给我的资料中，我没有找到相关内容。要回答这个问题，我需要一份涉及它的文档、表格或之前的消息。',
  offerHuman: '我也可以请人工客服接手：告诉我“转人工”即可。',
  humanAsked: '您想和人工客服交谈。本次对话可以由人工客服接手。',
  humanComing: '我已请人工客服接手，请继续在这里留言。',
  humanFailed: '我尝试联系人工客服，但暂时没有成功，请稍后再试。',
  noHuman: '我在这里无法联系人工客服，只能根据提供给我的知识回答。',
  emptyQuestion: '您的消息中没有我能读取的文字。请问您想了解什么？',
  toolFailed: '我尝试查询，但暂时没有成功。',
  noRows: '我查了表格，没有找到匹配的记录。',
  moreRows: (count) => `另有 ${count} 条匹配的记录。`,
  sources: (titles) => `来源：${titles.join('；')}`,
  fact: (name, value) => `您的${name}是${value}。`,
  yourName: (value) => `您的名字是${value}。`,
  noted: (name, value) => `记下了：您的${name}是${value}。`,
  notedName: (value) => `${value}，很高兴认识您。请问有什么可以帮您？`,
  unknownFact: (name) => `您还没有告诉我您的${name}。`,
  youSaid: (sentence) => `您之前说过：“${sentence}”`,
  iSaid: (sentence) => `我之前说过：“${sentence}”`,
  fileSays: (title) => `“${title}”开头写道：`,
};

const es: Phrases = {
  greeting: '¡Hola! ¿En qué puedo ayudarle?',
  thanks: 'De nada. ¿Hay algo más que quiera saber?',
  agreed: 'De acuerdo. ¿Hay algo más que quiera saber?',
  bye: 'Adiós, que le vaya bien.',
  whoAmI:
    'Soy el contestador integrado de Frontdesk. No soy un gran modelo de lenguaje: busco su pregunta en los conocimientos, tablas y mensajes que me han dado y cito lo que encuentro. Quienes administran este servicio pueden configurar un servidor de modelos para una conversación más libre.',
  nothingKnown:
    'No he encontrado nada sobre eso en lo que me han dado. Para responder necesitaría un documento, una tabla o un mensaje anterior que trate de ello.',
  offerHuman: 'También puedo pedir que le atienda una persona: basta con que me lo diga.',
  humanAsked: 'Quiere hablar con una persona. En esta conversación puede atenderle una persona.',
  humanComing: 'He pedido que le atienda una persona. Puede seguir escribiendo aquí.',
  humanFailed:
    'He intentado avisar a una persona, pero ahora no ha sido posible. Inténtelo de nuevo en un momento.',
  noHuman:
    'Desde aquí no puedo avisar a una persona. Solo puedo responder con los conocimientos que me han dado.',
  emptyQuestion: 'Su mensaje no tenía texto que yo pueda leer. ¿Qué desea saber?',
  toolFailed: 'He intentado consultarlo, pero ahora no ha sido posible.',
  noRows: 'He mirado en la tabla y no hay ninguna entrada que coincida.',
  moreRows: (count) => `Hay ${count} entradas más que coinciden.`,
  sources: (titles) => `${titles.length === 1 ? 'Fuente' : 'Fuentes'}: ${listed(titles)}`,
  fact: (name, value) => `Su ${name} es ${value}.`,
  yourName: (value) => `Usted se llama ${value}.`,
  noted: (name, value) => `Anotado: su ${name} es ${value}.`,
  notedName: (value) => `Encantado, ${value}. ¿En qué puedo ayudarle?`,
  unknownFact: (name) => `Todavía no me ha dicho su ${name}.`,
  youSaid: (sentence) => `Antes me dijo: «${sentence}»`,
  iSaid: (sentence) => `Antes le dije: «${sentence}»`,
  fileSays: (title) => `«${title}» empieza así:`,
};

const fr: Phrases = {
  greeting: 'Bonjour ! Comment puis-je vous aider ?',
  thanks: 'Je vous en prie. Souhaitez-vous savoir autre chose ?',
  agreed: 'Entendu. Souhaitez-vous savoir autre chose ?',
  bye: 'Au revoir et bonne continuation.',
  whoAmI:
    'Je suis le répondeur intégré de Frontdesk. Je ne suis pas un grand modèle de langage : je cherche votre question dans les connaissances, les tableaux et les messages qui m’ont été confiés et je cite ce que je trouve. Les personnes qui gèrent ce service peuvent configurer un serveur de modèles pour une conversation plus libre.',
  nothingKnown:
    'Je n’ai rien trouvé à ce sujet dans ce qui m’a été confié. Pour répondre, il me faudrait un document, un tableau ou un message antérieur qui en parle.',
  offerHuman: 'Je peux aussi demander à une personne de prendre le relais : il suffit de me le dire.',
  humanAsked:
    'Vous souhaitez parler à une personne. Une personne peut prendre le relais dans cette conversation.',
  humanComing: 'J’ai demandé à une personne de prendre le relais. Vous pouvez continuer à écrire ici.',
  humanFailed:
    'J’ai essayé de joindre une personne, sans succès pour l’instant. Veuillez réessayer dans un moment.',
  noHuman:
    'Je ne peux pas joindre une personne d’ici. Je réponds seulement avec les connaissances qui m’ont été confiées.',
  emptyQuestion: 'Votre message ne contenait aucun texte que je puisse lire. Que souhaitez-vous savoir ?',
  toolFailed: 'J’ai essayé de le rechercher, sans succès pour l’instant.',
  noRows: 'J’ai regardé dans le tableau et n’ai trouvé aucune entrée correspondante.',
  moreRows: (count) => `Il y a encore ${count} entrées correspondantes.`,
  sources: (titles) => `${titles.length === 1 ? 'Source' : 'Sources'} : ${listed(titles)}`,
  fact: (name, value) => `Votre ${name} est ${value}.`,
  yourName: (value) => `Vous vous appelez ${value}.`,
  noted: (name, value) => `C’est noté : votre ${name} est ${value}.`,
  notedName: (value) => `Enchanté, ${value}. Comment puis-je vous aider ?`,
  unknownFact: (name) => `Vous ne m’avez pas encore indiqué votre ${name}.`,
  youSaid: (sentence) => `Vous m’avez dit plus tôt : « ${sentence} »`,
  iSaid: (sentence) => `Je vous ai dit plus tôt : « ${sentence} »`,
  fileSays: (title) => `« ${title} » commence ainsi :`,
};

const de: Phrases = {
  greeting: 'Guten Tag! Wie kann ich Ihnen helfen?',
  thanks: 'Gern geschehen. Möchten Sie noch etwas wissen?',
  agreed: 'In Ordnung. Möchten Sie noch etwas wissen?',
  bye: 'Auf Wiedersehen und alles Gute.',
  whoAmI:
    'Ich bin der eingebaute Antwortdienst von Frontdesk. Ich bin kein großes Sprachmodell: Ich suche Ihre Frage in dem Wissen, den Tabellen und den Nachrichten, die mir gegeben wurden, und zitiere, was ich finde. Wer diesen Dienst betreibt, kann für freiere Gespräche einen Modellserver einrichten.',
  nothingKnown:
    'Dazu habe ich in dem, was mir gegeben wurde, nichts gefunden. Für eine Antwort bräuchte ich ein Dokument, eine Tabelle oder eine frühere Nachricht, die davon handelt.',
  offerHuman: 'Ich kann auch einen Menschen bitten zu übernehmen: Sagen Sie es mir einfach.',
  humanAsked: 'Sie möchten mit einem Menschen sprechen. In diesem Gespräch kann ein Mensch übernehmen.',
  humanComing: 'Ich habe einen Menschen gebeten zu übernehmen. Bitte schreiben Sie hier weiter.',
  humanFailed:
    'Ich wollte einen Menschen erreichen, das ging gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
  noHuman:
    'Von hier aus kann ich keinen Menschen erreichen. Ich antworte nur aus dem Wissen, das mir gegeben wurde.',
  emptyQuestion: 'Ihre Nachricht enthielt keinen Text, den ich lesen kann. Was möchten Sie wissen?',
  toolFailed: 'Ich wollte das nachschlagen, aber das ging gerade nicht.',
  noRows: 'Ich habe in der Tabelle nachgesehen und keinen passenden Eintrag gefunden.',
  moreRows: (count) => `Es gibt ${count} weitere passende Einträge.`,
  sources: (titles) => `${titles.length === 1 ? 'Quelle' : 'Quellen'}: ${listed(titles)}`,
  fact: (name, value) => `${name}: ${value}.`,
  yourName: (value) => `Sie heißen ${value}.`,
  noted: (name, value) => `Notiert: ${name}: ${value}.`,
  notedName: (value) => `Freut mich, ${value}. Wie kann ich Ihnen helfen?`,
  unknownFact: (name) => `Das haben Sie mir noch nicht gesagt (${name}).`,
  youSaid: (sentence) => `Sie sagten vorhin: „${sentence}“`,
  iSaid: (sentence) => `Ich sagte vorhin: „${sentence}“`,
  fileSays: (title) => `„${title}“ beginnt so:`,
};

const ru: Phrases = {
  greeting: 'Здравствуйте! Чем я могу помочь?',
  thanks: 'Пожалуйста. Хотите узнать что-нибудь ещё?',
  agreed: 'Хорошо. Хотите узнать что-нибудь ещё?',
  bye: 'До свидания, всего доброго.',
  whoAmI:
    'Я встроенная модель Frontdesk. Я не большая языковая модель: я ищу ваш вопрос в знаниях, таблицах и сообщениях, которые мне дали, и цитирую найденное. Администраторы этого сервиса могут подключить сервер моделей для более свободного разговора.',
  nothingKnown:
    'В том, что мне дали, я ничего об этом не нашёл. Чтобы ответить, мне нужен документ, таблица или более раннее сообщение об этом.',
  offerHuman: 'Я также могу позвать сотрудника: просто напишите, что хотите поговорить с человеком.',
  humanAsked: 'Вы хотите поговорить с человеком. В этом разговоре может ответить сотрудник.',
  humanComing: 'Я позвал сотрудника. Пожалуйста, продолжайте писать здесь.',
  humanFailed: 'Я попытался позвать сотрудника, но сейчас не получилось. Попробуйте ещё раз чуть позже.',
  noHuman: 'Отсюда я не могу позвать сотрудника. Я отвечаю только по знаниям, которые мне дали.',
  emptyQuestion: 'В вашем сообщении нет текста, который я могу прочитать. Что вы хотите узнать?',
  toolFailed: 'Я попытался это найти, но сейчас не получилось.',
  noRows: 'Я посмотрел в таблице и не нашёл подходящей записи.',
  moreRows: (count) => `Есть ещё подходящие записи: ${count}.`,
  sources: (titles) => `${titles.length === 1 ? 'Источник' : 'Источники'}: ${listed(titles)}`,
  fact: (name, value) => `${name}: ${value}.`,
  yourName: (value) => `Вас зовут ${value}.`,
  noted: (name, value) => `Записал. ${name}: ${value}.`,
  notedName: (value) => `Приятно познакомиться, ${value}. Чем я могу помочь?`,
  unknownFact: (name) => `Вы мне этого ещё не говорили (${name}).`,
  youSaid: (sentence) => `Раньше вы написали: «${sentence}»`,
  iSaid: (sentence) => `Раньше я написал: «${sentence}»`,
  fileSays: (title) => `«${title}» начинается так:`,
};

const ar: Phrases = {
  greeting: 'مرحبًا! كيف يمكنني مساعدتك؟',
  thanks: 'على الرحب والسعة. هل تريد معرفة شيء آخر؟',
  agreed: 'حسنًا. هل تريد معرفة شيء آخر؟',
  bye: 'مع السلامة.',
  whoAmI:
    'أنا النموذج المدمج في Frontdesk. لست نموذجًا لغويًا كبيرًا: أبحث عن سؤالك في المعرفة والجداول والرسائل المتاحة لي وأقتبس ما أجده. يمكن لمن يدير هذه الخدمة إعداد خادم نماذج لمحادثة أكثر حرية.',
  nothingKnown:
    'لم أجد شيئًا عن ذلك في المعلومات المتاحة لي. للإجابة أحتاج إلى مستند أو جدول أو رسالة سابقة عن هذا الموضوع.',
  offerHuman: 'يمكنني أيضًا طلب موظف: اكتب أنك تريد التحدث مع شخص.',
  humanAsked: 'تريد التحدث مع شخص. يمكن لموظف أن يتولى هذه المحادثة.',
  humanComing: 'طلبت من موظف أن يتولى المحادثة. تابع الكتابة هنا من فضلك.',
  humanFailed: 'حاولت الوصول إلى موظف، لكن ذلك لم ينجح الآن. حاول مرة أخرى بعد قليل.',
  noHuman: 'لا يمكنني الوصول إلى موظف من هنا. أجيب فقط من المعرفة المتاحة لي.',
  emptyQuestion: 'لا تحتوي رسالتك على نص يمكنني قراءته. ماذا تريد أن تعرف؟',
  toolFailed: 'حاولت البحث عن ذلك، لكنه لم ينجح الآن.',
  noRows: 'بحثت في الجدول ولم أجد سجلًا مطابقًا.',
  moreRows: (count) => `عدد السجلات المطابقة الأخرى: ${count}.`,
  sources: (titles) => `${titles.length === 1 ? 'المصدر' : 'المصادر'}: ${titles.join('؛ ')}`,
  fact: (name, value) => `${name}: ${value}.`,
  yourName: (value) => `اسمك ${value}.`,
  noted: (name, value) => `تم التسجيل. ${name}: ${value}.`,
  notedName: (value) => `تشرفت بمعرفتك يا ${value}. كيف يمكنني مساعدتك؟`,
  unknownFact: (name) => `لم تخبرني بذلك بعد (${name}).`,
  youSaid: (sentence) => `قلت لي سابقًا: «${sentence}»`,
  iSaid: (sentence) => `قلت لك سابقًا: «${sentence}»`,
  fileSays: (title) => `يبدأ «${title}» هكذا:`,
};

export const phrasesOf: Readonly<Record<Language, Phrases>> = { en, zh, es, fr, de, ru, ar };
