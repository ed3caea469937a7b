/** Types of options. */
const textOption = 3;
const fileOption = 11;

/** Where commands are offered: in servers and in direct messages with the bot, of apps that are installed in a server. */
const places = { integration_types: [0], contexts: [0, 1] };

const longestQuestion = 6000;

type Languages = 'zh-CN' | 'de' | 'es-ES' | 'fr';

/** In English, with translations by the language tags of Discord. */
interface Description {
  description: string;
  description_localizations: Record<Languages, string>;
}

const described = (description: string, translations: Record<Languages, string>): Description => ({
  description,
  description_localizations: translations,
});

const command = (name: string, description: Description, options: object[] = []): object => ({
  type: 1,
  name,
  ...description,
  ...places,
  options,
});

/** The commands that people see. Each description has at most 100 characters. */
export const discordCommands: readonly object[] = [
  command(
    'ask',
    described('Ask a question', {
      'zh-CN': '提问',
      de: 'Eine Frage stellen',
      'es-ES': 'Hacer una pregunta',
      fr: 'Poser une question',
    }),
    [
      {
        type: textOption,
        name: 'text',
        ...described('Your question', {
          'zh-CN': '您的问题',
          de: 'Ihre Frage',
          'es-ES': 'Su pregunta',
          fr: 'Votre question',
        }),
        required: true,
        max_length: longestQuestion,
      },
      {
        type: fileOption,
        name: 'file',
        ...described('A picture, a document or a recording', {
          'zh-CN': '图片、文档或录音',
          de: 'Ein Bild, ein Dokument oder eine Aufnahme',
          'es-ES': 'Una imagen, un documento o una grabación',
          fr: 'Une image, un document ou un enregistrement',
        }),
        required: false,
      },
    ],
  ),
  command(
    'new',
    described('Start a new conversation', {
      'zh-CN': '开始新的对话',
      de: 'Eine neue Unterhaltung beginnen',
      'es-ES': 'Iniciar una conversación nueva',
      fr: 'Commencer une nouvelle conversation',
    }),
  ),
  command(
    'human',
    described('Ask for a person of our team', {
      'zh-CN': '转人工客服',
      de: 'Eine Person aus unserem Team rufen',
      'es-ES': 'Pedir una persona de nuestro equipo',
      fr: 'Demander une personne de notre équipe',
    }),
  ),
  command(
    'help',
    described('Show what the assistant can do', {
      'zh-CN': '显示帮助',
      de: 'Zeigen, was der Assistent kann',
      'es-ES': 'Mostrar qué puede hacer el asistente',
      fr: 'Montrer ce que l’assistant peut faire',
    }),
  ),
  command(
    'stop',
    described('Get no messages any more', {
      'zh-CN': '停止接收消息',
      de: 'Keine Nachrichten mehr erhalten',
      'es-ES': 'No recibir más mensajes',
      fr: 'Ne plus recevoir de messages',
    }),
  ),
  command(
    'start',
    described('Get messages again', {
      'zh-CN': '重新接收消息',
      de: 'Wieder Nachrichten erhalten',
      'es-ES': 'Volver a recibir mensajes',
      fr: 'Recevoir de nouveau des messages',
    }),
  ),
];
