import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stemWord } from '../../lib/language/index.ts';
import { analyse, analyseQuery, analyseTyped, completableWords, type IndexedLanguages } from './analyse.ts';

/** An index of these texts. */
const indexOf = (...texts: string[]): IndexedLanguages => {
  const markers = texts.map((text) => new Set(analyse(text).markers));
  return {
    has: (marker) => markers.some((each) => each.has(marker)),
    allHave: (marker) => markers.every((each) => each.has(marker)),
  };
};

/** An index of chunks of the previous version, which had no markers. */
const previousIndex: IndexedLanguages = { has: () => false, allHave: () => false };

const termsOf = (text: string): string[] => analyse(text).terms;

/** @param others in the same index */
const meets = (query: string, text: string, ...others: string[]): boolean => {
  const terms = new Set(termsOf(text));
  return analyseQuery(query, indexOf(text, ...others)).some((word) => word.some((term) => terms.has(term)));
};

test('forms of one English word match, different words do not', () => {
  assert.ok(meets('shipping', 'We ship on Mondays'));
  assert.ok(meets('REFUNDS', 'a refund'));
  assert.ok(meets('customer’s', 'Customers'));
  assert.ok(!meets('cat', 'catalogue'));
});

test('words match despite different accents, width, case and ligatures', () => {
  for (const [query, text] of [
    ['cafe', 'CAFÉ'],
    ['Ｆｕｌｌ', 'full'],
    ['ﬁnance', 'finance'],
    ['Straße', 'STRASSE'],
    ['canción', 'cancion'],
    ['soft\u00ADware', 'software'],
  ] as const)
    assert.ok(meets(query, text), query);
});

const forms: readonly (readonly [language: string, text: string, query: string])[] = [
  ['Russian', 'Стоимость доставки зависит от веса.', 'доставка'],
  ['Russian without ё', 'Самолет вылетает утром, а ее места заняты.', 'самолёт'],
  ['Ukrainian', 'Ми доставляємо книги в усі міста України.', 'місто'],
  ['Bulgarian', 'Доставката до града е безплатна, а градът се намира на север.', 'град'],
  ['Serbian', 'Књиге се налазе у кући поред реке.', 'књига'],
  ['German', 'Die Kündigungen werden nach zwei Wochen wirksam.', 'Kündigung'],
  ['French', 'Les livraisons sont effectuées dans les deux jours.', 'livraison'],
  ['Spanish', 'Los envíos llegan en dos días a la península.', 'envío'],
  ['Portuguese', 'As devoluções são aceitas até trinta dias depois.', 'devolução'],
  ['Italian', 'Le spedizioni sono gratuite per gli ordini.', 'spedizione'],
  ['Dutch', 'De boeken worden binnen twee dagen geleverd.', 'boek'],
  ['Swedish', 'Böckerna skickas inom två dagar och betalningen sker sedan.', 'betalning'],
  ['Danish', 'Betalingen skal ske inden to dage efter købet.', 'betaling'],
  ['Norwegian', 'Betalingen må skje innen to dager etter kjøpet.', 'betaling'],
  ['Finnish', 'Talossa on kaksi huonetta ja niissä on ikkunat.', 'talo'],
  ['Hungarian', 'A házakban két szoba van, és az ablakok nagyok.', 'ház'],
  ['Romanian', 'Livrările se fac în toate orașele din țară.', 'orașul'],
  ['Turkish', 'Kitaplar iki gün içinde teslim edilir ve ücretsizdir.', 'kitabın'],
  ['Indonesian', 'Makanan ini dapat dikirim ke semua kota dengan cepat.', 'dimakan'],
  ['Lithuanian', 'Namai yra prie upės, o jų langai dideli.', 'namas'],
  ['Polish', 'Przesyłki są dostarczane w ciągu dwóch dni, a sklepy są otwarte.', 'przesyłka'],
  ['Czech', 'Zásilky jsou doručeny během dvou dnů do všech měst.', 'zásilka'],
  ['Greek', 'Οι άνθρωποι παραλαμβάνουν τα βιβλία σε δύο ημέρες.', 'άνθρωπος'],
  ['Arabic', 'نحن نقبل إرجاع الكتب في المدرسة خلال أسبوع.', 'مدرسة'],
  ['Hindi', 'किताबें दो दिन में पहुँचती हैं।', 'किताब'],
  ['Tamil', 'புத்தகங்கள் இரண்டு நாட்களில் வரும்.', 'புத்தகம்'],
];

