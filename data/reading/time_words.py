"""Words with which pages write times: months, days of the week, days near today, units; in lower case.

The one vocabulary of times in the house. The models' features keep the pattern that their weights were learned with
(``models/features/repeats.py``).
"""

from collections.abc import Iterable
from itertools import groupby

_MONTHS = (
    "jan january januar jänner januari janvier janv enero ene gennaio gen janeiro styczeń stycznia leden ledna января "
    "январь янв січня ocak januarie ianuarie ianuarii január tammikuu tammikuuta ιανουαρίου siječanj siječnja januara "
    "януари јануар gener janúar jaanuar janvāris janvārī sausio يناير ינואר בינואר",
    "feb february februar februari février févr fév fevrier fevr febrero febbraio fevereiro fev luty lutego únor února "
    "февраля февраль февр фев лютого şubat februarie február helmikuu helmikuuta φεβρουαρίου veljače februara pebruari "
    "февруари фебруар febrer febrúar veebruar februāris februārī vasario فبراير פברואר בפברואר",
    "mar march märz mär marz mrz maart mrt mars marzo março marzec marca březen března марта март мар березня mart "
    "martie március maaliskuu maaliskuuta μαρτίου ožujka marts maret març marec märts martā kovo مارس מרץ במרץ",
    "apr april avril avr abril abr aprile kwiecień kwietnia duben dubna апреля апрель апр квітня nisan aprilie április "
    "huhtikuu huhtikuuta απριλίου travnja aprila април apríl aprill aprīlis aprīlī balandžio أبريل אפריל באפריל",
    "may mai mei mayo maggio mag maio maj maja květen května мая май травня mayıs május toukokuu toukokuuta μαΐου "
    "μαίου svibnja мај maig maí maijs maijā gegužės مايو מאי במאי",
    "jun june juni juin junio giugno giu junho czerwiec czerwca červen června июня июнь июн червня haziran iunie "
    "június kesäkuu kesäkuuta ιουνίου lipnja juna юни јун juny junij júní juuni jūnijs jūnijā birželio يونيو יוני "
    "ביוני",
    "jul july juli juillet juil julio luglio lug julho lipiec lipca červenec července июля июль июл липня temmuz iulie "
    "július heinäkuu heinäkuuta ιουλίου srpnja jula юли јул juliol julij júlí juuli jūlijs jūlijā liepos يوليو יולי "
    "ביולי",
    "aug august augustus augusti août aout agosto ago agustus sierpień sierpnia srpen srpna августа август авг серпня "
    "ağustos augusztus elokuu elokuuta αυγούστου kolovoza avgusta avgust agost ágúst augusts augustā rugpjūčio أغسطس "
    "אוגוסט באוגוסט",
    "sep sept september septembre septiembre settembre set setembro wrzesień września září сентября сентябрь сент сен "
    "вересня eylül septembrie szeptember syyskuu syyskuuta σεπτεμβρίου rujna septembra септември септембар setembre "
    "septembris septembrī rugsėjo سبتمبر ספטמבר בספטמבר",
    "oct okt october oktober octobre octubre ottobre ott outubro out październik października říjen října октября "
    "октябрь окт жовтня ekim octombrie október lokakuu lokakuuta οκτωβρίου listopada oktobra октомври октобар "
    "oktoober oktobris oktobrī spalio أكتوبر אוקטובר באוקטובר",
    "nov november novembre noviembre novembro listopad листопада ноября ноябрь нояб ноя kasım noiembrie marraskuu "
    "marraskuuta νοεμβρίου studenoga novembra nopember ноември новембар nóvember novembris novembrī lapkričio نوفمبر "
    "נובמבר בנובמבר",
    "dec dez dic déc december dezember décembre decembre diciembre dicembre dezembro grudzień grudnia prosinec "
    "prosince декабря декабрь дек грудня aralık decembrie joulukuu joulukuuta δεκεμβρίου prosinca decembra desember "
    "des desembre декември децембар detsember decembris decembrī gruodžio ديسمبر דצמבר בדצמבר",
)
MONTHS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
"""Number of the month that a name or an abbreviation means; "listopada" is Croatian here, not Polish or Czech."""
OTHER_WORDS = ("out", "set", "gen", "ago", "mag", "des")
"""Abbreviations of months that are more often other words: they count only where a year follows."""
WEEKDAYS = (
    "mon tue wed thu fri sat sun mo di mi do fr sa so lun mar mer jeu ven sam dim mié mie jue vie sáb sab dom gio seg "
    "ter qua qui sex пн вт ср чт пт сб вс пон вто сре чет пят суб вос"
)
"""What the names of the days of the week begin with."""
DAY_WORDS = {
    **dict.fromkeys(["today", "heute", "aujourd'hui", "hoy", "oggi", "hoje", "сегодня"], 0),
    **dict.fromkeys(["yesterday", "gestern", "hier", "ayer", "ieri", "ontem", "вчера"], 1),
}
"""How long ago a day is that is named by its distance from today."""
DAY_SIGNS = {"今天": 0, "今日": 0, "昨天": 1, "昨日": 1, "前天": 2, "一昨日": 2}
"""The same in scripts without blanks between words."""
UNITS = {
    "seconds": r"sec(?:ond)?s?|sekunden?|secondes?|segundos?|секунд\w{0,3}|秒钟?",
    "minutes": r"min(?:ute)?s?|minuten?|minutos?|минут\w{0,3}|分钟?|分鐘",
    "hours": r"h(?:ou)?rs?|stunden?|heures?|horas?|час\w{0,3}|小?时|小時|時間",
    "days": r"days?|tag(?:en)?|jours?|días?|д(?:ень|ня|ней)|天|日",
    "weeks": r"weeks?|wochen?|semaines?|semanas?|недел\w{0,3}|周|週間?",
    "months": r"months?|mos?|monat(?:en)?|mois|mes(?:es)?|месяц\w{0,3}|か月|ヶ月|月",
    "years": r"years?|yrs?|jahr(?:en)?|ans?|años?|год\w{0,3}|лет|年",
}
"""Patterns of the words for units of time, the smallest first."""
LETTERS = dict(zip(("s", "m", "h", "d", "w", "mo", "y"), UNITS, strict=True)) | {"yr": "years"}
"""Units as forums abbreviate them: ``2d``."""
NOW = ("刚刚", "剛剛", "たった今")


def any_of(words: Iterable[str]) -> str:
    """A pattern of any of these words, the longest that fits; by first letters, since most places fit no word."""
    by_letter = groupby(sorted(words, key=lambda word: (word[0], -len(word))), key=lambda word: word[0])
    parts = (f"{letter}(?:{'|'.join(word[1:] for word in group)})" for letter, group in by_letter)
    return f"(?:{'|'.join(parts)})"
