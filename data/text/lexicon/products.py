"""Words of shops about a product, in some thirty languages: buttons to buy it, its stock, labels of its numbers."""

import re
from collections.abc import Collection
from functools import cache, lru_cache

_BUY = (
    "buy(?: now| it now| this)?|order now|pre-?order(?: now)?|purchase|add to order|(?:jetzt |sofort )?kaufen"
    "|(?:jetzt )?bestellen|acheter(?: maintenant)?|j'achète|commander|ajouter|compr(?:ar|e)(?: ya| ahora| agora)?"
    "|adicionar|encomendar|acquista(?: ora)?|compra(?: ora| subito)?|bestel(?:len)?|koop(?: nu)?|kup(?: teraz)?"
    "|zamów(?: teraz)?|koupit(?: nyní)?|objednat|kosárba(?: teszem)?|cumpără|köp|kjøp(?: nå)?|køb(?: nu)?|osta|αγορά"
    "|satın al|sepete at|(?:hemen|şimdi) al|купить(?: сейчас| в (?:1|один) клик)?|заказать|купити|купи"
    "|lisa korvi|اشتري? الآن|شراء|افزودن به سبد خرید|خرید|הוס(?:ף|פה) ל(?:סל|עגלה)|קנה עכשיו|今すぐ(?:購入|買う)"
    "|ご?購入(?:する|はこちら)?|注文する|立即购买|立即購買|立即下单|购买|購買|장바구니(?: 담기)?|구매하기|바로 ?구매"
    "|thêm vào giỏ(?: hàng)?|mua ngay|mua hàng|đặt mua|đặt hàng|tambah(?:kan)? ke (?:keranjang|troli)"
    "|beli(?: sekarang)?|หยิบใส่ตะกร้า|เพิ่มลงตะกร้า|เพิ่มในตะกร้า|ซื้อเลย|สั่งซื้อ|कार्ट में (?:डालें|जोड़ें)"
    "|अभी खरीदें"
)
_ADD = (
    "add|put|legen|hinzufügen|ajouter|mettre|añadir|anadir|agregar|aggiungi|metti|adicionar|colocar|toevoegen|dodaj"
    "|wrzuć|włóż|přidat|vložit|dát|pridať|vložiť|adaugă|adauga|lägg(?: till)?|legg|læg|tilføj|lisää|προσθήκη|ekle"
    "|добавить|положить|додати|добави|أضف|اضف|إضافة"
)
_BASKET = (
    "cart|bag|basket|trolley|warenkorb|einkaufs(?:korb|wagen|tasche)|panier|caddie|carrito|carro|cesta|bolsa|carrello"
    "|borsa|carrinho|sacola|cesto|winkel(?:wagen|mand(?:je)?)|koszyka|košík[ua]|coș|cos|varukorg(?:en)?"
    "|handlekurv(?:en)?|kurv(?:en)?|(?:ostos)?koriin|καλάθι|sepete|корзину|кошика?|количката|košaric[uo]"
    "|(?:ال|لل)?(?:سلة|عربة)|korb|tasche"
)
_NOTIFY = (
    "notify me|email me when|tell me when|benachrichtig|m'avertir|me prévenir|av[ií]s[ae](?:me|r)|avvisami|notificarme"
    "|powiadom|hlídat dostupnost|уведомить|сообщить о поступлении|入荷(?:お知らせ|通知)|到货通知|재입고 알림"
)
_STOCK = {
    "OutOfStock": (
        "out of stock|sold out|unavailable|temporarily out|ausverkauft|vergriffen|rupture de stock|en rupture|épuisé"
        "|indisponible|agotado|sin (?:existencias|stock)|esgotado|sem (?:estoque|stock)|indisponível|esaurito"
        "|uitverkocht|brak w magazynie|niedostępny|wyprzedan|vyprodáno|nedostupn|elfogyott|nincs készleten"
        "|stoc epuizat|indisponibil|slut i lager|slutsåld|utsolgt|udsolgt|loppu|εξαντλ|μη διαθέσιμο|tükendi|stokta yok"
        "|распродан|нем[ає]є? в наявності|изчерпан|няма наличност|غير متوفر|نفد|ناموجود|אזל|לא במלאי|在庫切れ|在庫なし"
        "|売り切れ|品切れ|完売|缺货|缺貨|无货|售罄|품절|일시품절|hết hàng|stok habis|habis|สินค้าหมด|หมด"
    ),
    "Discontinued": "discontinued",
    "PreOrder": "pre-?order|vorbestell|précommande|reserva anticipada|pre-?venda|preordin|przedsprzedaż|"
    "předobjedn|предзаказ|予約|预订|預購",
    "BackOrder": "back-?order|on order|nachbestell|sur commande|bajo pedido|sob encomenda|su ordinazione|"
    "op bestelling|под заказ|お取り寄せ",
    "InStock": (
        "in stock|available|ready to ship|low (?:in )?stock|back in stock|only \\d+ (?:left|remaining)|auf lager"
        "|vorrätig|lieferbar|verfügbar|en stock|disponible|hay existencias|em estoque|em stock|disponível|disponibile"
        "|in magazzino|(?:op|in) voorraad|leverbaar|na stanie|dostępny|w magazynie|skladem|na sklade|készleten|raktáron"
        "|în stoc|in stoc|i lager|på lager|varastossa|διαθέσιμο|σε απόθεμα|stokta|в наличии|есть в наличии|в наявності"
        "|є в наявності|налично|в наличност|متوفر|موجود|במלאי|在庫あり|有货|有貨|现货|現貨|재고 있음|còn hàng|tersedia"
        "|มีสินค้า|สินค้าพร้อมส่ง|उपलब्ध"
    ),
}
_LABELS = {
    "brand": (
        "brand|brand name|manufacturer|maker|vendor|make|marke|hersteller|marque|fabricant|marca|marchio|fabricante"
        "|produttore|merk|fabrikant|marka|producent|značka|výrobce|výrobca|márka|gyártó|brand producător|producător"
        "|varumärke|tillverkare|merke|produsent|mærke|merkki|valmistaja|tuotemerkki|μάρκα|κατασκευαστής|üretici|бренд"
        "|производитель|марка|виробник|производител|العلامة التجارية|ماركة|برند|מותג|יצרן|ブランド|メーカー|品牌|厂商"
        "|브랜드|제조사|thương hiệu|hãng sản xuất|hãng|nhà sản xuất|merek|ยี่ห้อ|แบรนด์|ब्रांड"
    ),
    "sku": (
        "sku|ugs|item|référence|reference|réf|ref|referencia|referência|código|codigo|codice|kod|kód|cikkszám|cod"
        "|tuotekoodi|tuotenumero|κωδικός|артикул|код|رمز المنتج|מק\"ט|商品番号|商品コード|品番|货号|商品编号|상품코드"
        "|mã|mã sản phẩm|mã sp|kode produk|รหัสสินค้า"
    ),
    "gtin": "(?:gtin|ean|upc)(?:-?(?:8|12|13|14))?(?:/(?:gtin|ean|upc))?|isbn(?:-?1[03])?|barcode|bar code|"
    "jan(?: ?コード)?|code-?barres|código de barras|strichcode|штрихкод|штрих-код",
    "mpn": "mpn|型番|型号|モデル番号",
    "condition": (
        "(?:item )?condition|zustand|état|estado|condizion[ei]|staat|stan|stav|skick|tilstand|kunto|состояние|стан"
        "|成色|商品の状態|상태"
    ),
    "availability": (
        "availability|stock|stock status|in stock|verfügbarkeit|lagerbestand|lieferbarkeit|disponibilité"
        "|disponibilidad|existencias|disponibilidade|estoque|disponibilità|beschikbaarheid|voorraad|dostępność"
        "|dostupnost|dostupnosť|elérhetőség|készlet|disponibilitate|stoc|lagerstatus|tillgänglighet|tilgjengelighet"
        "|lager|saatavuus|διαθεσιμότητα|stok durumu|наличие|доступность|наявність|наличност|التوفر|זמינות|在庫|库存"
        "|庫存|재고|tình trạng|kho|ketersediaan|สถานะสินค้า"
    ),
    "price": (
        "price|our price|sale price|special price|now|preis|unser preis|prix|precio|preço|prezzo|prijs|cena|ár|preț"
        "|pret|pris|hinta|τιμή|fiyat|цена|ціна|السعر|قیمت|מחיר|価格|販売価格|价格|售价|가격|판매가|giá|giá bán|harga"
        "|ราคา|मूल्य"
    ),
}  # fmt: skip
_CONDITIONS = {
    "New": "(?:brand )?new|neu|neuf|nuevo|nuovo|novo|nieuw|now[ey]|nov[ýé]|ny(?:tt)?|uusi|новый|новий|全新|新品|새상품",
    "Used": (
        "used|pre-?owned|second[- ]hand|gebraucht|(?:d')?occasion|usad[oa]|usato|gebruikt|używan[ey]|použit[ýé]"
        "|begagnad|brugt|brukt|käytetty|б/у|二手|中古|중고"
    ),
    "Refurbished": "(?:certified |seller )?refurbished|generalüberholt|reconditionné|reacondicionado|ricondizionato",
}
_ALONE = r"(?:\s*$|\s*[:;,.(|/–—-])"  # Behind a word, no further one: Nuevo León is a place
_NUMBERED = {  # What has a number that is a fact
    "sku": "art(?:ikel|icle|ículo|icolo|igo|ykułu)?|best(?:ell)?|item|produ[ck]tu?|produit|producto|produto|prodotto"
    "|produs|catalog(?:ue)?|katalogow[ay]|katalogové|towaru|zboží|vare|ürün|sto[ck]k?|style|товара|товару",
    "gtin": "(?:ean|gtin|upc)(?:-?(?:8|1[234]))?",
    "mpn": "hersteller(?:artikel)?|(?:manufacturer'?s?|mf[rg])(?:\\Wpart)?|part|modell?o?|producenta|fabb?ricante?",
}
_NUMBER = "n(?:[or°º]|um{1,2}er|umber|[uú]m[eé]ro)|code|id|c[oó]d(?:igo|ice)?|kodu?|kód|číslo|код"
_NUMBER += "|r[eé]f(?:[eé]rence)?|refer[eê]ncia"
for _name, _of in _NUMBERED.items():  # *Artikel-Nr.* and *Código de artículo*
    _LABELS[_name] += rf"|(?:{_of})\W{{0,3}}(?:{_NUMBER})|(?:{_NUMBER})\W{{0,3}}(?:d[eoai]?l?\W{{1,2}})?(?:{_of})"
