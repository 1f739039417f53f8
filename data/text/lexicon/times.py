"""Words with which pages write times: months, days of the week, days near today, units; in lower case.

The only vocabulary of times in the project. The models' features keep the pattern with which their weights were learned
(``models/features/html_features.py``).
"""

import re
from collections.abc import Iterable
from itertools import groupby

_MONTHS = (
    "jan january januar jänner januari janvier janv enero ene gennaio gen janeiro styczeń stycznia leden ledna января "
    "январь янв січня ocak januarie ianuarie ianuarii január tammikuu tammikuuta ιανουαρίου siječanj siječnja januara "
    "януари јануар gener janúar jaanuar janvāris janvārī sausio يناير ינואר בינואר januára tammi oca ian sij sty јан "
    "јануари яну січень січ студзеня ιανουάριος ιαν janar sausis jaan xaneiro jannar ionawr eanáir ژانویه جنوری "
    "كانون_الثاني جانفي जनवरी जानेवारी জানুয়ারি জানুয়ারি জানুয়ারী জানুয়ারী ஜனவரி జనవరి જાન્યુઆરી ಜನವರಿ ജനുവരി ਜਨਵਰੀ "
    "იანვარი հունվարի հունվար қаңтар yanvar yan",
    "feb february februar februari février févr fév fevrier fevr febrero febbraio fevereiro fev luty lutego únor února "
    "февраля февраль февр фев лютого şubat februarie február helmikuu helmikuuta φεβρουαρίου veljače februara pebruari "
    "февруари фебруар febrer febrúar veebruar februāris februārī vasario فبراير פברואר בפברואר februára helmi şub velj "
    "veljača lut úno феб лютий лют лютага φεβρουάριος φεβ shkurt febr vasaris veebr febreiro frar chwefror feabhra "
    "فوریه فروری شباط فيفري फ़रवरी फरवरी फेब्रुवारी ফেব্রুয়ারি ফেব্রুয়ারি ফেব্রুয়ারী ফেব্রুয়ারী பிப்ரவரி ఫిబ్రవరి "
    "ફેબ્રુઆરી ಫೆಬ್ರವರಿ ഫെബ്രുവരി ਫ਼ਰਵਰੀ თებერვალი փետրվարի փետրվար ақпан fevral pebrero",
    "mar march märz mär marz mrz maart mrt mars marzo março marzec marca březen března марта март мар березня mart "
    "martie március maaliskuu maaliskuuta μαρτίου ožujka marts maret març marec märts martā kovo مارس מרץ במרץ maalis "
    "márc ožu ožujak bře березень бер сакавіка μάρτιος μαρ μάρ kovas marzu mawrth mäerz مارچ آذار मार्च মার্চ மார்ச் "
    "మార్చి માર્ચ ಮಾರ್ಚ್ മാർച്ച് ਮਾਰਚ მარტი մարտի մարտ наурыз mac machi marso",
    "apr april avril avr abril abr aprile kwiecień kwietnia duben dubna апреля апрель апр квітня nisan aprilie április "
    "huhtikuu huhtikuuta απριλίου travnja aprila април apríl aprill aprīlis aprīlī balandžio أبريل אפריל באפריל apríla "
    "huhti nis tra travanj kwi kwie dub ápr квітень квіт красавіка απρίλιος απρ prill balandis abrëll ebrill aibreán "
    "آوریل اپریل نيسان أفريل ابريل अप्रैल एप्रिल এপ্রিল ஏப்ரல் ఏప్రిల్ એપ્રિલ ಏಪ್ರಿಲ್ ഏപ്രിൽ ਅਪ੍ਰੈਲ აპრილი ապրիլի "
    "ապրիլ сәуір aprel aprili",
    "may mai mei mayo maggio mag maio maj maja květen května мая май травня mayıs május toukokuu toukokuuta μαΐου "
    "μαίου svibnja мај maig maí maijs maijā gegužės مايو מאי במאי máj mája touko svi svibanj kvě травень трав μάιος "
    "μαΐ μάι gegužė mejju bealtaine مه مئی أيار ايار ماي मई मे মে மே మే મે ಮೇ മേയ് ਮਈ მაისი մայիսի մայիս мамыр",
    "jun june juni juin junio giugno giu junho czerwiec czerwca červen června июня июнь июн червня haziran iunie "
    "június kesäkuu kesäkuuta ιουνίου lipnja juna юни јун juny junij júní juuni jūnijs jūnijā birželio يونيو יוני "
    "ביוני jún júna kesä haz lipanj cze čvn čer iun јуни червень черв чэрвеня ιούνιος ιουν ιούν qershor jūn birželis "
    "xuño ġunju mehefin meitheamh junie ژوئن جون حزيران جوان जून জুন ஜூன் జూన్ જૂન ಜೂನ್ ജൂൺ ਜੂਨ ივნისი հունիսի հունիս "
    "маусым iyun hunyo",
    "jul july juli juillet juil julio luglio lug julho lipiec lipca červenec července июля июль июл липня temmuz iulie "
    "július heinäkuu heinäkuuta ιουλίου srpnja jula юли јул juliol julij júlí juuli jūlijs jūlijā liepos يوليو יולי "
    "ביולי júl júla heinä tem srpanj čvc črc iul јули липень ліпеня ιούλιος ιουλ ιούλ korrik jūl liepa xullo lulju "
    "gorffennaf iúil julie ژوئیه جولائی تموز جويلية يوليوز जुलाई जुलै জুলাই ஜூலை జులై જુલાઈ ಜುಲೈ ജൂലൈ ਜੁਲਾਈ ივლისი "
    "հուլիսի հուլիս шілде лип iyul julai hulyo",
    "aug august augustus augusti août aout agosto ago agustus sierpień sierpnia srpen srpna августа август авг серпня "
    "ağustos augusztus elokuu elokuuta αυγούστου kolovoza avgusta avgust agost ágúst augusts augustā rugpjūčio أغسطس "
    "אוגוסט באוגוסט augusta elo ağu kol kolovoz sie avg ágú серпень серп жніўня αύγουστος αυγ αύγ gusht rugpjūtis "
    "awwissu awst lúnasa اوت اگست آب أوت غشت اغسطس अगस्त ऑगस्ट আগস্ট ஆகஸ்ட் ఆగస్టు ઑગસ્ટ ಆಗಸ್ಟ್ ഓഗസ്റ്റ് ਅਗਸਤ აგვისტო "
    "օգոստոսի օգոստոս тамыз avqust ogos agosti agu agt",
    "sep sept september septembre septiembre settembre set setembro wrzesień września září сентября сентябрь сент сен "
    "вересня eylül septembrie szeptember syyskuu syyskuuta σεπτεμβρίου rujna septembra септември септембар setembre "
    "septembris septembrī rugsėjo سبتمبر ספטמבר בספטמבר septembar syys eyl ruj rujan wrz zář szept сеп вересень вер "
    "верасня σεπτέμβριος σεπ shtator rugsėjis settembru medi سپتامبر ستمبر أيلول شتنبر सितंबर सितम्बर सप्टेंबर "
    "সেপ্টেম্বর செப்டம்பர் సెప్టెంబర్ સપ્ટેમ્બર ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റംബർ ਸਤੰਬਰ სექტემბერი սեպտեմբերի սեպտեմբեր қыркүйек "
    "sentabr sentyabr septemba setyembre",
    "oct okt october oktober octobre octubre ottobre ott outubro out październik października říjen října октября "
    "октябрь окт жовтня ekim octombrie október lokakuu lokakuuta οκτωβρίου listopada oktobra октомври октобар oktoober "
    "oktobris oktobrī spalio أكتوبر אוקטובר באוקטובר októbra oktobar loka eki paź říj жовтень жовт кастрычніка "
    "οκτώβριος οκτ tetor spalis ottubru hydref اکتبر اکتوبر تشرين_الأول اكتوبر अक्टूबर अक्तूबर ऑक्टोबर অক্টোবর "
    "அக்டோபர் అక్టోబర్ ઑક્ટોબર ಅಕ್ಟೋಬರ್ ഒക്ടോബർ ਅਕਤੂਬਰ ოქტომბერი հոկտեմբերի հոկտեմբեր қазан oktabr oktyabr oktoba "
    "oktubre",
    "nov november novembre noviembre novembro listopad листопада ноября ноябрь нояб ноя kasım noiembrie marraskuu "
    "marraskuuta νοεμβρίου studenoga novembra nopember ноември новембар nóvember novembris novembrī lapkričio نوفمبر "
    "נובמבר בנובמבר novembar marras kas listopadu studeni stu nóv ное листопад лістапада νοέμβριος νοε νοέ nëntor "
    "lapkritis novembru tachwedd samhain نوامبر نومبر تشرين_الثاني نونبر नवंबर नवम्बर नोव्हेंबर নভেম্বর நவம்பர் నవంబర్ "
    "નવેમ્બર ನವೆಂಬರ್ നവംബർ ਨਵੰਬਰ ნოემბერი նոյեմբերի նոյեմբեր қараша noyabr novemba nobyembre",
    "dec dez dic déc december dezember décembre decembre diciembre dicembre dezembro grudzień grudnia prosinec "
    "prosince декабря декабрь дек грудня aralık decembrie joulukuu joulukuuta δεκεμβρίου prosinca decembra desember "
    "des desembre декември децембар detsember decembris decembrī gruodžio ديسمبر דצמבר בדצמבר decembar joulu ara gru "
    "prosinac дец грудень груд снежня δεκέμβριος δεκ dhjetor gruodis dets decembro diċembru rhagfyr nollaig دسامبر "
    "دسمبر كانون_الأول دجنبر दिसंबर दिसम्बर डिसेंबर ডিসেম্বর டிசம்பர் డిసెంబర్ ડિસેમ્બર ಡಿಸೆಂಬರ್ ഡിസംബർ ਦਸੰਬਰ "
    "დეკემბერი դեկտեմբերի դեկտեմբեր желтоқсан dekabr disember desemba disyembre",
)
_UNSPACED_MONTHS = (
    "มกราคม ม.ค ມັງກອນ មករា ဇန်နဝါရီ",
    "กุมภาพันธ์ ก.พ ກຸມພາ កុម្ភៈ ဖေဖော်ဝါရီ",
    "มีนาคม มี.ค ມີນາ មីនា မတ်",
    "เมษายน เม.ย ເມສາ មេសា ဧပြီ",
    "พฤษภาคม พ.ค ພຶດສະພາ ឧសភា မေ",
    "มิถุนายน มิ.ย ມິຖຸນາ មិថុនា ဇွန်",
    "กรกฎาคม ก.ค ກໍລະກົດ កក្កដា ဇူလိုင်",
    "สิงหาคม ส.ค ສິງຫາ សីហា ဩဂုတ်",
    "กันยายน ก.ย ກັນຍາ កញ្ញា စက်တင်ဘာ",
    "ตุลาคม ต.ค ຕຸລາ តុលា အောက်တိုဘာ",
    "พฤศจิกายน พ.ย ພະຈິກ វិច្ឆិកា နိုဝင်ဘာ",
    "ธันวาคม ธ.ค ທັນວາ ធ្នូ ဒီဇင်ဘာ",
)
"""Thai, also abbreviated, Lao, Khmer and Burmese."""
_OF_UNKNOWN_MONTH = ("lip", "lis", "listopada", "srp")
"""Names of different months in Croatian and in Polish or Czech: where the language is unknown, of none in ISO 8601."""
MONTHS = {name.replace("_", " "): number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
MONTHS |= dict.fromkeys(_OF_UNKNOWN_MONTH, 0)
"""Number of the month that a name or an abbreviation means, 0 if it is unknown which."""
MONTHS_OF = {
    "cs": {"lis": 11, "srp": 8},
    "hr": {"lip": 6, "lis": 10, "listopad": 10, "listopada": 10, "srp": 7},
    "pl": {"lip": 7, "lis": 11, "listopada": 11},
}
"""The same names in each of these languages."""
UNSPACED_MONTHS = {name: number for number, names in enumerate(_UNSPACED_MONTHS, 1) for name in names.split()}
"""The same in scripts without blanks between words."""
NUMBERED_MONTHS = {f"{sign}月": number for number, sign in enumerate([*"一二三四五六七八九十", "十一", "十二"], 1)}
"""The same in Chinese, where a program writes dates in the order of English: ``五月 24, 2026``."""
OTHER_WORDS = (
    "out", "set", "gen", "ago", "mag", "des", "ara", "dub", "eki", "elo", "gru", "kas", "kol", "lip", "lis", "lut",
    "medi", "sie", "srp", "sty", "stu", "tem", "tra", "лист", "трав", "mac", "آب", "جوان", "مه",
)  # fmt: skip
"""Abbreviations of months that are more often other words: they count only where a year follows."""
WEEKDAYS = (
    "mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday mo "
    "montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag lun lundi mar mardi mer "
    "mercredi jeu jeudi ven vendredi sam samedi dim dimanche lunes mart martes mié mie miér mier miércoles miercoles "
    "jue juev jueves vie viernes sáb sab sábado sabado dom domingo lunedì lunedi martedì martedi mercoledì mercoledi "
    "gio giov giovedì giovedi venerdì venerdi sabato domenica seg segunda segunda-feira ter terça terça-feira qua "
    "quarta quarta-feira qui quinta quinta-feira sex sexta sexta-feira maandag dinsdag wo woensdag donderdag vr "
    "vrijdag za zaterdag zo zondag mån måndag tis tisdag ons onsdag tors torsdag fre fredag lör lördag sön söndag man "
    "mandag tirsdag lør lørdag søn søndag poniedziałek wtorek środa czwartek piątek sobota niedziela pondělí úterý "
    "středa čtvrtek pátek neděle pondelok utorok streda štvrtok piatok nedeľa pazartesi salı çarşamba perşembe cuma "
    "cumartesi pazar maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai пн вт ср чт пт сб вс "
    "понедельник вторник среда четверг пятница суббота воскресенье пон вто уто сре чет пет пят суб вос нед понеделник "
    "уторак четвртак петак субота недеља"
)
"""The names of the days of the week, and their abbreviations."""
_TODAY = "today heute aujourd'hui hoy oggi hoje dnes сегодня vandaag idag dziś dzisiaj bugün"
_YESTERDAY = "yesterday gestern hier ayer ieri ontem včera вчера gisteren igår wczoraj dün вчора"
DAY_WORDS = dict.fromkeys(_TODAY.split(), 0) | dict.fromkeys(_YESTERDAY.split(), 1)
"""Days before today of words that name a day by its distance."""
DAY_SIGNS = {
    **dict.fromkeys(["今天", "今日", "本日", "오늘", "วันนี้"], 0),
    **dict.fromkeys(["昨天", "昨日", "어제", "เมื่อวานนี้", "เมื่อวาน"], 1),
    **dict.fromkeys(["前天", "一昨日", "그저께", "그제", "เมื่อวานซืน"], 2),
}
"""The same in scripts without blanks between words, and in Korean."""
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
"""The year before the first of an era, in Japan and Taiwan."""
FIRST_OF_ERA = "元"
_JALALI_MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند"
JALALI_MONTHS = {name: number for number, name in enumerate(_JALALI_MONTHS.split(), 1)}
"""The months of the calendar of Iran."""
OF_YEAR = ("gada", "m", "yil", "ж", "жыл", "жылғы", "թ")
"""Words behind a year before its month: Latvian, Lithuanian, Uzbek, Kazakh and Kyrgyz, Armenian."""
BUDDHIST = 543  # Years by which the calendar of Thailand, Laos and Cambodia is ahead
HALVES = {"午前": "a", "上午": "a", "凌晨": "a", "早上": "a", "오전": "a"} | dict.fromkeys(
    ("午後", "下午", "晚上", "오후"), "p"
)
"""Halves of the day, before the hour."""
UNITS = {
    "seconds": r"se[cgk](?:s|[ou]n[dt]\w{0,4})?|секунд\w{0,3}|saniye|δευτερόλεπτ\w{1,2}|másodperc(?:e|cel)"
    r"|giây|ثانية|ثوان|秒钟?|秒鐘|초|วินาที",
    "minutes": r"min(?:s|u\w{0,6})?|минут\w{0,3}|хвилин\w{0,2}|dakika|λεπτ\w{1,2}|perc(?:e|cel)"
    r"|phút|menit|دقيقة|دقائق|דקות|分钟?|分鐘|분|นาที",
    "hours": r"h(?:ou)?rs?|stunden?|heures?|horas?|or[aeă]|uur|uren|godzin\w{0,2}|timm?\w{1,2}|tunti\w?|hodin\w{0,3}"
    r"|saat|час\w{0,3}|годин\w?|год(?=\.? тому(?! назад))|t(?=\.? siden)|[ώω]ρ\w{1,2}|ór[aá](?:ja|val)"
    r"|giờ|jam|ساع\w{1,2}|שעות|小?时|小時|時間|시간|ชั่วโมง|ชม\.?",
    "days": r"days?|[td]ag(?:e[nr]?|ar)?|jours?|d[ií]as?|giorn[io]|dn[iyů]|dní|dzień|päivää?|gün|zile?"
    r"|д(?:ень|ня|ней|ні|нів)|η?μέρ\w{1,2}|nap(?:ja|pal)|ngày|hari|يوم\w?|أيام|روز|ימים|天|日|일|วัน",
    "weeks": r"weeks?|weken|wochen?|veck\w{1,2}|semaines?|semanas?|settiman[ae]|tygodni\w?|týdn\w{1,2}|u[gk]er?"
    r"|hafta|viikko\w?|недел\w{0,3}|тижн\w{1,2}|εβδομάδ\w{1,2}|h[ée]t(?:e|tel)|tuần|minggu|أسبوع|أسابيع|هفته|周|週間?|주일?|สัปดาห์",
    "months": r"months?|mos?|monat(?:en)?|mois|mes(?:es|i|e)?|maand(?:en)?|miesi\w{2,4}|m[åa]n[ae]d(?:er)?|měsíc\w{0,2}"
    r"|ay|kuukau\w{2,3}|lun[iă]|hónap(?:ja|pal)|μήν\w{1,2}|месяц\w{0,3}|місяц\w{1,2}|tháng|bulan|شهر|أشهر|ماه|か月|ヶ月|月|[个個ヵカ]月|개월|달|เดือน",
    "years": r"years?|yrs?|jahr(?:en)?|ans?|a[ñn]os?|ann[io]|ani|jaar|lata?|rok[uy]?|let|år|yıl|vuotta|год\w{0,3}"
    r"|лет|рок\w{1,2}|χρόνι\w{1,2}|év(?:e|vel)|năm|tahun|سنة|سنوات|سال|שנים|年|년|ปี",
}
"""Patterns of the words for units of time, the smallest first."""
LETTERS = dict(zip(("s", "m", "h", "d", "w", "mo", "y"), UNITS, strict=True)) | {"yr": "years"}
"""Units as abbreviated by forums: ``2d``."""
_SHORT = (
    "s sec sek сек sn", "mn мин хв dk λεπ", "h std godz hod tim u ч", "d j tg gg д дн pv", "sem sett tyg týd wo нед vk",
    "mies мес міс", "г л",
)  # fmt: skip
SHORT_UNITS = {name: unit for unit, names in zip(UNITS, _SHORT, strict=True) for name in names.split()}
"""The same in other languages, beside words that count back: ``il y a 3 h``, ``5 мин. назад``."""
NOW = ("刚刚", "剛剛", "たった今")
NOW_ALONE = ("방금", "방금 전", "เมื่อสักครู่", "เมื่อครู่")  # Words that are a time only if they are a whole text
AGO = ("前", " ?전(?![가-힣])", " ?ที่แล้ว", " ?ที่ผ่านมา", " ?ก่อน")
"""Words after an amount of time, as patterns, in scripts that have them there."""
AGO_AFTER = "ago fa geleden temu sedan siden sitten önce atrás trước lalu назад тому ezelőtt پیش"
"""The same after a blank."""
AGO_BEFORE = ("vor ", "il y a ", "hace ", "há ", "před ", "acum ", "πριν ", "πριν από ", "منذ ", "לפני ")
"""Words before an amount of time."""
AGO_WITHIN = "másodperce perce órája napja hete hónapja éve"
"""Units with such an ending after an amount, which is a time only as a whole text."""
_OF_CHANGE = (
    r"updated|modified|revised|revision(?=:|[-_ ]date| (?:as )?of\b)"
    r"|edited|aktualisiert|geändert|bearbeitet|zuletzt|actualizado|modificad[oa]|modifié"
    r"|mise? à jour|dernière|última|édité|editado|aggiornat|atualizado|แก้ไข|อัปเดต|อัพเดต|bijgewerkt|oppdatert|uppdaterad"
    r"|opdateret|päivitetty|zaktualizowan|aktualizov|обновлен|оновлен|редактиров|edytowan|güncelle|diperbarui|(?<![0-9分])(?<![0-9分]\s)更新|수정"
    r"|last (?:edit|update|activ)|aktualizacja|frissítve|actualizat|ενημέρωση|עודכן|تحديث|अपडेट|ปรับปรุง|cập nhật|업데이트"
    r"|ενημερώθηκε|আপডেট|হালনাগাদ|اپ ?ڈیٹ|புதுப்பிக்க|imesasishwa|\bupd(?=[:.])|ب(?:ه[\u200c ]?)?روز[\u200c ]?رسانی"
    r"|(?:编辑|編輯|修改)[于於]"
)  # 更新 after the time of posting on Japanese sites
_OF_OTHERS = (
    r"\bjoin(?:ed)?\b|regist(?:er|r)|founded|\bsince\b|birth|copyright|©(?:\s?(?:19|20)\d\d\s?[-–])?|expires"
    r"|last (?:seen|visit)|mitglied|beigetreten|\bdabei\b|\bseit\b|anmeldung|inscri|miembro|\bdesde\b|membre"
    r"|\bdepuis\b|iscritt|cadastr|регистрация|注册|登録|\bsite last (?:updated|modified)"
    r"|\b(?:retrieved|accessed|abgerufen|consult(?:é|ad[oa]|ato))\b"
)
_OF_ENDS = (
    r"valid (?:un)?til|valid through|\buntil|gültig bis|\bbis zum|valable jusqu|jusqu'au|válido hasta|deadline|apply by"
    r"|closing date|\bdue|\bfrist:"
    r"|(?:anmelde|bewerbungs|einsende|einreichungs|abgabe|annahme|melde)(?:schluss|frist)|\bends?|\bexpires?"
)
_OF_EVENTS = (
    rf"{_OF_ENDS}|\bdied|gestorben|\bborn|†|\bstarts?|\bbegins?|doors open|event date|release date|\btoday|\bheute"
)
_SOON = r"\W{0,3}(?:(?:on|at|am|le|el|is)\b)?\W{0,3}\Z"
_BETWEEN = r"[^\d]{0,20}"
PUBLISHED = re.compile(
    r"publish|posted|veröffentlicht|erschienen|publié|mis en ligne|publicad|pubblicat|geplaatst|gepubliceerd|publicerad"
    r"|publisert|udgivet|julkaistu|opublikowan|dodano|publikov|zveřejněn|опублик|дата публикации|δημοσ|yayın|掲載"
    r"|公開日|发布|發布|發表|게시|입력|등록|פורסם|פרסום|نشر|انتشار|प्रकाशित|ngày đăng|đăng (?:ngày|lúc)"
    r"|diterbitkan|dipublikasikan|เผยแพร่",
    re.I,
)
"""Words for a publication, beside its time."""
_OF_REPLY = "last (?:post|reply|comment|answer)|letzte[rn]? beitrag|dernier message|último mensaje"
CHANGED = re.compile(rf"{_OF_CHANGE}|update|{_OF_REPLY}", re.I)
"""Words for a change: beside its time, and in a line that names the editor of a post."""
OF_DELIVERY = (
    r"deliver|arriv(?:es|ing)|get it (?:by|as soon)|\bships? (?:by|on)|shipping|pick ?up|lieferung|livraison|entrega"
    r"|consegna|doruč|доставк|配送|送达"
)
OF_ANOTHER_THING = re.compile(rf"(?:{_OF_OTHERS}|{OF_DELIVERY}){_BETWEEN}\Z|(?:{_OF_EVENTS}){_SOON}", re.I)
"""The end of a text before a time of something else than the text: a user joined, an offer expires."""
OF_AN_END = re.compile(rf"(?:{_OF_ENDS}){_SOON}", re.I)
"""The end of a text before a time at which something ends."""
_EDITOR = r"(?<!\w)(?:by|von|par|por|da|door|av|af|przez)[\s:]"
_OF_LATER = f"{_OF_CHANGE}|{_OF_REPLY}"
NOT_WRITTEN_AT = re.compile(rf"(?:{_OF_OTHERS}|(?:{_OF_LATER})(?:{_BETWEEN}{_EDITOR}.{{0,30}})?){_BETWEEN}\Z", re.I)
"""The end of a text before a time that is not the one of writing."""
CHANGED_BY = re.compile(rf"(?:{_OF_CHANGE}).{{0,60}}?{_EDITOR}|редактировал\w{{0,2}}\s", re.I)
"""Words for a change before the name of who made it."""


def any_of(words: Iterable[str]) -> str:
    """A pattern of any of these words, the longest that fits; by first letters, since most places fit no word."""
    by_letter = groupby(sorted(words, key=lambda word: (word[0], -len(word))), key=lambda word: word[0])
    parts = (f"{letter}(?:{'|'.join(word[1:] for word in group)})" for letter, group in by_letter)
    return f"(?:{'|'.join(parts)})"
