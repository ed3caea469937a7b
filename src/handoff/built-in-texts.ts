import type { defaultHandoffTexts } from '../agents/index.ts';

type Texts = Readonly<typeof defaultHandoffTexts>;

/** The default texts of a handoff in the other languages of the chat, for agents whose operator did not change them. */
export const builtInTexts: Readonly<Record<string, Texts>> = {
  ar: {
    connectingText: 'سأوصلك بأحد الزملاء.',
    emailText: 'يرجى إدخال عنوان بريدك الإلكتروني، ثم سأوصلك بأحد الزملاء.',
    unreachableText: 'لا يمكن الوصول إلى أحد في الوقت الحالي. تم حفظ رسائلك وسيتم تمريرها في أقرب وقت ممكن.',
  },
  de: {
    connectingText: 'Ich verbinde Sie mit einer Kollegin oder einem Kollegen.',
    emailText:
      'Bitte geben Sie Ihre E-Mail-Adresse ein. Danach verbinde ich Sie mit einer Kollegin oder einem Kollegen.',
    unreachableText:
      'Im Moment ist niemand erreichbar. Ihre Nachrichten sind gespeichert und werden so bald wie möglich weitergegeben.',
  },
  es: {
    connectingText: 'Le pongo en contacto con un compañero.',
    emailText:
      'Introduzca su dirección de correo electrónico. Después le pondré en contacto con un compañero.',
    unreachableText:
      'En este momento no se puede contactar con nadie. Sus mensajes se guardan y se transmitirán en cuanto sea posible.',
  },
  fr: {
    connectingText: 'Je vous mets en relation avec un collègue.',
    emailText: 'Veuillez saisir votre adresse e-mail. Je vous mettrai ensuite en relation avec un collègue.',
    unreachableText:
      'Personne n’est joignable pour le moment. Vos messages sont conservés et seront transmis dès que possible.',
  },
  hi: {
    connectingText: 'मैं आपको एक सहकर्मी से जोड़ रहा हूँ।',
    emailText: 'कृपया अपना ईमेल पता दर्ज करें। उसके बाद मैं आपको एक सहकर्मी से जोड़ूँगा।',
    unreachableText: 'इस समय किसी से संपर्क नहीं हो पा रहा है। आपके संदेश सुरक्षित हैं और जल्द से जल्द आगे भेजे जाएँगे।',
  },
  id: {
    connectingText: 'Saya menghubungkan Anda dengan rekan saya.',
    emailText: 'Masukkan alamat email Anda. Setelah itu saya akan menghubungkan Anda dengan rekan saya.',
    unreachableText:
      'Saat ini tidak ada yang dapat dihubungi. Pesan Anda disimpan dan akan diteruskan sesegera mungkin.',
  },
  it: {
    connectingText: 'La metto in contatto con un collega.',
    emailText: 'Inserisca il suo indirizzo e-mail. Poi la metterò in contatto con un collega.',
    unreachableText:
      'Al momento nessuno è raggiungibile. I suoi messaggi sono salvati e saranno inoltrati il prima possibile.',
  },
  ja: {
    connectingText: '担当者におつなぎします。',
    emailText: 'メールアドレスを入力してください。その後、担当者におつなぎします。',
    unreachableText: '現在、担当者につながりません。メッセージは保存され、できるだけ早くお伝えします。',
  },
  ko: {
    connectingText: '담당자에게 연결해 드리겠습니다.',
    emailText: '이메일 주소를 입력해 주세요. 그러면 담당자에게 연결해 드리겠습니다.',
    unreachableText:
      '지금은 담당자와 연결할 수 없습니다. 메시지는 저장되었으며 가능한 한 빨리 전달하겠습니다.',
  },
  pt: {
    connectingText: 'Vou colocar você em contato com um colega.',
    emailText: 'Informe seu endereço de e-mail. Depois vou colocar você em contato com um colega.',
    unreachableText:
      'No momento não é possível falar com ninguém. Suas mensagens estão guardadas e serão encaminhadas assim que possível.',
  },
  ru: {
    connectingText: 'Соединяю вас с коллегой.',
    emailText: 'Укажите адрес электронной почты, и я соединю вас с коллегой.',
    unreachableText:
      'Сейчас никто не отвечает. Ваши сообщения сохранены и будут переданы, как только это станет возможно.',
  },
  th: {
    connectingText: 'กำลังให้คุณคุยกับเจ้าหน้าที่',
    emailText: 'โปรดกรอกที่อยู่อีเมลของคุณ จากนั้นเราจะให้คุณคุยกับเจ้าหน้าที่',
    unreachableText: 'ขณะนี้ไม่สามารถติดต่อเจ้าหน้าที่ได้ ข้อความของคุณถูกเก็บไว้และจะถูกส่งต่อโดยเร็วที่สุด',
  },
  tr: {
    connectingText: 'Sizi bir çalışma arkadaşıma bağlıyorum.',
    emailText: 'Lütfen e-posta adresinizi girin. Ardından sizi bir çalışma arkadaşıma bağlayacağım.',
    unreachableText: 'Şu anda kimseye ulaşılamıyor. Mesajlarınız saklandı ve en kısa sürede iletilecek.',
  },
  vi: {
    connectingText: 'Tôi đang kết nối bạn với một đồng nghiệp.',
    emailText: 'Vui lòng nhập địa chỉ email của bạn. Sau đó tôi sẽ kết nối bạn với một đồng nghiệp.',
    unreachableText:
      'Hiện không liên lạc được với ai. Tin nhắn của bạn đã được lưu và sẽ được chuyển đi sớm nhất có thể.',
  },
  'zh-Hans': {
    connectingText: '正在为您转接人工客服。',
    emailText: '请输入您的电子邮箱地址，然后我会为您转接人工客服。',
    unreachableText: '目前暂时联系不上人工客服。您的留言已保存，我们会尽快转达。',
  },
  'zh-Hant': {
    connectingText: '正在為您轉接真人客服。',
    emailText: '請輸入您的電子郵件地址，然後我會為您轉接真人客服。',
    unreachableText: '目前暫時聯絡不上真人客服。您的留言已保存，我們會盡快轉達。',
  },
};