_OPTIONS = {
    "size": "size|gr(?:ö|oe|o)(?:ß|ss)e|taille|talla|taglia|tamanho|maat|rozmiar|velikost|storlek|st(?:ø|oe)rrelse|koko"
    "|размер|розмір|サイズ|尺[码寸]|사이즈|kích",
    "color": "colou?r|farb|couleur|colore|kleur|kolor|barva|farge|färg|väri|renk|màu|cor(?![a-z])|цвет|колір|カラー"
    "|颜色|색상",
}
LIST_PRICE = r"(?:reg(?:ular(?:ly)?)?|list|rrp|msrp|retail|uvp|typical)"
"""Words before a price that is recommended or usual; alone, it is the price."""
OLD_PRICE = (
    rf"(?:\b(?:{LIST_PRICE}|was|were|orig(?:inal(?:ly)?)?|before|old|compare(?: at)?|instead of|statt|vorher|bisher"
    r"|avant|au lieu de|antes|prima|stara|strikethrough|старая)\b|原价|先前)"
)
"""Words before a price that no longer applies, or that is only recommended."""
OLD_LABEL = re.compile(OLD_PRICE, re.I)  # A label that consists of such words
_OLD_NAMES = frozenset({"old", "was", "original", "strike", "striked", "crossed", "compare", "rrp", "msrp"})
OLD_BESIDE_LOWER = frozenset({"regular", "standard", "full"})  # Names of the only price, too
_OLD_BESIDE_PRICE = OLD_BESIDE_LOWER | {"list", "before", "prev", "previous", "pseudo"}
_EDGE = r"[\s\W]*"
# Of phrases of three words and more, the first and the last count; other words may stand between and after them.
_BUYING = re.sub(r"(?<![^|])(\w+)(?: \w+)+ (\w+)(?![^|])", r"\1(?: \\w+){1,3} \2(?: \\w+){0,2}", _BUY)
_BUYING += rf"|(?:{_ADD})(?: \w+){{0,4}} (?:{_BASKET})(?: \w+)?|(?:\w+ )?(?:{_BASKET})(?: \w+)? (?:{_ADD})"
_BUYING += rf"|(?:(?:artikel )?in (?:den |die |de |mijn |(?=winkel))|(?:do|до|в|у|u|v) )(?:{_BASKET})(?: \w+){{0,2}}"
_BUYING += r"|\w{0,6}(?:カート|[かカ][ごゴ])[にへ](?:入れる|追加(?:する)?)|[加放]入(?:购物[车袋]|購物[車袋])"
_AMOUNT = r"(?:[^\w(]*(?:[^\W\d_]{1,3}\W*)?\d[\d.,\s]*\W*[^\W\d_]{0,3})?"  # After it, with or without a currency
_BUTTON = rf"{_EDGE}(?:{_BUYING}){_AMOUNT}{_EDGE}"
_STOCK_PARTS = {name: rf"(?<![^\W\d_])(?:{words})" for name, words in _STOCK.items()}
_NO = r"(?:non?|not|nein|nicht|kein\w*|pas|plus|não|nao|nie|ne|není|nem|niet|geen|inte|ej|ikke|ei|δεν|değil|нет|не)"
_NOT = rf"(?<![^\W\d_]){_NO}(?:\s+[^\W\d_]+)?\s+"  # Before what is not so, as in *nicht mehr lieferbar*
_STOCK_PARTS["OutOfStock"] += rf"|{_NOT}(?:{_STOCK['InStock']})|(?:{_STOCK['InStock']})\W{{1,3}}{_NO}\W*$"
_NOW = "(?:currently|temporarily|usually|sofort|zurzeit|derzeit|momentan|actuellement|actualmente|attualmente)"
_STOCK_TEXT = rf"{_EDGE}(?:{_NOW} )?(?:{_NOT})?(?:{'|'.join(_STOCK.values())}).{{0,25}}"
_STOCK_TEXT += (
    rf"|{_EDGE}[^\W\d_]{{4,}} (?:[^\W\d_]+ ){{0,2}}(?:{_STOCK['OutOfStock']}|{_NOT}(?:{_STOCK['InStock']}))\w*\W*"
)


