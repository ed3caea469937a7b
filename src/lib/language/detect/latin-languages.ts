/** What distinguishes a language with Latin letters from the others. */
export interface LatinLanguage {
  /** Frequent words without a subject: articles, pronouns, prepositions, forms of "to be", question words. */
  words: string;
  /** Letters besides a-z that the language uses. */
  letters?: string;
  /** Typical beginnings and endings of words, for texts without frequent words. */
  forms?: RegExp;
}

/** By ISO 639-1 code. Bosnian, Croatian, Montenegrin and Serbian in Latin letters are one entry: `hr`. */
export const latinLanguages = {
  en: {
    words: `a about after all also am an and any are as at be because been before being between both but by can could did
      do does during each every for from get had has have help her him his how i if in into is it its just many may me
      might more most much must my need no not of off on one only or other our out over own please should since so some
      such than that the their them then there these they this those through to too under until up us use used very
      want was we were what when where which while who whom whose why will with without would you your`,
    forms: /(?:ing|tion|tions|ness|ly|ed|ity|ship|ght|less|ful|ies|ck)$|^(?:wh|kn)/,
  },
  de: {
    words: `aber alle als am an auch auf aus bei beim bin bis bitte brauche da damit dann das dass dein deine dem den denn
      der des deutschen dich die dieser dieses diese diesem dir doch du durch ein eine einem einen einer eines er es
      etwas euch für gab gegen gibt habe haben hat hatte hatten hier hilfe ich ihm ihn ihr ihre ihren im in ist ja kann
      kannst kein keine können könnte man mein meine mich mir mit möchte muss müssen nach nicht noch nur ob oder ohne
      seit sein seine seiner seinen sich sie sind so sowie über um und uns unter vom von vor wann war waren warum was
      welche welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso wieviel viel viele will wir wird
      wo wodurch woher wohin womit worden worin wurde wurden zu zum zur zwischen zwei drei`,
    letters: 'äöüß',
    forms:
      /(?:ung|ungen|keit|heit|lich|liche|lichen|isch|ische|ischen|schaft|chen|zeit|stadt|tät|tzt|cht)$|sch|pf|ck$/,
  },
  fr: {
    words: `à afin ai alors après au aussi autre aux avait avant avec avez avoir c ce cela celui ces cet cette chez combien
      comme comment contre d dans de depuis des deux dois donc dont du elle elles en encore entre est et étaient était
      été être eu faire fait faut font il ils j je l la le les leur leurs lors lui m ma mais même mes moi moins mon n ne
      ni nombre nos notre nous on ont ou où par parler pas pendant peut peuvent peux plus plusieurs pour pourquoi
      puis qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si soit son sont sous sur t ta
      te tes toi ton tous tout toute tu type un une va vers veux voudrais vos votre vous y`,
    letters: 'àâæçéèêëîïôœùûü',
    forms: /(?:eur|eurs|eux|euse|aux|ique|iques|ement|tion|tions|ée|ées|és|ais|ait|aient|oir|oire|ité)$/,
  },
  es: {
    words: `a al algo alguna algún ante antes así ayuda cada como cómo con contra cual cuál cuales cuáles cuando cuándo
      cuanta cuánta cuantas cuántas cuanto cuánto cuantos cuántos de del desde después dime donde dónde dos durante e el
      él ella ellos en entre era eran es esa ese eso esta está están estas este esto estos fue fueron ha había hablar
      hace hacer hacia han hasta hay hizo la las le les lo los luego más me mi mientras mis mucho muchos muy necesito ni
      no nos nombre o otra otro otros para pero podría por porque pudo puede pueden puedo pues que qué quien quién
      quiénes quiero se sea según ser si sí sido sin sobre son su sus también tanto te tenía tengo tiene tienen tipo
      todo todos tras tu tuvo un una uno unos usted y ya yo`,
    letters: 'áéíñóúü',
    forms: /(?:ción|ciones|dad|dades|mente|ado|ados|ada|adas|ido|idos|aron|ieron|aba|ían|ía|illo|ez)$|ll|ñ/,
  },
  pt: {
    words: `a à ajuda além ano ao aos após as às até cada com como contra da das de dela dele deles depois desde do dos e é
      ela ele eles em entre era eram essa esse esta está estão este eu falar foi foram há isso isto já lhe mais mas me
      mesmo meu meus minha muito muitos na nas não nem no nome nos num numa o onde os ou para pela pelas pelo pelos por
      porque posso precisa preciso pode podem qual quais qualquer quando quantas quanto quantos que quê quem quero se
      seja sem ser seu seus sido só sob sobre sua suas são também te tem têm tenho ter teve tipo todos tu um uma umas
      uns você vocês`,
    letters: 'áâãàçéêíóôõú',
    forms: /(?:ção|ções|dade|dades|mente|ado|ados|ada|adas|ido|aram|ava|avam|inho|ões|ão|nça)$|lh|nh/,
  },
  it: {
    words: `a ad ai aiuto al alcune alcuni alla alle altri anche c che chi ci ciò come con contro cosa cui da dal dalla
      dalle dei del dell della delle dello di dopo dove due durante e è ed era erano essere fra fu furono già gli ha hanno
      ho i il in io l la le lei lo loro lui ma mi mia mio molti molto ne nei nel nell nella nelle nello noi nome non o ogni
      parlare per perché più poi posso prima può qual quale quali quando quante quanti quanto quella quello questa
      questo se sei senza si sia sono stata stato su sua sue sul sulla suo suoi tipo tra tutti tutto un una uno vi voi
      vorrei`,
    letters: 'àèéìíòóù',
    forms:
      /(?:zione|zioni|mente|ità|ato|ati|ata|ate|uto|ando|endo|are|ere|ire|ismo|oso|osa|iamo)$|zz[aeio]|gli/,
  },
  nl: {
    words: `aan achter al alle als andere ben bij binnen daar dan dat de deze die dit doen door dus een en er geen had
      hadden heb hebben heeft hem het hij hoe hoeveel hulp hun iemand ik in is jaar je jij jouw kan kunnen kunt maar
      meer met mijn mij moet na naar naast niet nog nu of om omdat onder ons onze ook op over sinds te tegen ten ter tijdens
      tot tussen twee u uit uw van veel volgens voor waar waarom waaruit waren wanneer was wat we welk welke werd werden
      wie wij wil worden wordt zich zijn zo zonder zou`,
    letters: 'ëïéè',
    forms: /(?:ing|ingen|ijk|ijke|heid|heden|elijk|teit|isch|atie|aties|tje|aar|een)$|ij|aa|oo|uu|sch|^ge/,
  },
  sv: {
    words: `alla allt andra att av blev bli blir bland de dem den denna det detta dig din där då efter eller en enligt ett
      finns från för fick genom ha hade han hans har hjälp hon honom hur hur i in inom inte jag kan kunde man med mellan men
      mer mig min mitt många mot mycket ni nu när någon något några och också om oss på sedan ska skulle som sig sin sina
      sitt så till två under upp ut utan vad var vara varför varje varit vars vem vi vid vilka vilken vilket vill är år över`,
    letters: 'åäö',
    forms:
      /(?:ning|ningen|het|heten|arna|erna|orna|ade|ades|isk|iska|igt|tion|skap|ligt|lig)$|^(?:sj|skj)|ck/,
  },
  da: {
    words: `af alle andre at blev blive bliver da de dem den denne der deres det dette dig din du efter ej eller en end er
      et for fra få før har have havde han hans hendes hjælp hun hvad hvem hvilke hvilken hvilket hvis hvor hvordan
      hvorfor hvornår i ikke ind jeg kan kom kunne lige man mange med mellem men mere mig min mod må når nogle nogen noget
      nu og også om op os over på sig sin skal skulle som så til to ud uden under var ved vi vil ville være været år`,
    letters: 'æøå',
    forms: /(?:ning|ningen|hed|heden|erne|ede|isk|iske|ende|else|elser|lig|lige|skab)$|^hv/,
  },
  no: {
    words: `alle andre at av ble bli blir blitt da de dem den denne der deres det dette du dere eller en enn er et ett
      etter for fordi fra få før gjennom ha hadde han hans har hennes hjelp hun hva hvem hvilke hvilken hvilket hvis hvor
      hvordan hvorfor i ikke inn jeg kan kom kunne man mange med mellom men mer meg min mot må når noe noen nå og også om
      opp oss over på seg sin skal skulle som så til to under ut uten var ved vi vil ville vært være år`,
    letters: 'æøå',
    forms: /(?:ning|ningen|het|heten|ene|ede|isk|iske|ende|else|elser|lig|lige|skap|sjon|sjoner)$|^hv|kj|gj/,
  },
  fi: {
    words: `ei eivät eli en ennen että he hän hänen ja jo joka jonka jos jossa jota jotka kaikki kanssa koska kuin kuinka
      kuitenkin kuka kun kuten lisäksi me mihin mikä mikäli milloin millainen minkä minä missä mistä miten mitkä mitä
      moni monta muita mukaan mutta myös ne niiden niin noin nyt oli olivat olla ollut on ovat paljonko saa se sekä sen
      siitä sillä sinä sitä tai tämä tämän te tuli vain vaan vai voi voidaan voiko yli`,
    letters: 'äö',
    forms:
      /(?:ssa|ssä|sta|stä|lla|llä|lta|ltä|lle|nen|iset|isen|ista|istä|vat|vät|uus|yys|minen|een)$|aa|ää|uu|yö|ii/,
  },
  hu: {
    words: `a abban ahol aki akik ami amely amelyek amikor az azt által csak de egy egyik el ellen elő én és ezek ezt fel
      hány hogy hogyan hol honnan ha ez is itt ki kik kivel között le lehet lesz lett ma mely melyik meg kerül mennyi mennyibe mert
      mi miatt mikor milyen mit miért mint minden nagyon nem ő ők olyan pedig s saját sem szerint szeretnék tud után úgy
      vagy van vannak volt voltak`,
    letters: 'áéíóöőúüű',
    forms:
      /(?:ság|ség|nak|nek|ban|ben|ból|ből|tól|től|hoz|hez|val|vel|ról|ről|ott|ett|ött|ként|ás|és|ások|ések)$|sz|gy|zs|cs/,
  },
  ro: {
    words: `a acest această aceasta acestei acestui acum ai al ale am ar are au avea avut ca când câte câți care ce cea cei
      cel cele cine cu cum da de deci decât despre din dintre doar două după ea ei el era erau este eu fi fiind fost
      și în înainte între își l la le lor lui mai mult nici noi nu numele o or pe pentru poate prin sa sale sau se său
      sunt spre tip toate tot tu un unde unei unor unui va vor`,
    letters: 'ăâîșțşţ',
    forms: /(?:ului|ilor|elor|ția|ții|ție|ească|ești|ește|iei|eau|escu|ării|ul|urile|ile)$|ț|ș/,
  },
  tr: {
    words: `ama ancak arasında bana başka bazı ben bir birçok biri biz bu bunu bunun çok çünkü da daha de değil diğer diye
      dolayı eden en etti evet gibi göre hangi hangisi hangileri hayır hem hep her için içinde ile ilgili ilk ise iki
      istiyorum kaç kadar karşı ki kim kime kimdi kimin lütfen mi mı mu mü musunuz nasıl ne neden nedir neler nelerdir nereye
      nerede nerde nereden niçin o olan olarak oldu olduğu olduğunu olur onu onun sen sadece siz sonra şey şu tarafından
      tarihinde üzerinde var ve veya ya yardım yıl yılında yok yüzden zaman`,
    letters: 'çğıöşüâî',
    forms:
      /(?:lar|ler|ları|leri|dır|dir|dur|dür|tır|tir|mak|mek|ının|inin|unun|lık|lik|ması|mesi|ıyor|iyor|mış|miş|dan|den|ydı|ydi|nda|nde)$/,
  },
  id: {
    words: `ada adalah agar akan anda antara apa apakah atas atau bagaimana bahwa banyak beberapa belum berapa bisa bukan dalam
      dan dapat dari dengan di dia dimana hanya harus hingga ia ingin ini itu jika juga kami kapan karena kata ke kepada
      kita lain lebih mana mau melalui memiliki menjadi mengapa mereka mohon namun nama oleh orang pada para saat saja sangat
      saya sebagai sebuah secara sejak sekitar selama semua seperti serta siapa sudah tahun tahu telah tentang terhadap
      tersebut tidak tolong untuk yaitu yang`,
    forms: /(?:kan|nya|annya|lah|kah)$|^(?:meng|mem|men|ber|ter|peng|pem|pen)/,
  },
  vi: {
    words: `ai anh bao bạn bằng bị cả các cần cho chỉ có cũng của cùng do đã đang đâu đây đến để đó được gì giúp hai hay
      hơn khi không là lại làm lên loại mà mấy một muốn này nào năm ngày người nhất nhiều như những nước ở qua ra rằng
      sao sau sẽ số tại theo thế thì thứ thường tôi tên trên trong từ và vào về vì việc với vẫn xin`,
    letters: 'àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
    forms: /^(?:ngh|nh|ng|tr|ph|kh|th)[^aeiou]|(?:ng|nh)$/,
  },
  lt: {
    words: `apie ar arba bei bet bus buvo čia dar dėl gali ir iš jei ji jie jis jo jos jų kad kai kaip kaipo kas kiek kiekvienas
      kieno kodėl kokia kokie koks kokį ko kur kuri kurie kurio kurios kuris kurį kurią labai man mano mes mūsų ne nes nuo
      į o pagal per po prie prieš su savo šio ši šis tai taip tas tik to tuo turi už visi yra`,
    letters: 'ąčęėįšųūž',
    forms: /(?:as|is|us|ys|imas|umas|ų|ės|ių|iai|oje|ėje|uose|ėti|yti|auti|ams|oms|iams|ai|ui)$/,
  },
  lv: {
    words: `ar arī bet bija būt cik daudz gan ir ja jau jo ka kā kad kādā kādi kādu kam kas katrs kāpēc ko kopā kur kura kurā
      kurš ļoti līdz lai man mēs nav ne no par pēc pie pret pa tad tā tai tas to tika tikai tiek un uz vai vairāk var viņa
      viņš visi`,
    letters: 'āčēģīķļņšūž',
    forms: /(?:ība|ības|iem|ām|šana|šanas|ais|ā|ās|ība|ija|ijas|ējs|ību)$/,
  },
  et: {
    words: `aga ja ei ega et ka kas kes kelle keda kui kuidas kuigi kus kust kuna ma me mida miks millal mille millest milline millised
      mis mitu need nagu nende ning nüüd oli olid olla oma on pärast palju saab sai sa see seda selle siis ta te tema
      tuleb või vaid väga üks üle`,
    letters: 'äöõüšž',
    forms: /(?:mine|mise|used|ust|dust|duse|lik|like|likud|ates|deks|dele|takse|ud|id)$|õ|ää|üü/,
  },
  pl: {
    words: `a aby albo ale był była było były być co czego czy dla do gdy gdzie go i ich ile im ja jaka jakich jaki jakie jako
      jak jego jej jest jeszcze każdy kiedy kim kto kogo która które którego której których który którzy ma mi mnie może
      na nad nazywa nie niż o od oraz po pod podczas ponieważ poprzez proszę przed przez przy są się sobie swoje ta tak
      także tam te tego ten to tylko tym u w we wie więc za z ze że`,
    letters: 'ąćęłńóśźż',
    forms:
      /(?:ość|ości|ego|emu|ych|ich|owy|owa|owe|ów|anie|enie|cja|cji|ami|ach|ują|ał|ski|ska)$|sz|cz|rz|dz|szcz/,
  },
  cs: {
    words: `a aby ale ani až bez bude by byl byla byli bylo být co což do ho i jak jaká jaké jakou jaký jako je jeho její jejich
      jen jsem jsou již k kde kdo kdy kdyby ke kolik který která které kterou kteří ku má mezi mi mít může na nad nebo
      není než o od po pod podle pro proč protože proti před při s se si své svůj ta tak také tento ten to tom tu u v ve více však z za ze že`,
    letters: 'áčďéěíňóřšťúůýž',
    forms: /(?:ost|osti|ého|ému|ých|ení|ání|ovat|ování|ský|ská|ské|ech|ami|ů)$|ř|ě|ou$/,
  },
  sk: {
    words: `a aby ako aká aké akej aký ale alebo ani až bez bol bola boli bolo budú by byť či čo do ho i ich je jeho jej k kde
      kedy keď kto koho koľko ktorá ktoré ktorého ktorej ktorý ktorí ktorú len ma má medzi môže na nad nie než o od po podľa
      počas pod pre prečo pred pri pretože proti s sa si sme som so sú svoj svoje ta tak tento ten tiež to tom u v vo však z za zo že`,
    letters: 'áäčďéíĺľňóôŕšťúýž',
    forms: /(?:osť|osti|ého|ému|ých|enie|anie|ovať|ovanie|ský|ská|ské|och|ami|ov)$|ľ|ô|ou$/,
  },
  sl: {
    words: `ali ampak bi bil bila bili bilo bo če da do ga iz in ima ja jaz je jih kadar kaj kako kakšen kakšna kakšno kateri katera
      katere katerega kateri kdaj kdo ker ki kje ko koliko komu kot lahko mi med mora na nad ne ni nisem o ob od pa po pod
      pred preko pri s sem se si smo so sta ta tem to tudi v več z za zakaj že`,
    letters: 'čšž',
    forms: /(?:ost|osti|ega|emu|anje|enje|ski|ska|ske|ih|imi|ev|ov)$/,
  },
  hr: {
    words: `a ako ali bi bila bile bili bilo bio biti bez ću da do dok duž gde gdje ga i ih ili im ima iz ja je jer jesu još kada
      kad kako kakav kakva kakvo kao ko koga koja koje kojem kojeg kojoj koji kojih koju koliko kome kroz li među mi može mogu na nad
      nakon ne nego nije nisu o od ona oni ovaj ovo po pod pre prije prema pri s sa sam samo se smo su što šta sve svi ta
      taj takođe također te tijekom to tokom tko u uz već više za zašto zbog`,
    letters: 'čćđšž',
    forms: /(?:ost|osti|og|oga|omu|anje|enje|ski|ska|ske|ima|ije|ijih|ovi|ova)$/,
  },
  ca: {
    words: `a al als això aquest aquesta amb cada com d de del dels des després dos durant el els en entre era és ésser eren
      estava està està fer fins ha han i it l la les li llur més molt molts nom no nosaltres o on per però perquè pel pels
      pot quan quant quants que què qual quin quina quines quins qui s sense ser seu seva si sobre són també té tenir tots
      un una va van`,
    letters: 'àçèéíïòóúü',
    forms: /(?:ció|cions|tat|ment|itat|ada|ades|ant|ent|isme|atge|ig)$|ny|l·l|tx/,
  },
  ga: {
    words: `a ach ag agus aige an ann ar as atá bhfuil bhí bhíonn cá cad cathain cé cén chun conas dá de do dul é faoi go gur
      i iad idir in is le leis mar mé ná nach ní nuair ó seo sin sí sé siad tá tar tú um`,
    letters: 'áéíóú',
    forms: /(?:acht|aigh|each|eacht|adh|amh|aí|ann|óir|úil)$|^(?:bh|mh|gc|bp|dt|ts|bhf|ch|fh)/,
  },
} as const satisfies Record<string, LatinLanguage>;

export type LatinCode = keyof typeof latinLanguages;

export const latinCodes = Object.keys(latinLanguages) as LatinCode[];