for (const [language, text, query] of forms)
  test(`another form of a word is found: ${language}`, () => {
    assert.ok(meets(query, text), query);
    assert.ok(
      meets(query, text, 'The documents of this agent are in English too.'),
      'with English documents',
    );
  });

test('Vietnamese words with different accents are different words', () => {
  assert.ok(meets('bán', 'Cửa hàng bán sách và báo cho người đọc.'));
  assert.ok(!meets('bạn', 'Cửa hàng bán sách và báo cho người đọc.'));
});

test('Persian and Urdu words are not stemmed as Arabic ones', () => {
  assert.ok(termsOf('این کتاب‌ها برای دانشگاه است و پیام را می‌گوید').includes('دانشگاه'));
  assert.deepEqual(analyse('یہ کتابیں یونیورسٹی کے لیے ہیں اور وہاں موجود ہیں').markers.slice(1), [
    '\u0000ur',
  ]);
});

test('traditional and simplified Chinese match, in both directions', () => {
  assert.ok(meets('网络', '請檢查您的網絡設定。'));
  assert.ok(meets('網絡', '请检查您的网络设定。'));
  assert.deepEqual(termsOf('臺灣'), termsOf('台湾'));
});

test('chunks of the previous version are found by their terms', () => {
  for (const [query, word] of [
    ['Lieferungen', 'Lieferungen'],
    ['книгами', 'книга'],
    ['refunds', 'refund'],
    ['المدرسة', 'المدرسة'],
  ] as const)
    assert.ok(
      analyseQuery(query, previousIndex).some((terms) => terms.includes(stemWord(word.toLowerCase()))),
      query,
    );
  assert.ok(analyseQuery('網絡', previousIndex).some((terms) => terms.includes('網絡')));
});

test('a short part of a document has the language of the document', () => {
  const { markers } = analyse('Lieferzeiten: 2-3', { latin: 'de' });
  assert.ok(markers.includes('\u0000de'));
});

test('a Chinese word is found inside a sentence, and so is a name that no dictionary has', () => {
  assert.ok(meets('退款', '我们支持七天内退款。'));
  assert.ok(termsOf('欢迎使用灵犀助手').includes('灵犀'));
  assert.deepEqual(termsOf('水'), ['水']);
});

test('Japanese, Korean, Thai, Khmer and Lao words are found inside sentences without spaces', () => {
  assert.ok(meets('カタカナ', 'これはカタカナです'));
  assert.ok(meets('返品', '返品できますか'));
  assert.ok(meets('환불', '환불은 가능합니까'));
  assert.ok(meets('กรุงเทพ', 'สำนักงานอยู่ที่กรุงเทพ'));
  assert.ok(meets('ภาษา', 'ฉันเรียนภาษาไทย'));
  assert.ok(termsOf('ខ្ញុំចូលចិត្តភាសាខ្មែរ').length > 2);
  assert.ok(termsOf('ຂ້ອຍມັກພາສາລາວ').length > 2);
});

test('a long text without spaces is split into the same words as a short one', () => {
  const words = termsOf('สวัสดีครับผมชื่อสมชาย');
  assert.deepEqual(new Set(termsOf('สวัสดีครับผมชื่อสมชาย'.repeat(200))), new Set(words));
});

