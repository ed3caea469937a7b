import { detectLanguage, type Language } from '../models/embedded/language.ts';

const notices: Record<Language, string> = {
  en: 'Nobody can be reached at the moment. Your messages are kept and will be passed on as soon as possible.',
  zh: '目前暂时联系不上人工客服。您的留言已保存，我们会尽快转达。',
  es: 'En este momento no se puede contactar con nadie. Sus mensajes se guardan y se transmitirán en cuanto sea posible.',
  fr: 'Personne n’est joignable pour le moment. Vos messages sont conservés et seront transmis dès que possible.',
  de: 'Im Moment ist niemand erreichbar. Ihre Nachrichten sind gespeichert und werden so bald wie möglich weitergegeben.',
};

/** What the user is told, in the language of their newest message. */
export const unreachableNotice = (newestMessage: string): string => notices[detectLanguage(newestMessage)];
