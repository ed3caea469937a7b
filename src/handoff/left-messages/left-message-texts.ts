/** What a user is told when nobody answers in the inbox. */
export interface LeftMessageTexts {
  outsideHours: string;
  notTaken: string;
  /** `{time}`: date and time of the next opening. */
  nextOpening: string;
  leaveMessage: string;
  saved: string;
  savedWithMail: string;
}

/** By language of the chat. */
export const leftMessageTexts: Readonly<Record<string, LeftMessageTexts>> = {
  en: {
    outsideHours: 'Our team is not available at the moment.',
    notTaken: 'Nobody from our team can answer at the moment.',
    nextOpening: 'We are available again from {time}.',
    leaveMessage: 'Leave a message, and we will reply to you.',
    saved: 'Your message was saved. You will find our reply in this chat.',
    savedWithMail: 'Your message was saved. We will reply in this chat and by e-mail.',
  },
  ar: {
    outsideHours: 'فريقنا غير متاح في الوقت الحالي.',
    notTaken: 'لا يستطيع أحد من فريقنا الرد في الوقت الحالي.',
    nextOpening: 'نعود متاحين ابتداءً من {time}.',
    leaveMessage: 'اترك رسالة وسنرد عليك.',
    saved: 'تم حفظ رسالتك. ستجد ردنا في هذه المحادثة.',
    savedWithMail: 'تم حفظ رسالتك. سنرد في هذه المحادثة وعبر البريد الإلكتروني.',
  },
  de: {
    outsideHours: 'Unser Team ist im Moment nicht erreichbar.',
    notTaken: 'Im Moment kann niemand aus unserem Team antworten.',
    nextOpening: 'Wir sind wieder erreichbar ab {time}.',
    leaveMessage: 'Hinterlassen Sie eine Nachricht, und wir antworten Ihnen.',
    saved: 'Ihre Nachricht wurde gespeichert. Unsere Antwort finden Sie in diesem Chat.',
    savedWithMail: 'Ihre Nachricht wurde gespeichert. Wir antworten in diesem Chat und per E-Mail.',
  },
  es: {
    outsideHours: 'Nuestro equipo no está disponible en este momento.',
    notTaken: 'Nadie de nuestro equipo puede responder en este momento.',
    nextOpening: 'Volvemos a estar disponibles a partir del {time}.',
    leaveMessage: 'Deje un mensaje y le responderemos.',
    saved: 'Su mensaje se ha guardado. Encontrará nuestra respuesta en este chat.',
    savedWithMail: 'Su mensaje se ha guardado. Le responderemos en este chat y por correo electrónico.',
  },
  fr: {
    outsideHours: 'Notre équipe n’est pas disponible pour le moment.',
    notTaken: 'Personne de notre équipe ne peut répondre pour le moment.',
    nextOpening: 'Nous sommes à nouveau disponibles à partir du {time}.',
    leaveMessage: 'Laissez un message et nous vous répondrons.',
    saved: 'Votre message est enregistré. Vous trouverez notre réponse dans ce chat.',
    savedWithMail: 'Votre message est enregistré. Nous répondrons dans ce chat et par e-mail.',
  },
  hi: {
    outsideHours: 'हमारी टीम इस समय उपलब्ध नहीं है।',
    notTaken: 'हमारी टीम से इस समय कोई उत्तर नहीं दे सकता।',
    nextOpening: 'हम {time} से फिर उपलब्ध हैं।',
    leaveMessage: 'एक संदेश छोड़ें, हम आपको उत्तर देंगे।',
    saved: 'आपका संदेश सहेज लिया गया है। हमारा उत्तर आपको इसी चैट में मिलेगा।',
    savedWithMail: 'आपका संदेश सहेज लिया गया है। हम इसी चैट में और ईमेल से उत्तर देंगे।',
  },
  id: {
    outsideHours: 'Tim kami sedang tidak tersedia.',
    notTaken: 'Saat ini tidak ada anggota tim kami yang dapat menjawab.',
    nextOpening: 'Kami tersedia lagi mulai {time}.',
    leaveMessage: 'Tinggalkan pesan, dan kami akan membalasnya.',
    saved: 'Pesan Anda telah disimpan. Balasan kami akan muncul di chat ini.',
    savedWithMail: 'Pesan Anda telah disimpan. Kami akan membalas di chat ini dan melalui email.',
  },
  it: {
    outsideHours: 'Il nostro team al momento non è disponibile.',
    notTaken: 'Al momento nessuno del nostro team può rispondere.',
    nextOpening: 'Siamo di nuovo disponibili a partire da {time}.',
    leaveMessage: 'Lasci un messaggio e le risponderemo.',
    saved: 'Il suo messaggio è stato salvato. Troverà la nostra risposta in questa chat.',
    savedWithMail: 'Il suo messaggio è stato salvato. Risponderemo in questa chat e per e-mail.',
  },
  ja: {
    outsideHours: '現在、担当者は対応時間外です。',
    notTaken: '現在、対応できる担当者がいません。',
    nextOpening: '次の対応開始は{time}です。',
    leaveMessage: 'メッセージを残していただければ、後ほど返信いたします。',
    saved: 'メッセージを保存しました。返信はこのチャットでご確認いただけます。',
    savedWithMail: 'メッセージを保存しました。このチャットとメールで返信いたします。',
  },
  ko: {
    outsideHours: '지금은 상담 시간이 아닙니다.',
    notTaken: '지금은 답변할 수 있는 담당자가 없습니다.',
    nextOpening: '다음 상담 시작 시간: {time}.',
    leaveMessage: '메시지를 남겨 주시면 답변해 드리겠습니다.',
    saved: '메시지가 저장되었습니다. 답변은 이 채팅에서 확인하실 수 있습니다.',
    savedWithMail: '메시지가 저장되었습니다. 이 채팅과 이메일로 답변해 드리겠습니다.',
  },
  pt: {
    outsideHours: 'Nossa equipe não está disponível no momento.',
    notTaken: 'Ninguém da nossa equipe pode responder no momento.',
    nextOpening: 'Estaremos disponíveis novamente a partir de {time}.',
    leaveMessage: 'Deixe uma mensagem e responderemos.',
    saved: 'Sua mensagem foi salva. Você encontrará nossa resposta neste chat.',
    savedWithMail: 'Sua mensagem foi salva. Responderemos neste chat e por e-mail.',
  },
  ru: {
    outsideHours: 'Наши сотрудники сейчас недоступны.',
    notTaken: 'Сейчас никто из наших сотрудников не может ответить.',
    nextOpening: 'Мы снова на связи с {time}.',
    leaveMessage: 'Оставьте сообщение, и мы вам ответим.',
    saved: 'Ваше сообщение сохранено. Наш ответ появится в этом чате.',
    savedWithMail: 'Ваше сообщение сохранено. Мы ответим в этом чате и по электронной почте.',
  },
  th: {
    outsideHours: 'ขณะนี้ทีมของเราไม่พร้อมให้บริการ',
    notTaken: 'ขณะนี้ไม่มีเจ้าหน้าที่ที่สามารถตอบได้',
    nextOpening: 'เราจะพร้อมให้บริการอีกครั้งตั้งแต่ {time}',
    leaveMessage: 'ฝากข้อความไว้ แล้วเราจะตอบกลับ',
    saved: 'บันทึกข้อความของคุณแล้ว คุณจะพบคำตอบของเราในแชตนี้',
    savedWithMail: 'บันทึกข้อความของคุณแล้ว เราจะตอบกลับในแชตนี้และทางอีเมล',
  },
  tr: {
    outsideHours: 'Ekibimiz şu anda müsait değil.',
    notTaken: 'Şu anda ekibimizden kimse yanıt veremiyor.',
    nextOpening: 'Yeniden hizmet verdiğimiz zaman: {time}.',
    leaveMessage: 'Bir mesaj bırakın, size yanıt verelim.',
    saved: 'Mesajınız kaydedildi. Yanıtımızı bu sohbette bulacaksınız.',
    savedWithMail: 'Mesajınız kaydedildi. Bu sohbette ve e-posta ile yanıt vereceğiz.',
  },
  vi: {
    outsideHours: 'Đội ngũ của chúng tôi hiện không có mặt.',
    notTaken: 'Hiện không có ai trong đội ngũ của chúng tôi có thể trả lời.',
    nextOpening: 'Chúng tôi có mặt trở lại từ {time}.',
    leaveMessage: 'Hãy để lại tin nhắn, chúng tôi sẽ trả lời bạn.',
    saved: 'Tin nhắn của bạn đã được lưu. Bạn sẽ thấy câu trả lời trong cuộc trò chuyện này.',
    savedWithMail:
      'Tin nhắn của bạn đã được lưu. Chúng tôi sẽ trả lời trong cuộc trò chuyện này và qua email.',
  },
  'zh-Hans': {
    outsideHours: '我们的客服目前不在线。',
    notTaken: '目前没有客服可以回答。',
    nextOpening: '我们将从 {time} 起恢复服务。',
    leaveMessage: '请留言，我们会回复您。',
    saved: '您的留言已保存。我们会在此聊天中回复。',
    savedWithMail: '您的留言已保存。我们会在此聊天中并通过电子邮件回复。',
  },
  'zh-Hant': {
    outsideHours: '我們的客服目前不在線上。',
    notTaken: '目前沒有客服可以回答。',
    nextOpening: '我們將從 {time} 起恢復服務。',
    leaveMessage: '請留言，我們會回覆您。',
    saved: '您的留言已儲存。我們會在此聊天中回覆。',
    savedWithMail: '您的留言已儲存。我們會在此聊天中並透過電子郵件回覆。',
  },
};
