interface ReplyMailTexts {
  subject: string;
  open: string;
  why: string;
  doNotAnswer: string;
}

/** Texts around the reply to a left message, by language of the chat. `{name}`: name of the agent. */
export const replyMailTexts: Readonly<Record<string, ReplyMailTexts>> = {
  en: {
    subject: 'Reply to your message: {name}',
    open: 'Open the chat:',
    why: 'You get this e-mail because this address was entered in the chat of {name}.',
    doNotAnswer: 'Answers to this e-mail are not read.',
  },
  ar: {
    subject: 'رد على رسالتك: {name}',
    open: 'افتح المحادثة:',
    why: 'تصلك هذه الرسالة لأن هذا العنوان أُدخل في محادثة {name}.',
    doNotAnswer: 'لا تُقرأ الردود على هذه الرسالة.',
  },
  de: {
    subject: 'Antwort auf Ihre Nachricht: {name}',
    open: 'Chat öffnen:',
    why: 'Sie erhalten diese E-Mail, weil diese Adresse im Chat von {name} eingegeben wurde.',
    doNotAnswer: 'Antworten auf diese E-Mail werden nicht gelesen.',
  },
  es: {
    subject: 'Respuesta a su mensaje: {name}',
    open: 'Abrir el chat:',
    why: 'Recibe este correo porque se introdujo esta dirección en el chat de {name}.',
    doNotAnswer: 'Las respuestas a este correo no se leen.',
  },
  fr: {
    subject: 'Réponse à votre message : {name}',
    open: 'Ouvrir le chat :',
    why: 'Vous recevez cet e-mail parce que cette adresse a été saisie dans le chat de {name}.',
    doNotAnswer: 'Les réponses à cet e-mail ne sont pas lues.',
  },
  hi: {
    subject: 'आपके संदेश का उत्तर: {name}',
    open: 'चैट खोलें:',
    why: 'आपको यह ईमेल इसलिए मिला है क्योंकि यह पता {name} की चैट में दर्ज किया गया था।',
    doNotAnswer: 'इस ईमेल के उत्तर पढ़े नहीं जाते।',
  },
  id: {
    subject: 'Balasan untuk pesan Anda: {name}',
    open: 'Buka chat:',
    why: 'Anda menerima email ini karena alamat ini dimasukkan di chat {name}.',
    doNotAnswer: 'Balasan ke email ini tidak dibaca.',
  },
  it: {
    subject: 'Risposta al suo messaggio: {name}',
    open: 'Apri la chat:',
    why: 'Riceve questa e-mail perché questo indirizzo è stato inserito nella chat di {name}.',
    doNotAnswer: 'Le risposte a questa e-mail non vengono lette.',
  },
  ja: {
    subject: 'お問い合わせへの返信: {name}',
    open: 'チャットを開く:',
    why: 'このメールは、{name} のチャットでこのアドレスが入力されたため送信されています。',
    doNotAnswer: 'このメールに返信されても確認できません。',
  },
  ko: {
    subject: '메시지에 대한 답변: {name}',
    open: '채팅 열기:',
    why: '{name} 채팅에 이 주소가 입력되어 이 이메일을 보내 드립니다.',
    doNotAnswer: '이 이메일에 대한 회신은 확인하지 않습니다.',
  },
  pt: {
    subject: 'Resposta à sua mensagem: {name}',
    open: 'Abrir o chat:',
    why: 'Você recebeu este e-mail porque este endereço foi informado no chat de {name}.',
    doNotAnswer: 'As respostas a este e-mail não são lidas.',
  },
  ru: {
    subject: 'Ответ на ваше сообщение: {name}',
    open: 'Открыть чат:',
    why: 'Вы получили это письмо, потому что этот адрес был указан в чате {name}.',
    doNotAnswer: 'Ответы на это письмо не читаются.',
  },
  th: {
    subject: 'ตอบกลับข้อความของคุณ: {name}',
    open: 'เปิดแชต:',
    why: 'คุณได้รับอีเมลนี้เพราะมีการกรอกที่อยู่นี้ในแชตของ {name}',
    doNotAnswer: 'ไม่มีผู้อ่านการตอบกลับอีเมลนี้',
  },
  tr: {
    subject: 'Mesajınıza yanıt: {name}',
    open: 'Sohbeti aç:',
    why: 'Bu e-postayı, {name} sohbetinde bu adres girildiği için aldınız.',
    doNotAnswer: 'Bu e-postaya verilen yanıtlar okunmaz.',
  },
  vi: {
    subject: 'Trả lời tin nhắn của bạn: {name}',
    open: 'Mở cuộc trò chuyện:',
    why: 'Bạn nhận được email này vì địa chỉ này đã được nhập trong cuộc trò chuyện với {name}.',
    doNotAnswer: 'Thư trả lời email này sẽ không được đọc.',
  },
  'zh-Hans': {
    subject: '对您留言的回复：{name}',
    open: '打开聊天：',
    why: '您收到此邮件，是因为有人在 {name} 的聊天中输入了此地址。',
    doNotAnswer: '对此邮件的回复不会被阅读。',
  },
  'zh-Hant': {
    subject: '對您留言的回覆：{name}',
    open: '開啟聊天：',
    why: '您收到此郵件，是因為有人在 {name} 的聊天中輸入了此地址。',
    doNotAnswer: '對此郵件的回覆不會被閱讀。',
  },
};
