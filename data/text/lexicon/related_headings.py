"""Headings that announce other pages, the site's: related, most read, trending, in some thirty languages."""

import re
import unicodedata
from functools import lru_cache

QUALIFIED = {
    "en": r"(?:our |the |see |some |view |today'?s |you may also like )*(?:(?:most|more|other|all)[- ]+)?(?:related"
    r"|similar|recommended|suggested|popular|trending|latest|recent|newest|featured|top|most[- ](?:read|viewed|popular"
    r"|shared|commented|discussed|watched|recent)|more|other|sponsored|promoted|editors?'?s?'? picks?:?|must[- ]read"
    r"|breaking|recently viewed|further|additional|next|previous|best[- ]?selling)(?: (?:in|on) [\w ]{2,20})? (?:news"
    r"|posts?|articles?|stories|story|content|contents|topics?|threads?|discussions?|videos?|reads?|reading|readings"
    r"|headlines|coverage|products?|items?|links|blogs?|guides|pages|questions|recipes|resources|searches|galleries"
    r"|podcasts|episodes|tags|updates|features|picks|now|today|this week)(?: (?:you may like|for you|from \S.*|in \S.*"
    r"|on \S.*|by \S.*|about \S.*|of the (?:day|week|month)))?",
    "de": r"(?:weitere|ähnliche|verwandte|mehr|aktuelle|neueste|neue|beliebte(?:ste)?|meist ?gelesene|empfohlene"
    r"|passende|letzte|andere|top|die neuesten|die meistgelesenen) (?:artikel|beiträge|themen|nachrichten|news"
    r"|meldungen|storys|stories|videos|produkte|links|texte|berichte|inhalte|rezepte)(?: (?:zum|aus|von|über|in) .*)?",
    "fr": r"(?:les |nos |autres |derni[eè]re?s |nouveaux )*(?:articles?|actualités|infos|sujets|vidéos|contenus"
    r"|produits|billets|dossiers|actus)(?: (?:les plus lus?|les plus lues|les plus populaires|liée?s|associée?s"
    r"|similaires|récents|populaires|connexes|recommandée?s|suggérée?s|à la une))|(?:les )?(?:autres|dernières?"
    r"|derniers) (?:articles|actualités|infos|nouvelles|vidéos|billets)",
    "es, pt, it, ca, ro": r"(?:otr[ao]s |últim[ao]s |mais |más |altri |ultim[ei] |outr[ao]s |nuestr[ao]s |le |los "
    r"|las |as |os |i )*(?:artículos?|noticias?|notas|entradas|temas|contenidos?|artigos?|notícias?|matérias"
    r"|conteúdos?|articoli|notizie|contenuti|productos|produtos|prodotti|posts?|vídeos?|video|notícies|articles"
    r"|articole|știri) (?:relacionad[ao]s|correlat[ie]|similar(?:es|i|e)|recomendad[ao]s|más leíd[ao]s|mais lid[ao]s"
    r"|più lett[ei]|recientes|recentes|recenti|destacad[ao]s|populares|popolari|consigliati|raccomandati"
    r"|anterior(?:es)?|siguientes?|relacionats|relacionades|más vist[ao]s|mais vist[ao]s|più visti)|(?:últim[ao]s"
    r"|ultim[ei]|outr[ao]s|otr[ao]s|altr[ei]|más|mais|alte) (?:noticias?|notícias?|notizie|news|artículos|artigos"
    r"|articoli|entradas|posts?|știri|articole|matérias)",
    "nl, da, no, sv": r"(?:gerelateerde|verwante|andere|meer|laatste|recente|populaire|meest gelezen|aanbevolen"
    r"|relaterede|relaterte|relaterade|andre|andra|flere|fler|mer|seneste|siste|senaste|nyeste|mest leste|mest læste"
    r"|mest lästa|populære|populära) (?:artikelen|berichten|nieuws|artikler|artiklar|artikel|nyheder|nyheter|saker"
    r"|indlæg|inlägg|innlegg|video'?s|videoer)(?: (?:over|om|från|fra) .*)?",
    "pl, cs, sk": r"(?:powiązane|podobne|polecane|najnowsze|ostatnie|inne|najpopularniejsze|najczęściej czytane"
    r"|související|podobné|další|nejnovější|nejčtenější|doporučené|súvisiace|ďalšie|najnovšie"
    r"|najčítanejšie) (?:artykuły|wpisy|posty|wiadomości|tematy|newsy|teksty|články|zprávy|příspěvky|správy|témata)",
    "ru, uk, bg": r"(?:похожие|другие|последние|свежие|популярные|рекомендуемые|связанные|еще|ещё|схожі|інші|останні"
    r"|популярні|пов'язані|читайте|подобни|свързани|последни|още|най-четени|самые читаемые|главные) (?:статьи|новости"
    r"|материалы|записи|публикации|темы|посты|видео|статті|новини|матеріали|публікації|статии|товары)(?: (?:по теме"
    r"|раздела|за темою|от .*))?",
    "tr, id, ms": r"(?:[iİ]lgili|benzer|son|diğer|popüler|önerilen|en çok okunan|öne çıkan) (?:haber(?:ler)?"
    r"|yazı(?:lar)?|içerik(?:ler)?|konular|videolar)|(?:artikel|berita|postingan|baca(?:an)?|topik) (?:terkait|lainnya"
    r"|terbaru|terpopuler|populer|serupa|berkaitan|pilihan|lain)",
    "vi": r"(?:bài viết|tin|tin tức|bài|chủ đề|video|sản phẩm) (?:liên quan|mới nhất|nổi bật|cùng chuyên mục|đọc nhiều"
    r"|khác|xem nhiều|cùng chủ đề|tương tự|mới)",
    "hu, fi, el": r"(?:kapcsolódó|hasonló|legfrissebb|legolvasottabb|további|ajánlott) (?:cikkek|hírek|bejegyzések"
    r"|tartalmak|írások)|(?:lisää|muita|uusimmat|luetuimmat|suosituimmat) (?:aiheesta|uutisia|uutiset|artikkelit"
    r"|jutut)|(?:σχετικά|τελευταία|δημοφιλή|παρόμοια|περισσότερα) (?:άρθρα|νέα|θέματα)",
    "ar, fa, he": r"(?:مقالات|أخبار|اخبار|مواضيع|موضوعات|مواد|مطالب) (?:ذات صلة|ذات علاقة|مشابهة|متعلقة|أخرى|مرتبط"
    r"|مشابه)|الأكثر (?:قراءة|مشاهدة|تداولا|تعليقا)|(?:آخر|أحدث|اهم|أهم) الأخبار|(?:כתבות|מאמרים|חדשות) (?:נוספות"
    r"|קשורות|קשורים|נוספים)|(?:پربیننده|پرطرفدار|آخرین|جدید)\S* (?:اخبار|خبرها|مطالب)",
    "hi, bn": r"(?:संबंधित|सम्बंधित|ताज़ा|ताजा|अन्य|लोकप्रिय|और) (?:खबरें|ख़बरें|समाचार|लेख)|(?:সম্পর্কিত|আরও|সর্বশেষ|সর্বাধিক পঠিত"
    r"|এ সম্পর্কিত) ?(?:খবর|সংবাদ|নিবন্ধ)?",
}  # fmt: skip
"""Kinds of pages in phrases that also name pages: "latest news", "artículos relacionados"."""
WHOLE = {
    "en": r"related|read next|up next|see also|trending|trending now|popular|most popular|most read|most viewed"
    r"|most shared|most commented|recommended|recommended for you|recommended by \w+|you (?:may"
    r"|might)(?: also)? (?:like|enjoy|be interested in)|you'?ll (?:also )?(?:like|love)|what to read next"
    r"|what others are reading|people also (?:read|bought|viewed|ask)|readers also (?:read|like)d?"
    r"|customers also (?:bought|viewed)|(?:from )?around the (?:web|network)|more like this|don'?t miss(?: this)?"
    r"|editor'?s?'? (?:picks?|choice)|recently viewed|promoted|sponsored|in case you missed it|in other news"
    r"|keep reading|what'?s (?:hot|new|trending)|explore more|discover more|latest|just in|must reads?"
    r"|best[- ]?sellers?|from our (?:partners|sponsors)|paid content|elsewhere on the web|more to explore"
    r"|more on this(?: topic| story)?|also on \S.*|hot topics|related to this|further reading|more|next up"
    r"|happening now|also read|read also",
    "de": r"mehr zum thema|auch interessant|lesen sie (?:auch|mehr|dazu).*|das könnte (?:sie|dich"
    r"|euch) (?:auch )?interessieren|meist ?gelesen|am meisten gelesen|beliebt|siehe auch|zum thema|passend dazu"
    r"|empfehlungen der redaktion|auch lesenswert|neueste|aktuell|unsere empfehlungen|mehr dazu|top[- ]?themen"
    r"|lesetipps?|das interessiert andere leser|thema des tages|mehr lesen|weiterlesen bei .*|mehr aus .*"
    r"|ebenfalls interessant|aus dem archiv|ähnliches",
    "fr": r"(?:à|a) lire (?:aussi|également|ensuite)|sur le même (?:sujet|thème)|vous aimerez aussi|les plus lus"
    r"|les plus lues|à voir aussi|voir aussi|à découvrir(?: aussi)?|dans la même (?:rubrique|catégorie)"
    r"|nos derniers articles|lire la suite sur .*|vous pourriez (?:aussi|également) aimer|plus d'(?:articles"
    r"|actualités|infos).*|recommandé pour vous|le plus lu|ailleurs sur le web|en ce moment|à la une|à ne pas manquer"
    r"|lire aussi|lire également|le fil info",
    "es, pt, it, ca, ro": r"(?:lo|el) más (?:leído|visto|popular)|lo último|te puede interesar"
    r"|también te puede(?: interesar)?|(?:quizás )?(?:también )?te (?:puede|podría) (?:interesar|gustar)"
    r"|te recomendamos|(?:ver|lea|le[eé]|mir[aá]) también|leer más|más (?:sobre|en|de|información sobre) .*"
    r"|relacionad[oa]s?|recomendad[oa]s?|tendencias|destacad[oa]s|(?:as |os )?mais (?:lid[ao]s|vist[ao]s|acessad[ao]s"
    r"|populares)|leia (?:também|mais)|veja (?:também|mais)|saiba mais|você (?:também )?(?:pode|vai) gostar"
    r"|você pode se interessar|em alta|in evidenza|(?:i )?più letti|(?:le )?più lette|leggi anche|vedi anche"
    r"|potrebbe (?:interessarti|piacerti)(?: anche)?|ti potrebbe interessare|ti potrebbero interessare|correlati"
    r"|potrebbero interessarti|consigliati|da leggere|més llegits|més llegides|et pot interessar|citește și"
    r"|cele mai citite|vezi și|te-ar putea interesa",
    "nl, da, no, sv": r"meest gelezen|lees ook|lees meer|lees verder|zie ook|meer over .*|ook interessant|aanbevolen"
    r"|net binnen|(?:læs|les|läs) (?:også|mere|mer|också|även)|mest (?:læste|læst|leste|lest|lästa|läst|populære"
    r"|populära)|se også|se även|mere om .*|mer om .*|anbefalet|anbefalt|siste nytt|senaste nytt|seneste nyt|relateret"
    r"|relatert|relaterat|liknende saker|liknande",
    "pl, cs, sk": r"czytaj (?:także|również|też)|zobacz (?:także|również|też)|przeczytaj (?:także|również|też)"
    r"|najczęściej czytane|najpopularniejsze|najnowsze|polecamy|polecane|powiązane|może (?:ci się spodobać"
    r"|cię zainteresować)|zainteresuje cię|nejčtenější|čtěte (?:také|dále|také)|mohlo by vás zajímat"
    r"|přečtěte si (?:také|též)|související|doporučujeme|nejnovější|čítajte (?:aj|tiež)|najčítanejšie"
    r"|mohlo by vás zaujímať|súvisiace|odporúčame",
    "ru, uk, bg": r"(?:читайте|смотрите|читай) (?:также|еще|ещё|далее)|по теме|материалы по теме|популярное"
    r"|самое (?:читаемое|популярное|интересное)|рекомендуем|вам (?:может|будет) (?:быть )?(?:понравиться|интересно)"
    r"|похожие|новости по теме|лента новостей|главное|последние новости|что ещё почитать|читайте (?:також|ще)"
    r"|дивіться також|найпопулярніше|за темою|популярне|вижте (?:още|също)|прочетете (?:още|също)|най-четени"
    r"|прочитајте још|pročitajte još|новости партн[её]ров|главные новости|новости дня|сейчас читают|в тренде",
    "tr, id, ms": r"bunlar da ilginizi çekebilir|ilginizi çekebilir|en çok okunanlar|çok okunanlar|son dakika"
    r"|ayrıca bakınız|öne çıkanlar|bunları da (?:beğenebilirsiniz|okuyun)|baca juga|terpopuler|terkini|terbaru|terkait"
    r"|rekomendasi(?: untuk anda)?|lihat juga|simak juga|mungkin anda suka|paling banyak dibaca|berita utama|baca lagi"
    r"|popular posts?|pilihan editor|artikel berkaitan",
    "vi": r"xem thêm|đọc thêm|có thể bạn quan tâm|đọc nhiều nhất|xem nhiều|tin nổi bật|liên quan|đừng bỏ lỡ|mới nhất"
    r"|bạn có thể thích|đọc nhiều|nổi bật",
    "hu, fi, el": r"olvass(?:on|a)? (?:tovább|el ezt is)|ez is érdekelheti?|legolvasottabb|legfrissebb|ajánljuk"
    r"|kapcsolódó|olvasta már|ezt is olvassa(?: el)?|lue (?:myös|lisää)|katso myös|luetuimmat|uusimmat|suosituimmat"
    r"|διαβ[άα]στε (?:επ[ίι]σης|ακόμ[ηα]|περισσότερα)"
    r"|δείτε (?:επίσης|ακόμη)|δημοφιλή|σχετικά|ροή ειδήσεων",
    "ar, fa, he, ur": r"مزید پڑھیں|یہ بھی پڑھی(?:ں|ے)|اقرأ المزيد"
    r"|[اإ]قرأ أيضا|شاهد أيضا|ذات صلة|قد يعجبك(?: أيضا)?|قد يهمك(?: أيضا)?"
    r"|مختارات|الأكثر شعبية|المزيد من .*|موضوعات متعلقة|بیشتر بخوانید|همچنین بخوانید|پربازدیدترین(?:‌?ها)?|مطالب مرتبط"
    r"|קראו (?:גם|עוד)|עוד בנושא|הנקראות ביותר|אולי יעניין אותך|כדאי לקרוא",
    "hi, bn, ta, ka, sw": r"இதையும் படிக்க|წაიკითხეთ ასევე|soma pia"
    r"|यह भी पढ़ें|ये भी पढ़ें|इसे भी पढ़ें|और पढ़ें|सबसे ज़्यादा पढ़ी गई|टॉप स्टोरीज|आरो पढ़ें|আরও পড়ুন|আরো পড়ুন|সর্বশেষ|সর্বাধিক পঠিত",
}  # fmt: skip
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
_JA = (
    r"(?:記事|ニュース|リンク|コンテンツ|ページ|トピックス?|キーワード|ワード|タグ|動画|商品|情報|ストーリー"
    r"|投稿|特集|コラム|スレッド|エントリー?|写真|レシピ)"
)
_ZH = (
    r"(?:文章|新闻|新聞|阅读|閱讀|报道|報導|報道|内容|內容|推荐|推薦|资讯|資訊|视频|視頻|影片|链接|連結|话题"
    r"|話題|专题|專題|消息|搜索|搜尋|帖子|主题|主題|商品|产品|產品|图片|圖片|标签|標籤|博文|信息|问题|評論"
    r"|评论|作品|快讯|快訊|要闻|要聞|动态|動態)"
)
_KO = r"(?:기사|뉴스|글|콘텐츠|컨텐츠|영상|동영상|포스트|게시물|상품|이슈|키워드|소식|검색어|정보|링크)"
_TH = r"(?:ข่าว|บทความ|เรื่อง|เนื้อหา|โพสต์|คลิป|วิดีโอ|สินค้า|กระทู้|ข่าวสาร)"
UNSPACED = {
    "ja": r"(?:この(?:記事|ニュース)[にとの])?(?:関連(?:する|した)?|関係する|おすすめの?|オススメの?|お薦めの?"
    r"|お勧めの?|人気の?|注目の?|話題の?|最新の?|最近の?|新着の?|その他の?|他の|ほかの|主な|主要"
    r"|よく読まれている|読まれている|アクセスの多い|似た|同じカテゴリの?|類似|前の|次の|急上昇の?|トップ"
    rf"|ピックアップ){_JA}|関連|おすすめ|オススメ|あなたにおすすめ.*|[あ合]わせて読(?:みたい|む).*"
    r"|こちらもおすすめ|この記事を読んだ人は.*|この記事も(?:読まれて|おすすめ).*|こんな記事も.*|他にもこんな.*"
    r"|もっと(?:読む|見る)|.{0,12}ランキング|アクセス数?(?:ランキング|トップ\d*)|人気|新着|トレンド"
    r"|ピックアップ|編集部(?:の|から)?(?:おすすめ|オススメ|ピックアップ|のおすすめ)|注目(?:の話題)?"
    r"|読まれています|関連サイト|関連項目|次に読む|最近チェックした.*|(?:よく一緒に|この商品を)買.*"
    r"|(?:スポンサー|広告)リンク|おすすめ情報",
    "zh": r"(?:您|你)?(?:相关|相關|相似|类似|類似|推荐|推薦|推荐的|热门|熱門|最新|最近|更多|其他|其它|延伸|精彩|精选"
    rf"|精選|猜你喜欢的?|编辑推荐|今日|随机|同类|热点|熱點|焦點|焦点|上一篇|下一篇|本周|一周){_ZH}{{1,2}}|相关"
    r"|相關|推荐|推薦|热门|熱門|热榜|.{0,8}(?:排行榜?|热榜|熱榜|排行)|猜你(?:喜欢|喜歡|可能喜欢|想看)"
    r"|你可能(?:也)?(?:喜欢|喜歡|感兴趣|感興趣|还想看|會喜歡|想看).*|您可能.{0,8}|大家(?:都在)?(?:看|搜)"
    r"|为您推荐|為您推薦|为你推荐|為你推薦|推荐给(?:你|您)|编辑推荐|編輯推薦|编辑精选|編輯精選|小编推荐"
    r"|延伸阅读|延伸閱讀|参考阅读|看过.{0,8}的人还.*|点击排行|本月热门|热搜|熱搜|今日头条|今日要闻|相关推荐"
    r"|更多(?:精彩.*|推荐|相关.*|>*)?|人气(?:排行|推荐|文章)?|人氣(?:排行|推薦|文章)?|热点|热文|熱文|不容错过"
    r"|新闻推荐|热点推荐|头条推荐|网友(?:正在看|还在看)|其他人也看|看更多|阅读更多|閱讀更多|同场加映|同場加映"
    r"|即時新聞|即时新闻|焦點新聞|發燒新聞|相關詞.*|你也会喜欢",
    "ko": r"(?:함께 ?볼만한|많이 ?본|많이 ?읽은|가장 ?많이 ?본|가장 ?많이 ?읽은|관련|관련된|추천|인기|최신|최근|주요"
    rf"|주간|실시간|핫|다른|이 ?시각|오늘의|화제의|비슷한|연관|이전|다음|헤드라인) ?(?:주요|인기|추천)? ?{_KO}"
    r"|관련|추천|인기|많이 ?본|랭킹 ?뉴스|.{0,8} ?(?:랭킹|순위|베스트)|함께 ?(?:보면|읽으면) ?좋은.*"
    r"|이런 ?(?:기사|글|상품)(?:는|은)? ?어때.*|(?:당신|회원님|고객님)을 ?위한 ?추천.*|오늘의 ?추천.*"
    r"|(?:이 ?기사와 ?)?함께 ?(?:많이 ?)?(?:본|읽은|볼만한).*|더 ?보기|이 ?기자의 ?다른.*"
    r"|(?:이 ?)?언론사 ?(?:주요|추천|다른).*|핫이슈|속보|에디터 ?(?:추천|픽)|.{2,12}의 ?다른 ?기사(?: ?보기)?",
    "th": rf"{_TH} ?(?:ที่ ?เกี่ยวข้อง|ที่ ?น่าสนใจ|น่าสนใจ|แนะนำ|ล่าสุด|ยอดนิยม|ยอดฮิต|อื่น ?ๆ|อื่น|เด่น|เด่นวันนี้|มาใหม่|ใหม่|ใหม่ล่าสุด|ฮิต"
    r"|ที่ ?คล้ายกัน|ใกล้เคียง|ก่อนหน้า|ถัดไป|ที่คุณอาจสนใจ)(?: ?อื่น ?ๆ)?|แนะนำ(?:สำหรับคุณ)?|อ่าน(?:ข่าว|บทความ"
    r"|เรื่อง)?(?:เพิ่มเติม|ต่อ|ที่เกี่ยวข้อง|มากที่สุด|มากสุด)|(?:คุณ)?อาจ(?:จะ)?(?:สนใจ|ชอบ).*|คุณอาจ.{0,20}|ที่เกี่ยวข้อง"
    r"|เรื่องที่เกี่ยวข้อง|ยอดนิยม|ล่าสุด|ได้รับความนิยม|เป็นที่นิยม|เกาะติดข่าว|ห้ามพลาด|มาแรง|ดูเพิ่มเติม|(?:ข่าว)?ที่มีผู้อ่านมากที่สุด",
    "lo, km, my": r"ຂ່າວ(?:ທີ່)?(?:ກ່ຽວຂ້ອງ|ຫຼ້າສຸດ|ລ່າສຸດ|ອື່ນ ?ໆ)|ອ່ານ(?:ຂ່າວ)?ເພີ່ມ(?:ຕື່ມ|ເຕີມ)|ຍອດນິຍົມ|(?:អត្ថបទ"
    r"|ព័ត៌មាន)(?:ដែល)?(?:ទាក់ទង|ពាក់ព័ន្ធ|ថ្មីៗ?|ពេញនិយម|ផ្សេងទៀត|ស្រដៀងគ្នា)|អាន(?:បន្ត|បន្ថែម)|ဆက်စပ်(?:သတင်း|ဆောင်းပါး"
    r"|အကြောင်းအရာ)(?:များ)?|နောက်ဆုံးရ?(?:သတင်း)(?:များ)?|လူကြိုက်(?:အ)?များ(?:ဆုံး|သော).*|ဖတ်ရန်.{0,12}",
}  # fmt: skip
"""Regular expressions by language, as in ``aside_phrases``."""
MAX_LENGTH = 80  # Most characters of a text that is read as a heading
_COUNT = re.compile(
    r"(?:(?<!\s)\s++)?(?:[(\[]\s*+)?\d{1,4}\s*+[)\]]?(?:件|条|條|篇|개|건)?\s*+$|^(?:top\s*)?\d{1,3}\s+", re.I
)
_VOWELS = re.compile("[\u064b-\u0652\u0640]")  # Signs for short vowels, and the stretched line, in Arabic
_ADVERTISEMENT = re.compile(
    r"(?:(?:article|story|(?:please )?scroll down to)? ?continues?(?: reading)? (?:below|after) (?:this |the )?)?"
    r"(?:advertisements?|advertising|advert|ads?)(?: below)?|(?:continua após a )?publicidade|publicidad|pubblicità"
    r"|(?:la suite après cette )?publicité|anúncio|anuncio|anzeige|werbung|advertentie|annonce|annonse|annons"
    r"|reklama?|реклама|iklan|quảng cáo|hirdetés|mainos|διαφήμιση|إعلان|آگهی|פרסומת|विज्ञापन|โฆษณา|広告|광고|广告|廣告",
    re.I,
)
"""Complete lines."""


