import type { ChatLanguage } from '../../messages/chat-languages.ts';

const names = [
  'placeholder',
  'ask',
  'results',
  'noResults',
  'answer',
  'answering',
  'answered',
  'sources',
  'continue',
  'stop',
  'failed',
  'limited',
  'noAnswers',
  'unavailable',
  'handed',
  'disclosure',
  'yes',
  'no',
] as const;

export type Words = Record<(typeof names)[number], string>;

/** In the order of the names, separated by bars: names and quotes for each language would be a third of the script. */
const texts = {
  en: 'Search or ask a question|Ask|Results|No results|Answer|Answering…|The answer is complete.|Sources|Continue as chat|Stop|That did not work. Please try again.|Too many questions. Please wait a moment.|Answers are not available at the moment.|The search is not available at the moment.|A person will answer you. Continue in the chat.|AI answers can be wrong. Check the sources.|Yes|No',
  ar: 'ابحث أو اطرح سؤالاً|اسأل|النتائج|لا توجد نتائج|الإجابة|جارٍ الإجابة…|اكتملت الإجابة.|المصادر|المتابعة كدردشة|إيقاف|لم ينجح ذلك. يُرجى المحاولة مرة أخرى.|أسئلة كثيرة جدًا. يُرجى الانتظار قليلاً.|الإجابات غير متاحة حاليًا.|البحث غير متاح حاليًا.|سيجيبك شخص. تابع في الدردشة.|قد تخطئ إجابات الذكاء الاصطناعي. تحقق من المصادر.|نعم|لا',
  de: 'Suchen oder eine Frage stellen|Fragen|Ergebnisse|Keine Ergebnisse|Antwort|Antwort wird erstellt …|Die Antwort ist vollständig.|Quellen|Als Chat fortsetzen|Stopp|Das hat nicht geklappt. Bitte erneut versuchen.|Zu viele Fragen. Bitte kurz warten.|Antworten sind zurzeit nicht verfügbar.|Die Suche ist zurzeit nicht verfügbar.|Eine Person wird Ihnen antworten. Fahren Sie im Chat fort.|KI-Antworten können falsch sein. Prüfen Sie die Quellen.|Ja|Nein',
  es: 'Busca o haz una pregunta|Preguntar|Resultados|Sin resultados|Respuesta|Respondiendo…|La respuesta está completa.|Fuentes|Continuar como chat|Detener|No ha funcionado. Inténtalo de nuevo.|Demasiadas preguntas. Espera un momento.|Las respuestas no están disponibles en este momento.|La búsqueda no está disponible en este momento.|Te responderá una persona. Continúa en el chat.|Las respuestas de la IA pueden ser erróneas. Comprueba las fuentes.|Sí|No',
  fr: 'Rechercher ou poser une question|Demander|Résultats|Aucun résultat|Réponse|Réponse en cours…|La réponse est complète.|Sources|Continuer dans le chat|Arrêter|Cela n’a pas fonctionné. Veuillez réessayer.|Trop de questions. Veuillez patienter un instant.|Les réponses ne sont pas disponibles pour le moment.|La recherche n’est pas disponible pour le moment.|Une personne va vous répondre. Continuez dans le chat.|Les réponses de l’IA peuvent être fausses. Vérifiez les sources.|Oui|Non',
  hi: 'खोजें या प्रश्न पूछें|पूछें|परिणाम|कोई परिणाम नहीं|उत्तर|उत्तर दिया जा रहा है…|उत्तर पूरा हुआ।|स्रोत|चैट में जारी रखें|रोकें|यह काम नहीं किया। कृपया फिर से कोशिश करें।|बहुत सारे प्रश्न। कृपया थोड़ा रुकें।|उत्तर अभी उपलब्ध नहीं हैं।|खोज अभी उपलब्ध नहीं है।|कोई व्यक्ति आपको उत्तर देगा। चैट में जारी रखें।|AI के उत्तर गलत हो सकते हैं। स्रोत जाँचें।|हाँ|नहीं',
  id: 'Cari atau ajukan pertanyaan|Tanya|Hasil|Tidak ada hasil|Jawaban|Menjawab…|Jawaban selesai.|Sumber|Lanjutkan sebagai obrolan|Hentikan|Tidak berhasil. Silakan coba lagi.|Terlalu banyak pertanyaan. Tunggu sebentar.|Jawaban tidak tersedia saat ini.|Pencarian tidak tersedia saat ini.|Seseorang akan menjawab Anda. Lanjutkan di obrolan.|Jawaban AI bisa salah. Periksa sumbernya.|Ya|Tidak',
  it: 'Cerca o fai una domanda|Chiedi|Risultati|Nessun risultato|Risposta|Risposta in corso…|La risposta è completa.|Fonti|Continua nella chat|Interrompi|Non ha funzionato. Riprova.|Troppe domande. Attendi un momento.|Le risposte non sono disponibili al momento.|La ricerca non è disponibile al momento.|Ti risponderà una persona. Continua nella chat.|Le risposte dell’IA possono essere errate. Controlla le fonti.|Sì|No',
  ja: '検索または質問|質問する|検索結果|結果はありません|回答|回答中…|回答が完了しました。|出典|チャットで続ける|停止|うまくいきませんでした。もう一度お試しください。|質問が多すぎます。少しお待ちください。|現在、回答を利用できません。|現在、検索を利用できません。|担当者が回答します。チャットで続けてください。|AI の回答は誤っている場合があります。出典をご確認ください。|はい|いいえ',
  ko: '검색하거나 질문하세요|질문하기|결과|결과 없음|답변|답변 중…|답변이 완료되었습니다.|출처|채팅으로 계속|중지|문제가 발생했습니다. 다시 시도해 주세요.|질문이 너무 많습니다. 잠시 기다려 주세요.|현재 답변을 이용할 수 없습니다.|현재 검색을 이용할 수 없습니다.|담당자가 답변해 드립니다. 채팅에서 계속하세요.|AI 답변은 틀릴 수 있습니다. 출처를 확인하세요.|예|아니요',
  pt: 'Pesquise ou faça uma pergunta|Perguntar|Resultados|Nenhum resultado|Resposta|Respondendo…|A resposta está completa.|Fontes|Continuar no chat|Parar|Não funcionou. Tente novamente.|Perguntas demais. Aguarde um momento.|As respostas não estão disponíveis no momento.|A pesquisa não está disponível no momento.|Uma pessoa vai responder. Continue no chat.|As respostas da IA podem estar erradas. Confira as fontes.|Sim|Não',
  ru: 'Найти или задать вопрос|Спросить|Результаты|Ничего не найдено|Ответ|Готовится ответ…|Ответ готов.|Источники|Продолжить в чате|Остановить|Не получилось. Попробуйте ещё раз.|Слишком много вопросов. Подождите немного.|Ответы сейчас недоступны.|Поиск сейчас недоступен.|Вам ответит сотрудник. Продолжите в чате.|Ответы ИИ могут быть ошибочными. Проверьте источники.|Да|Нет',
  th: 'ค้นหาหรือถามคำถาม|ถาม|ผลลัพธ์|ไม่พบผลลัพธ์|คำตอบ|กำลังตอบ…|ตอบเสร็จแล้ว|แหล่งที่มา|คุยต่อในแชท|หยุด|ไม่สำเร็จ โปรดลองอีกครั้ง|มีคำถามมากเกินไป โปรดรอสักครู่|ขณะนี้ยังไม่สามารถตอบได้|ขณะนี้ยังไม่สามารถค้นหาได้|เจ้าหน้าที่จะตอบคุณ คุยต่อในแชท|คำตอบของ AI อาจผิดพลาด โปรดตรวจสอบแหล่งที่มา|ใช่|ไม่ใช่',
  tr: 'Arayın veya soru sorun|Sor|Sonuçlar|Sonuç yok|Yanıt|Yanıtlanıyor…|Yanıt tamamlandı.|Kaynaklar|Sohbette devam et|Durdur|İşe yaramadı. Lütfen tekrar deneyin.|Çok fazla soru. Lütfen biraz bekleyin.|Yanıtlar şu anda kullanılamıyor.|Arama şu anda kullanılamıyor.|Size bir kişi yanıt verecek. Sohbette devam edin.|Yapay zekâ yanıtları yanlış olabilir. Kaynakları kontrol edin.|Evet|Hayır',
  vi: 'Tìm kiếm hoặc đặt câu hỏi|Hỏi|Kết quả|Không có kết quả|Câu trả lời|Đang trả lời…|Đã trả lời xong.|Nguồn|Tiếp tục trò chuyện|Dừng|Không thành công. Vui lòng thử lại.|Quá nhiều câu hỏi. Vui lòng đợi một chút.|Hiện chưa thể trả lời.|Hiện chưa thể tìm kiếm.|Một người sẽ trả lời bạn. Hãy tiếp tục trong cuộc trò chuyện.|Câu trả lời của AI có thể sai. Hãy kiểm tra nguồn.|Có|Không',
  'zh-Hans':
    '搜索或提问|提问|结果|没有结果|回答|正在回答…|回答已完成。|来源|继续聊天|停止|出错了，请重试。|提问太多，请稍候。|目前无法回答。|目前无法搜索。|将由人工回答您，请在聊天中继续。|AI 的回答可能有误，请核对来源。|是|否',
  'zh-Hant':
    '搜尋或提問|提問|結果|沒有結果|回答|正在回答…|回答已完成。|來源|繼續聊天|停止|發生錯誤，請重試。|提問太多，請稍候。|目前無法回答。|目前無法搜尋。|將由專人回答您，請在聊天中繼續。|AI 的回答可能有誤，請核對來源。|是|否',
} satisfies Record<ChatLanguage, string>;

const toWords = (text: string): Words => {
  const parts = text.split('|');
  return Object.fromEntries(names.map((name, index) => [name, parts[index]!])) as Words;
};

export const words = Object.fromEntries(
  Object.entries(texts).map(([language, text]) => [language, toWords(text)]),
) as Record<ChatLanguage, Words>;