test('emoji are words, also those of several code points', () => {
  assert.ok(meets('🤠', 'howdy🤠😅'));
  assert.ok(meets('❤️', 'with ❤'));
  assert.ok(!meets('❤️', 'sunny ☀️'));
  assert.deepEqual(termsOf('👩🏽‍🚀'), ['👩', '🚀']);
});

test('a word of mixed scripts is split by script', () => {
  const terms = termsOf('iPhone15手机壳');
  assert.ok(terms.includes('手机') && terms.includes('iphone15'));
});

test('a query omits English stop words, unless it has no other words or the index has no English text', () => {
  const english = indexOf('The price of it is high');
  assert.deepEqual(analyseQuery('What is the price of it?', english).flat(), termsOf('price'));
  assert.equal(analyseQuery('to be or not to be', english).length, 6);
  const german = indexOf('Das ist der Preis, und was kostet die Lieferung?');
  assert.equal(analyseQuery('am Ende an', german).length, 3);
});

test('a query omits the question words of languages that the index has', () => {
  const russian = indexOf('Башня была построена в Париже.');
  assert.deepEqual(
    analyseQuery('Когда была построена башня?', russian).flat(),
    termsOf('была построена башня'),
  );
  assert.equal(analyseQuery('Что? Когда?', russian).length, 2);
  const [english, romanian] = [
    indexOf('Health care for all'),
    indexOf('Care este prețul pentru livrare și retur?'),
  ];
  assert.equal(analyseQuery('health care', english).length, 2);
  assert.equal(analyseQuery('care este prețul', romanian).length, 2);
});

test('names of Object.prototype members are words like any other', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    assert.ok(termsOf(word).every((term) => typeof term === 'string' && term.length > 0));
    assert.ok(meets(word, `The ${word} of it`));
  }
});

test('any text gives short, non-empty and reproducible terms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const terms = termsOf(text);
      assert.deepEqual(termsOf(text), terms);
      for (const term of terms) assert.ok(term !== '' && term.length <= 70 && term.isWellFormed());
    }),
    { numRuns: 500 },
  );
});

test('hostile texts are analysed: one endless word, marks without letters, empty text', () => {
  assert.equal(termsOf('a'.repeat(500_000)).length, 1);
  assert.ok(termsOf('ก'.repeat(50_000)).length >= 1);
  assert.equal(termsOf('水'.repeat(300_000)).length, 599_999);
  assert.ok(termsOf(`e${'\u0301'.repeat(100_000)}`).length >= 1);
  assert.deepEqual(termsOf(' \n!?…'), []);
});

/** The terms of a query that is being typed, with the words of these texts. */
const typed = (query: string, ...texts: string[]): string[][] => {
  const words = [...new Set(texts.flatMap((text) => [...completableWords(text)]))];
  return analyseTyped(query, indexOf(...texts), (beginning) =>
    words.filter((word) => word.startsWith(beginning)),
  );
};

test('the last word of a typed query is completed, the others are not', () => {
  const text = 'Returns and refunds of returned umbrellas';
  assert.deepEqual(typed('umb retu', text), [['umb'], ['retu', 'return']]);
  assert.deepEqual(typed('refunds', text), [['refund']]);
  assert.deepEqual(typed('retu ', text), [['retu']]);
  assert.deepEqual(typed('', text), []);
});

test('a complete word counts twice, and a stop word only as the beginning of others', () => {
  assert.deepEqual(typed('cat', 'a cat and a catalogue'), [['cat'], ['cat', 'catalogu']]);
  assert.deepEqual(typed('how do I re', 'The refund is here, and you re'), [['refund']]);
});

test('East Asian words are completed by single characters, Chinese ones are complete', () => {
  assert.deepEqual(typed('退', '七天内退款'), [['退']]);
  assert.deepEqual(typed('환', '환불은 가능'), [['환', '환불']]);
  assert.deepEqual(typed('กรุงเท', 'สำนักงานอยู่ที่กรุงเทพ').flat().includes('กรุงเทพ'), true);
});