def announces_others(text: str) -> bool:
    """Whether a heading announces other pages than its own: related, most read, latest, more from a section.

    ``text``: the heading as a reader sees it; case, width, punctuation around it and a number of entries make no
    difference.
    """
    if not 2 <= len(text.strip()) <= MAX_LENGTH:
        return False
    heading = _normal(text)
    return any(_pattern().fullmatch(one) for one in {heading, _bare(_COUNT.sub("", heading))} if one)


def labels_advertisement(text: str) -> bool:
    """Whether a line is the label of an advertisement, in any case: ``Advertisement``, ``Story continues below ad``."""
    return len(text) <= MAX_LENGTH and _ADVERTISEMENT.fullmatch(_normal(text)) is not None


def _normal(text: str) -> str:
    plain = _VOWELS.sub("", " ".join(text.replace("’", "'").split()))
    return _bare(unicodedata.normalize("NFKC", plain))


def _bare(heading: str) -> str:
    """The heading without the punctuation around it; combining marks stay."""
    first = next((place for place, character in enumerate(heading) if character.isalnum()), len(heading))
    last = len(heading)
    while last > first and unicodedata.category(heading[last - 1])[0] not in "LMN":
        last -= 1
    return heading[first:last]


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    whole = (*QUALIFIED.values(), *WHOLE.values(), *UNSPACED.values())
    phrases = unicodedata.normalize("NFKC", f"(?:{'|'.join(whole)}){ALL}|(?:{BEGINNINGS}).*|{READ_ALSO}.*")
    return re.compile(phrases, re.I)
