import { languageCandidates } from '../../lib/language/language-tags.ts';

/** Texts of the service itself to people on a messaging platform. `{mb}` and `{human}` are replaced. */
const english = {
  optedOut: 'You will not get messages from us any more. Send START to get messages again.',
  optedIn: 'You get messages from us again. Send STOP to end them.',
  newConversation: 'This is a new conversation. How can I help you?',
  unsupported:
    'I cannot read this kind of message. Please send text, a picture, a document or a voice message.',
  fileTooLarge: 'The file is too large. A file may have at most {mb} MB.',
  fileRefused: 'I cannot read this file. Please send it in another format.',
  fileFailed: 'The file could not be downloaded. Please send it again.',
  tooLong: 'Your message is too long. Please send a shorter one.',
  tooFast: 'You sent many messages in a short time. Please wait a minute and send your message again.',
  unavailable: 'I cannot answer at the moment. Please try again later.',
  failed: 'Something went wrong, and I could not answer. Please send your message again.',
  fileNotSent: 'The file {name} is too large for this chat.',
  noHuman: 'Nobody of our team is available in this chat.',
  humanLeft: 'You are talking to the assistant again.',
  help: 'Send a message, and I will answer. Commands: {new} starts a new conversation, {human} asks for a person of our team, {stop} ends all messages.',
};

export type NoticeName = keyof typeof english;

