/** Title and text of a page. */
type PageText = readonly [title: string, text: string];

interface PageTexts {
  gone: PageText;
  missing: PageText;
  off: PageText;
  /** The page around the frame is not among the allowed origins of the agent. `{origin}` names it. */
  origin: PageText;
  /** Only for the person who installs the service. */
  unbuilt?: PageText;
}

export type PlainPage = keyof PageTexts;

/** Why the chat is not available, in the languages of the chat. */
export const plainPageTexts: Readonly<Record<string, PageTexts>> & { en: Required<PageTexts> } = {
  en: {
    gone: ['This chat is closed', 'It is no longer available.'],
    missing: ['There is no chat here', 'Please check the address.'],
    off: [
      'This chat is disabled',
      'If you are an operator, enable the channel in the console: agent → Settings → Channels.',
    ],
    unbuilt: [
      'The pages are not built yet',
      "Run <code>npm run build</code> in the service's folder, then reload this page.",
    ],
    origin: [
      'This website cannot show the chat',
      'If you are an operator, add {origin} to the allowed origins in the console: agent → Settings → Channels → Allowed origins.',
    ],
  },
  ar: {
    gone: ['هذه الدردشة مغلقة', 'لم تعد متاحة.'],
    missing: ['لا توجد دردشة هنا', 'يرجى التحقق من العنوان.'],
    off: [
      'هذه الدردشة معطّلة',
      'إذا كنت تدير هذه الخدمة، ففعّل القناة في إعدادات الوكيل (Settings → Channels) في لوحة التحكم.',
    ],
    origin: [
      'لا يمكن لهذا الموقع عرض الدردشة',
      'إذا كنت تدير هذه الخدمة، فأضف {origin} إلى المصادر المسموح بها (Settings → Channels → Allowed origins) في لوحة التحكم.',
    ],
  },
  de: {
    gone: ['Dieser Chat ist geschlossen', 'Er ist nicht mehr verfügbar.'],
    missing: ['Hier gibt es keinen Chat', 'Bitte prüfen Sie die Adresse.'],
    off: [
      'Dieser Chat ist deaktiviert',
      'Wenn Sie diesen Dienst verwalten, aktivieren Sie den Kanal in der Konsole: Agent → Settings → Channels.',
    ],
    origin: [
      'Diese Website kann den Chat nicht anzeigen',
      'Wenn Sie diesen Dienst verwalten, tragen Sie {origin} in der Konsole ein: Agent → Settings → Channels → Allowed origins.',
    ],
  },
  es: {
    gone: ['Este chat está cerrado', 'Ya no está disponible.'],
    missing: ['Aquí no hay ningún chat', 'Compruebe la dirección.'],
    off: [
      'Este chat está desactivado',
      'Si administra este servicio, active el canal en la consola: agente → Settings → Channels.',
    ],
    origin: [
      'Este sitio web no puede mostrar el chat',
      'Si administra este servicio, añada {origin} en la consola: agente → Settings → Channels → Allowed origins.',
    ],
  },
  fr: {
    gone: ['Ce chat est fermé', 'Il n’est plus disponible.'],
    missing: ['Il n’y a pas de chat ici', 'Veuillez vérifier l’adresse.'],
    off: [
      'Ce chat est désactivé',
      'Si vous administrez ce service, activez le canal dans la console : agent → Settings → Channels.',
    ],
    origin: [
      'Ce site web ne peut pas afficher le chat',
      'Si vous administrez ce service, ajoutez {origin} dans la console : agent → Settings → Channels → Allowed origins.',
    ],
  },
  hi: {
    gone: ['यह चैट बंद है', 'यह अब उपलब्ध नहीं है।'],
    missing: ['यहाँ कोई चैट नहीं है', 'कृपया पता जाँचें।'],
    off: ['यह चैट निष्क्रिय है', 'यदि आप इस सेवा के व्यवस्थापक हैं, तो कंसोल में चैनल चालू करें: एजेंट → Settings → Channels।'],
    origin: [
      'यह वेबसाइट चैट नहीं दिखा सकती',
      'यदि आप इस सेवा के व्यवस्थापक हैं, तो कंसोल में {origin} जोड़ें: एजेंट → Settings → Channels → Allowed origins।',
    ],
  },
  id: {
    gone: ['Obrolan ini ditutup', 'Obrolan ini sudah tidak tersedia.'],
    missing: ['Tidak ada obrolan di sini', 'Periksa alamatnya.'],
    off: [
      'Obrolan ini dinonaktifkan',
      'Jika Anda mengelola layanan ini, aktifkan saluran di konsol: agen → Settings → Channels.',
    ],
    origin: [
      'Situs web ini tidak dapat menampilkan obrolan',
      'Jika Anda mengelola layanan ini, tambahkan {origin} di konsol: agen → Settings → Channels → Allowed origins.',
    ],
  },
  it: {
    gone: ['Questa chat è chiusa', 'Non è più disponibile.'],
    missing: ['Qui non c’è nessuna chat', 'Controlli l’indirizzo.'],
    off: [
      'Questa chat è disattivata',
      'Se amministra questo servizio, attivi il canale nella console: agente → Settings → Channels.',
    ],
    origin: [
      'Questo sito web non può mostrare la chat',
      'Se amministra questo servizio, aggiunga {origin} nella console: agente → Settings → Channels → Allowed origins.',
    ],
  },
  ja: {
    gone: ['このチャットは終了しました', '現在は利用できません。'],
    missing: ['ここにはチャットがありません', 'アドレスをご確認ください。'],
    off: [
      'このチャットは無効です',
      '管理者の方は、コンソールのエージェント → Settings → Channels でチャネルを有効にしてください。',
    ],
    origin: [
      'このウェブサイトではチャットを表示できません',
      '管理者の方は、コンソールのエージェント → Settings → Channels → Allowed origins に {origin} を追加してください。',
    ],
  },
  ko: {
    gone: ['이 채팅은 종료되었습니다', '더 이상 이용할 수 없습니다.'],
    missing: ['여기에는 채팅이 없습니다', '주소를 확인해 주세요.'],
    off: [
      '이 채팅은 비활성화되어 있습니다',
      '관리자라면 콘솔의 에이전트 → Settings → Channels에서 채널을 활성화하세요.',
    ],
    origin: [
      '이 웹사이트에서는 채팅을 표시할 수 없습니다',
      '관리자라면 콘솔의 에이전트 → Settings → Channels → Allowed origins에 {origin} 주소를 추가하세요.',
    ],
  },
  pt: {
    gone: ['Este chat está fechado', 'Ele não está mais disponível.'],
    missing: ['Não há nenhum chat aqui', 'Verifique o endereço.'],
    off: [
      'Este chat está desativado',
      'Se você administra este serviço, ative o canal no console: agente → Settings → Channels.',
    ],
    origin: [
      'Este site não pode mostrar o chat',
      'Se você administra este serviço, adicione {origin} no console: agente → Settings → Channels → Allowed origins.',
    ],
  },
  ru: {
    gone: ['Этот чат закрыт', 'Он больше недоступен.'],
    missing: ['Здесь нет чата', 'Проверьте адрес.'],
    off: [
      'Этот чат отключён',
      'Если вы администрируете этот сервис, включите канал в консоли: агент → Settings → Channels.',
    ],
    origin: [
      'Этот сайт не может показать чат',
      'Если вы администрируете этот сервис, добавьте {origin} в консоли: агент → Settings → Channels → Allowed origins.',
    ],
  },
  th: {
    gone: ['แชทนี้ปิดแล้ว', 'แชทนี้ใช้งานไม่ได้แล้ว'],
    missing: ['ไม่มีแชทที่นี่', 'โปรดตรวจสอบที่อยู่'],
    off: ['แชทนี้ถูกปิดใช้งาน', 'หากคุณเป็นผู้ดูแลระบบ ให้เปิดใช้งานช่องทางในคอนโซล: เอเจนต์ → Settings → Channels'],
    origin: [
      'เว็บไซต์นี้แสดงแชทไม่ได้',
      'หากคุณเป็นผู้ดูแลระบบ ให้เพิ่ม {origin} ในคอนโซล: เอเจนต์ → Settings → Channels → Allowed origins',
    ],
  },
  tr: {
    gone: ['Bu sohbet kapatıldı', 'Artık kullanılamıyor.'],
    missing: ['Burada sohbet yok', 'Lütfen adresi kontrol edin.'],
    off: [
      'Bu sohbet devre dışı',
      'Bu hizmeti yönetiyorsanız kanalı konsolda etkinleştirin: temsilci → Settings → Channels.',
    ],
    origin: [
      'Bu web sitesi sohbeti gösteremiyor',
      'Bu hizmeti yönetiyorsanız {origin} adresini konsolda ekleyin: temsilci → Settings → Channels → Allowed origins.',
    ],
  },
  vi: {
    gone: ['Cuộc trò chuyện này đã đóng', 'Cuộc trò chuyện này không còn khả dụng.'],
    missing: ['Không có cuộc trò chuyện nào ở đây', 'Vui lòng kiểm tra địa chỉ.'],
    off: [
      'Cuộc trò chuyện này đã bị tắt',
      'Nếu bạn quản trị dịch vụ này, hãy bật kênh trong bảng điều khiển: tác nhân → Settings → Channels.',
    ],
    origin: [
      'Trang web này không thể hiển thị cuộc trò chuyện',
      'Nếu bạn quản trị dịch vụ này, hãy thêm {origin} trong bảng điều khiển: tác nhân → Settings → Channels → Allowed origins.',
    ],
  },
  'zh-Hans': {
    gone: ['此聊天已关闭', '此聊天已不可用。'],
    missing: ['这里没有聊天', '请检查网址。'],
    off: ['此聊天未启用', '如果您是管理员，请在控制台中启用该渠道：智能体 → 设置 → 渠道。'],
    unbuilt: ['页面尚未构建', '请在服务的文件夹中运行 <code>npm run build</code>，然后重新加载此页面。'],
    origin: [
      '此网站无法显示聊天',
      '如果您是管理员，请在控制台中将 {origin} 添加到允许的来源：智能体 → 设置 → 渠道 → 允许的来源。',
    ],
  },
  'zh-Hant': {
    gone: ['此聊天已關閉', '此聊天已無法使用。'],
    missing: ['這裡沒有聊天', '請檢查網址。'],
    off: ['此聊天未啟用', '如果您是管理員，請在主控台的 Settings → Channels 中啟用該管道。'],
    origin: [
      '此網站無法顯示聊天',
      '如果您是管理員，請在主控台的 Settings → Channels → Allowed origins 中新增 {origin}。',
    ],
  },
};
