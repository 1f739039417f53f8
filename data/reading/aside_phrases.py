"""Phrases of headings that announce other pages, as regular expressions in some thirty languages."""

QUALIFIED = {
    "en": (
        r"(?:our |the |see |some |view |today'?s |you may also like )*(?:(?:most|more|other|all)[- ]+)?(?:related"
        r"|similar|recommended|suggested|popular|trending|latest|recent|newest|featured|top|most[- ](?:read|viewed"
        r"|popular|shared|commented|discussed|watched|recent)|more|other|sponsored|promoted"
        r"|editors?'?s?'? picks?:?|must[- ]read|breaking|recently viewed|further|additional|next|previous"
        r"|best[- ]?selling)(?: (?:in|on) [\w ]{2,20})? (?:news|posts?|articles?|stories|story|content|contents"
        r"|topics?|threads?|discussions?|videos?|reads?|reading|readings|headlines|coverage|products?|items?|links"
        r"|blogs?|guides|pages|questions|recipes|resources|searches|galleries|podcasts|episodes|tags|updates"
        r"|features|picks|now|today|this week)(?: (?:you may like|for you|from \S.*|in \S.*|on \S.*|by \S.*"
        r"|about \S.*|of the (?:day|week|month)))?"
    ),
    "de": (
        r"(?:weitere|ähnliche|verwandte|mehr|aktuelle|neueste|neue|beliebte(?:ste)?|meist ?gelesene|empfohlene"
        r"|passende|letzte|andere|top|die neuesten|die meistgelesenen) (?:artikel|beiträge|themen|nachrichten|news"
        r"|meldungen|storys|stories|videos|produkte|links|texte|berichte|inhalte|rezepte)(?: (?:zum|aus|von|über"
        r"|in) .*)?"
    ),
    "fr": (
        r"(?:les |nos |autres |derni[eè]re?s |nouveaux )*(?:articles?|actualités|infos|sujets|vidéos|contenus"
        r"|produits|billets|dossiers|actus)(?: (?:les plus lus?|les plus lues|les plus populaires|liée?s"
        r"|associée?s|similaires|récents|populaires|connexes|recommandée?s|suggérée?s|à la une))"
        r"|(?:les )?(?:autres|dernières?|derniers) (?:articles|actualités|infos|nouvelles|vidéos|billets)"
    ),
    "es, pt, it, ca, ro": (
        r"(?:otr[ao]s |últim[ao]s |mais |más |altri |ultim[ei] |outr[ao]s |nuestr[ao]s |le |los |las |as |os "
        r"|i )*(?:artículos?|noticias?|notas|entradas|temas|contenidos?|artigos?|notícias?|matérias|conteúdos?"
        r"|articoli|notizie|contenuti|productos|produtos|prodotti|posts?|vídeos?|video|notícies|articles|articole"
        r"|știri) (?:relacionad[ao]s|correlat[ie]|similar(?:es|i|e)|recomendad[ao]s|más leíd[ao]s|mais lid[ao]s"
        r"|più lett[ei]|recientes|recentes|recenti|destacad[ao]s|populares|popolari|consigliati|raccomandati"
        r"|anterior(?:es)?|siguientes?|relacionats|relacionades|más vist[ao]s|mais vist[ao]s|più visti)"
        r"|(?:últim[ao]s|ultim[ei]|outr[ao]s|otr[ao]s|altr[ei]|más|mais|alte) (?:noticias?|notícias?|notizie|news"
        r"|artículos|artigos|articoli|entradas|posts?|știri|articole|matérias)"
    ),
    "nl, da, no, sv": (
        r"(?:gerelateerde|verwante|andere|meer|laatste|recente|populaire|meest gelezen|aanbevolen|relaterede"
        r"|relaterte|relaterade|andre|andra|flere|fler|mer|seneste|siste|senaste|nyeste|mest leste|mest læste"
        r"|mest lästa|populære|populära) (?:artikelen|berichten|nieuws|artikler|artiklar|artikel|nyheder|nyheter"
        r"|saker|indlæg|inlägg|innlegg|video'?s|videoer)(?: (?:over|om|från|fra) .*)?"
    ),
    "pl, cs, sk": (
        r"(?:powiązane|podobne|polecane|najnowsze|ostatnie|inne|najpopularniejsze|najczęściej czytane|související"
        r"|podobné|další|nejnovější|nejčtenější|doporučené|súvisiace|ďalšie|najnovšie|najčítanejšie) (?:artykuły"
        r"|wpisy|posty|wiadomości|tematy|newsy|teksty|články|zprávy|příspěvky|správy|témata)"
    ),
    "ru, uk, bg": (
        r"(?:похожие|другие|последние|свежие|популярные|рекомендуемые|связанные|еще|ещё|схожі|інші|останні"
        r"|популярні|пов'язані|читайте|подобни|свързани|последни|още|най-четени|самые читаемые|главные) (?:статьи"
        r"|новости|материалы|записи|публикации|темы|посты|видео|статті|новини|матеріали|публікації|статии"
        r"|товары)(?: (?:по теме|раздела|за темою|от .*))?"
    ),
    "tr, id, ms": (
        r"(?:[iİ]lgili|benzer|son|diğer|popüler|önerilen|en çok okunan|öne çıkan) (?:haber(?:ler)?|yazı(?:lar)?"
        r"|içerik(?:ler)?|konular|videolar)|(?:artikel|berita|postingan|baca(?:an)?|topik) (?:terkait|lainnya"
        r"|terbaru|terpopuler|populer|serupa|berkaitan|pilihan|lain)"
    ),
    "vi": (
        r"(?:bài viết|tin|tin tức|bài|chủ đề|video|sản phẩm) (?:liên quan|mới nhất|nổi bật|cùng chuyên mục"
        r"|đọc nhiều|khác|xem nhiều|cùng chủ đề|tương tự|mới)"
    ),
    "hu, fi, el": (
        r"(?:kapcsolódó|hasonló|legfrissebb|legolvasottabb|további|ajánlott) (?:cikkek|hírek|bejegyzések|tartalmak"
        r"|írások)|(?:lisää|muita|uusimmat|luetuimmat|suosituimmat) (?:aiheesta|uutisia|uutiset|artikkelit|jutut)"
        r"|(?:σχετικά|τελευταία|δημοφιλή|παρόμοια|περισσότερα) (?:άρθρα|νέα|θέματα)"
    ),
    "ar, fa, he": (
        r"(?:مقالات|أخبار|اخبار|مواضيع|موضوعات|مواد|مطالب) (?:ذات صلة|ذات علاقة|مشابهة|متعلقة|أخرى|مرتبط|مشابه)"
        r"|الأكثر (?:قراءة|مشاهدة|تداولا|تعليقا)|(?:آخر|أحدث|اهم|أهم) الأخبار|(?:כתבות|מאמרים|חדשות) (?:נוספות"
        r"|קשורות|קשורים|נוספים)|(?:پربیننده|پرطرفدار|آخرین|جدید)\S* (?:اخبار|خبرها|مطالب)"
    ),
    "hi, bn": (
        r"(?:संबंधित|सम्बंधित|ताज़ा|ताजा|अन्य|लोकप्रिय|और) (?:खबरें|ख़बरें|समाचार|लेख)|(?:সম্পর্কিত|আরও|সর্বশেষ|সর্বাধিক পঠিত"
        r"|এ সম্পর্কিত) ?(?:খবর|সংবাদ|নিবন্ধ)?"
    ),
}
"""Kinds of pages in phrases that also name pages: "latest news", "artículos relacionados"."""
WHOLE = {
    "en": (
        r"related|read next|up next|see also|trending|trending now|popular|most popular|most read|most viewed"
        r"|most shared|most commented|recommended|recommended for you|recommended by \w+|you (?:may"
        r"|might)(?: also)? (?:like|enjoy|be interested in)|you'?ll (?:also )?(?:like|love)|what to read next"
        r"|what others are reading|people also (?:read|bought|viewed|ask)|readers also (?:read|like)d?"
        r"|customers also (?:bought|viewed)|(?:from )?around the (?:web|network)|more like this"
        r"|don'?t miss(?: this)?|editor'?s?'? (?:picks?|choice)|recently viewed|promoted|sponsored"
        r"|in case you missed it|in other news|keep reading|what'?s (?:hot|new|trending)|explore more"
        r"|discover more|latest|just in|must reads?|best[- ]?sellers?|from our (?:partners|sponsors)|paid content"
        r"|elsewhere on the web|more to explore|more on this(?: topic| story)?|also on \S.*|hot topics"
        r"|related to this|further reading|more|next up|happening now|also read|read also"
    ),
    "de": (
        r"mehr zum thema|auch interessant|lesen sie (?:auch|mehr|dazu).*|das könnte (?:sie|dich"
        r"|euch) (?:auch )?interessieren|meist ?gelesen|am meisten gelesen|beliebt|siehe auch|zum thema"
        r"|passend dazu|empfehlungen der redaktion|auch lesenswert|neueste|aktuell|unsere empfehlungen|mehr dazu"
        r"|top[- ]?themen|lesetipps?|das interessiert andere leser|thema des tages|mehr lesen|weiterlesen bei .*"
        r"|mehr aus .*|ebenfalls interessant|aus dem archiv|ähnliches"
    ),
    "fr": (
        r"(?:à|a) lire (?:aussi|également|ensuite)|sur le même (?:sujet|thème)|vous aimerez aussi|les plus lus"
        r"|les plus lues|à voir aussi|voir aussi|à découvrir(?: aussi)?|dans la même (?:rubrique|catégorie)"
        r"|nos derniers articles|lire la suite sur .*|vous pourriez (?:aussi|également) aimer|plus d'(?:articles"
        r"|actualités|infos).*|recommandé pour vous|le plus lu|ailleurs sur le web|en ce moment|à la une"
        r"|à ne pas manquer|lire aussi|lire également|le fil info"
    ),
    "es, pt, it, ca, ro": (
        r"(?:lo|el) más (?:leído|visto|popular)|lo último|te puede interesar|también te puede(?: interesar)?"
        r"|(?:quizás )?(?:también )?te (?:puede|podría) (?:interesar|gustar)|te recomendamos|ver también"
        r"|lea también|lee también|leer más|más (?:sobre|en|de|información sobre) .*|relacionad[oa]s?"
        r"|recomendad[oa]s?|tendencias|destacad[oa]s|(?:as |os )?mais (?:lid[ao]s|vist[ao]s|acessad[ao]s"
        r"|populares)|leia (?:também|mais)|veja (?:também|mais)|saiba mais|você (?:também )?(?:pode|vai) gostar"
        r"|você pode se interessar|em alta|in evidenza|(?:i )?più letti|(?:le )?più lette|leggi anche|vedi anche"
        r"|potrebbe (?:interessarti|piacerti)(?: anche)?|ti potrebbe interessare|ti potrebbero interessare"
        r"|correlati|potrebbero interessarti|consigliati|da leggere|més llegits|més llegides|et pot interessar"
        r"|citește și|cele mai citite|vezi și|te-ar putea interesa"
    ),
    "nl, da, no, sv": (
        r"meest gelezen|lees ook|lees meer|lees verder|zie ook|meer over .*|ook interessant|aanbevolen|net binnen"
        r"|(?:læs|les|läs) (?:også|mere|mer|också|även)|mest (?:læste|læst|leste|lest|lästa|läst|populære"
        r"|populära)|se også|se även|mere om .*|mer om .*|anbefalet|anbefalt|siste nytt|senaste nytt|seneste nyt"
        r"|relateret|relatert|relaterat|liknende saker|liknande"
    ),
    "pl, cs, sk": (
        r"czytaj (?:także|również|też)|zobacz (?:także|również|też)|przeczytaj (?:także|również|też)"
        r"|najczęściej czytane|najpopularniejsze|najnowsze|polecamy|polecane|powiązane|może (?:ci się spodobać"
        r"|cię zainteresować)|zainteresuje cię|nejčtenější|čtěte (?:také|dále|také)|mohlo by vás zajímat"
        r"|přečtěte si (?:také|též)|související|doporučujeme|nejnovější|čítajte (?:aj|tiež)|najčítanejšie"
        r"|mohlo by vás zaujímať|súvisiace|odporúčame"
    ),
    "ru, uk, bg": (
        r"(?:читайте|смотрите|читай) (?:также|еще|ещё|далее)|по теме|материалы по теме|популярное"
        r"|самое (?:читаемое|популярное|интересное)|рекомендуем|вам (?:может|будет) (?:быть )?(?:понравиться"
        r"|интересно)|похожие|новости по теме|лента новостей|главное|последние новости|что ещё почитать"
        r"|читайте (?:також|ще)|дивіться також|найпопулярніше|за темою|популярне|вижте (?:още|също)"
        r"|прочетете (?:още|също)|най-четени|новости партн[её]ров|главные новости|новости дня|сейчас читают"
        r"|в тренде"
    ),
    "tr, id, ms": (
        r"bunlar da ilginizi çekebilir|ilginizi çekebilir|en çok okunanlar|çok okunanlar|son dakika|ayrıca bakınız"
        r"|öne çıkanlar|bunları da beğenebilirsiniz|baca juga|terpopuler|terkini|terbaru|terkait"
        r"|rekomendasi(?: untuk anda)?|lihat juga|simak juga|mungkin anda suka|paling banyak dibaca|berita utama"
        r"|baca lagi|popular posts?|pilihan editor|artikel berkaitan"
    ),
    "vi": (
        r"xem thêm|đọc thêm|có thể bạn quan tâm|đọc nhiều nhất|xem nhiều|tin nổi bật|liên quan|đừng bỏ lỡ|mới nhất"
        r"|bạn có thể thích|đọc nhiều|nổi bật"
    ),
    "hu, fi, el": (
        r"olvass(?:on|a)? (?:tovább|el ezt is)|ez is érdekelheti?|legolvasottabb|legfrissebb|ajánljuk|kapcsolódó"
        r"|lue myös|katso myös|luetuimmat|uusimmat|suosituimmat|διαβάστε (?:επίσης|ακόμη|περισσότερα)"
        r"|δείτε (?:επίσης|ακόμη)|δημοφιλή|σχετικά|ροή ειδήσεων"
    ),
    "ar, fa, he": (
        r"اقرأ أيض[اًا]+|إقرأ أيض[اًا]+|شاهد أيض[اًا]+|ذات صلة|قد يعجبك(?: أيض[اًا]+)?|قد يهمك(?: أيض[اًا]+)?|مختارات"
        r"|الأكثر شعبية|المزيد من .*|موضوعات متعلقة|بیشتر بخوانید|همچنین بخوانید|پربازدیدترین(?:‌?ها)?|مطالب مرتبط"
        r"|קראו (?:גם|עוד)|עוד בנושא|הנקראות ביותר|אולי יעניין אותך|כדאי לקרוא"
    ),
    "hi, bn": (
        r"यह भी पढ़ें|ये भी पढ़ें|इसे भी पढ़ें|और पढ़ें|सबसे ज़्यादा पढ़ी गई|टॉप स्टोरीज|आरो पढ़ें|আরও পড়ুন|আরো পড়ুন|সর্বশেষ|সর্বাধিক পঠিত"
    ),
}
"""Complete phrases: "see also", "lo más leído"."""
BEGINNINGS = (
    r"(?:more|other) (?:from|in|by|on|about|stories|news|posts|articles) |you may also |also in |popular (?:in"
    r"|on) |read more (?:from|about|on|in) |related to |recent(?:ly)? (?:in|on) |latest (?:from|in|on) "
    r"|most (?:read|popular|viewed) (?:in|on) |mehr (?:von|aus|über|zu|zum) |weitere (?:artikel|beiträge) "
    r"|plus (?:de|sur) |d'autres |altro su |meer (?:van|uit|over) "
)
"""Phrases before the name of a section, an author or a subject."""
READ_ALSO = (
    r"(?:read (?:also|more|next)|also read|see also|related(?: \w+)?|(?:à )?lire aussi|lesen sie auch"
    r"|lee también|lea también|leia (?:também|mais)|leggi anche|lees ook|læs også|les også|läs också"
    r"|čtěte také|czytaj także|zobacz także|читайте также|читайте також|baca juga|xem thêm|đọc thêm"
    r"|bunu da oku|اقرأ أيضا|यह भी पढ़ें|อ่านเพิ่มเติม|อ่านข่าวเพิ่มเติม|あわせて読みたい|関連記事|관련\s?기사|相关阅读"
    r"|相關閱讀|延伸閱讀|延伸阅读|更多(?:新聞|新闻|報導|报道))\s?[:|>»▶►]\s?"
)
"""Phrases before the title of another page."""
ALL = (
    r"(?: ?(?:一覧|一覧へ|はこちら|をもっと見る|をすべて見る|もっと見る|すべて見る|列表|查看更多|더 ?보기"
    r"|전체보기|ดูทั้งหมด|ทั้งหมด|see all|view all|see more|show all|»|>+))?"
)
"""Phrases that lead to all of them, after the heading."""