def option_of(label: str) -> str:
    """What a label of the options of a product means: ``size``, ``color``, or something else, which is empty."""
    return next((name for name, words in _OPTIONS.items() if _pattern(words).search(label)), "")


def names_old_price(words: Collection[str]) -> bool:
    """Whether words of class names are those of such a price: ``old``, and ``list`` or ``regular`` beside ``price``."""
    is_old = not _OLD_NAMES.isdisjoint(words) or ("price" in words and not _OLD_BESIDE_PRICE.isdisjoint(words))
    return is_old and not {"with", "has"}.intersection(words)  # a ``price with-list-price`` holds one


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """Few pages need one, and it takes long to compile."""
    return re.compile(words, re.I)


@lru_cache(maxsize=8192)
def says_buy(text: str) -> bool:
    """Whether this is the text of a button to buy something."""
    return len(text) <= 40 and bool(_pattern(_BUTTON).fullmatch(text))


def availability_of(text: str) -> str:
    """A name of schema.org's ItemAvailability for a text about the stock; empty if it is not about it."""
    return next((name for name, words in _STOCK_PARTS.items() if _pattern(words).search(text)), "")


def condition_of(text: str) -> str:
    """The beginning of a name of schema.org's OfferItemCondition: ``Used`` for *gebraucht, wie neu*; else empty."""
    said = text.strip()
    return next((name for name, words in _CONDITIONS.items() if _pattern(rf"(?:{words}){_ALONE}").match(said)), "")


@lru_cache(maxsize=8192)
def says_notify(text: str) -> bool:
    """Whether this is the text of a button to be told when something is in stock again."""
    return len(text) <= 60 and bool(_pattern(_NOTIFY).match(text.strip()))


@lru_cache(maxsize=8192)
def says_availability(text: str) -> bool:
    """Whether a text says whether something is in stock, and little else."""
    return _pattern(_STOCK_TEXT).fullmatch(text) is not None


@lru_cache(maxsize=8192)
def fact_of_label(label: str) -> str:
    """The field of a product that a label names: ``brand``, ``sku``, ``gtin``, ``mpn``, ``price``; else empty."""
    return next((name for name, words in _LABELS.items() if _pattern(words).fullmatch(label.strip(" .#"))), "")