const translations: Readonly<Record<string, Readonly<Record<NoticeName, string>>>> = {
  en: english,
  'zh-Hans': {
    optedOut: '您将不再收到我们的消息。发送 START 可重新接收消息。',
    optedIn: '您已重新开始接收我们的消息。发送 STOP 可停止接收。',
    newConversation: '已开始新的对话。请问有什么可以帮您？',
    unsupported: '我无法读取这类消息。请发送文字、图片、文档或语音消息。',
    fileTooLarge: '文件过大。单个文件不能超过 {mb} MB。',
    fileRefused: '我无法读取此文件，请换一种格式发送。',
    fileFailed: '文件下载失败，请重新发送。',
    tooLong: '您的消息过长，请缩短后再发送。',
    tooFast: '您在短时间内发送了太多消息。请稍等一分钟后再发送。',
    unavailable: '我暂时无法回答，请稍后再试。',
    failed: '出了点问题，我没能回答。请重新发送您的消息。',
    fileNotSent: '文件 {name} 过大，无法在此聊天中发送。',
    noHuman: '此聊天中暂无人工客服。',
    humanLeft: '您正在与智能助手对话。',
    help: '发送消息，我会为您解答。命令：{new} 开始新的对话，{human} 转人工客服，{stop} 停止接收消息。',
  },
  de: {
    optedOut:
      'Sie erhalten keine Nachrichten mehr von uns. Senden Sie START, um wieder Nachrichten zu erhalten.',
    optedIn: 'Sie erhalten wieder Nachrichten von uns. Senden Sie STOP, um sie zu beenden.',
    newConversation: 'Dies ist eine neue Unterhaltung. Wie kann ich Ihnen helfen?',
    unsupported:
      'Diese Art von Nachricht kann ich nicht lesen. Bitte senden Sie Text, ein Bild, ein Dokument oder eine Sprachnachricht.',
    fileTooLarge: 'Die Datei ist zu groß. Eine Datei darf höchstens {mb} MB haben.',
    fileRefused: 'Diese Datei kann ich nicht lesen. Bitte senden Sie sie in einem anderen Format.',
    fileFailed: 'Die Datei konnte nicht heruntergeladen werden. Bitte senden Sie sie noch einmal.',
    tooLong: 'Ihre Nachricht ist zu lang. Bitte senden Sie eine kürzere.',
    tooFast:
      'Sie haben in kurzer Zeit viele Nachrichten gesendet. Bitte warten Sie eine Minute und senden Sie Ihre Nachricht noch einmal.',
    unavailable: 'Ich kann im Moment nicht antworten. Bitte versuchen Sie es später noch einmal.',
    failed:
      'Es ist ein Fehler aufgetreten, ich konnte nicht antworten. Bitte senden Sie Ihre Nachricht noch einmal.',
    fileNotSent: 'Die Datei {name} ist zu groß für diesen Chat.',
    noHuman: 'In diesem Chat ist niemand aus unserem Team erreichbar.',
    humanLeft: 'Sie sprechen wieder mit dem Assistenten.',
    help: 'Senden Sie eine Nachricht, und ich antworte. Befehle: {new} beginnt eine neue Unterhaltung, {human} ruft eine Person aus unserem Team, {stop} beendet alle Nachrichten.',
  },
  es: {
    optedOut: 'Ya no recibirá mensajes nuestros. Envíe START para volver a recibirlos.',
    optedIn: 'Vuelve a recibir nuestros mensajes. Envíe STOP para dejar de recibirlos.',
    newConversation: 'Esta es una conversación nueva. ¿En qué puedo ayudarle?',
    unsupported:
      'No puedo leer este tipo de mensaje. Envíe texto, una imagen, un documento o un mensaje de voz.',
    fileTooLarge: 'El archivo es demasiado grande. Un archivo puede tener como máximo {mb} MB.',
    fileRefused: 'No puedo leer este archivo. Envíelo en otro formato.',
    fileFailed: 'No se pudo descargar el archivo. Envíelo de nuevo.',
    tooLong: 'Su mensaje es demasiado largo. Envíe uno más corto.',
    tooFast: 'Ha enviado muchos mensajes en poco tiempo. Espere un minuto y envíe su mensaje de nuevo.',
    unavailable: 'No puedo responder en este momento. Inténtelo más tarde.',
    failed: 'Algo salió mal y no pude responder. Envíe su mensaje de nuevo.',
    fileNotSent: 'El archivo {name} es demasiado grande para este chat.',
    noHuman: 'En este chat no hay nadie de nuestro equipo disponible.',
    humanLeft: 'Está hablando de nuevo con el asistente.',
    help: 'Envíe un mensaje y le responderé. Comandos: {new} inicia una conversación nueva, {human} pide una persona de nuestro equipo, {stop} detiene todos los mensajes.',
  },
  fr: {
    optedOut: 'Vous ne recevrez plus de messages de notre part. Envoyez START pour en recevoir de nouveau.',
    optedIn: 'Vous recevez de nouveau nos messages. Envoyez STOP pour les arrêter.',
    newConversation: 'C’est une nouvelle conversation. Comment puis-je vous aider ?',
    unsupported:
      'Je ne peux pas lire ce type de message. Envoyez un texte, une image, un document ou un message vocal.',
    fileTooLarge: 'Le fichier est trop volumineux. Un fichier peut avoir au plus {mb} Mo.',
    fileRefused: 'Je ne peux pas lire ce fichier. Envoyez-le dans un autre format.',
    fileFailed: 'Le fichier n’a pas pu être téléchargé. Envoyez-le de nouveau.',
    tooLong: 'Votre message est trop long. Envoyez un message plus court.',
    tooFast:
      'Vous avez envoyé beaucoup de messages en peu de temps. Attendez une minute et renvoyez votre message.',
    unavailable: 'Je ne peux pas répondre pour le moment. Réessayez plus tard.',
    failed: 'Une erreur s’est produite et je n’ai pas pu répondre. Renvoyez votre message.',
    fileNotSent: 'Le fichier {name} est trop volumineux pour ce chat.',
    noHuman: 'Personne de notre équipe n’est disponible dans ce chat.',
    humanLeft: 'Vous parlez de nouveau avec l’assistant.',
    help: 'Envoyez un message et je répondrai. Commandes : {new} commence une nouvelle conversation, {human} demande une personne de notre équipe, {stop} arrête tous les messages.',
  },
};

/** The text in the first of the languages that has it. */
export const noticeText = (
  name: NoticeName,
  languages: readonly string[],
  values: Readonly<Record<string, string | number>> = {},
): string => {
  const language =
    languages.flatMap(languageCandidates).find((tag) => Object.hasOwn(translations, tag)) ?? 'en';
  return translations[language]![name].replace(/\{(\w+)\}/g, (found, key: string) =>
    Object.hasOwn(values, key) ? String(values[key]) : found,
  );
};
