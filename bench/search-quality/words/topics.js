const words = (text) => text.split(' ');

const topic = (nouns, adjectives, verbs) => ({
  nouns: words(nouns),
  adjectives: words(adjectives),
  verbs: words(verbs),
});

/** What a household writes about: each topic with words of its own, some of which others use too. */
export const TOPICS = {
  house: topic(
    'boiler roof attic cellar gutter window kitchen plumber warranty radiator garage fence tile stair chimney door alarm key inspection heater',
    'leaking new old draughty insulated wooden narrow spare',
    'repair paint measure replace inspect insulate clean order',
  ),
  bank: topic(
    'loan mortgage account statement interest deposit transfer fee invoice refund receipt contract payment agreement pension tax insurance policy card repayment',
    'monthly overdue fixed signed annual partial outstanding joint',
    'transfer sign cancel renew check file pay calculate',
  ),
  garden: topic(
    'allotment compost hedge tomato bean seed orchid worm greenhouse rake balcony soil rose beetle hedgehog mulch plant newsletter bed shed',
    'shady raised muddy wild early late dry generous',
    'water prune sow harvest mulch plant weed dig',
  ),
  kitchen: topic(
    'dumpling bread sourdough flour oven soup plum cake recipe onion spoon pan cheese butter pepper menu dinner wine glass noodle',
    'crisp salty warm slow thick bitter fresh golden',
    'stir bake knead simmer chop taste roast season',
  ),
  travel: topic(
    'train ferry ticket visa embassy itinerary hostel platform suitcase harbour cottage bridge museum tram passport island border accommodation map weather',
    'cheap nightly rainy crowded quiet southern delayed scenic',
    'book visit cross pack cancel reserve reach leave',
  ),
  music: topic(
    'choir violin drum piano bow rehearsal concert song amplifier guitar chord tuner score melody trumpet stage encore tempo string album',
    'loud gentle live minor acoustic tuned broken borrowed',
    'rehearse tune record sing practise perform arrange rent',
  ),
  work: topic(
    'meeting standup sprint client deadline offer slide report colleague budget roadmap workshop team contract release ticket customer estimate agenda minutes',
    'weekly urgent quarterly internal final shared late open',
    'review plan present discuss send estimate release postpone',
  ),
  school: topic(
    'teacher homework bus class thesis chapter lecture essay exam library grade parent timetable letter project reading circle poem translation term',
    'strict early missing short written oral optional second',
    'read write translate submit grade revise attend sign',
  ),
  health: topic(
    'dentist pharmacy prescription allergy vaccine hamster veterinary bill knee doctor appointment insurance therapy glasses blood pressure record cast clinic reminder',
    'sore regular free painful private small early swollen',
    'examine prescribe cancel check rest bandage measure remind',
  ),
  sport: topic(
    'rowing swim club membership kayak river race training bicycle tyre paddle medal coach season weir team chain trail helmet schedule',
    'fast cold narrow wet final local steep tired',
    'train row repair paddle win join climb stretch',
  ),
  craft: topic(
    'sweater pattern wool kiln glaze pottery loom needle frame painting clay thread brush canvas button ceramics workshop price list vase',
    'soft cracked woven blue glazed striped tiny uneven',
    'knit glaze fire weave sew frame paint sell',
  ),
  science: topic(
    'telescope mirror moss wetland sensor turbine tide sample survey solar inverter yield panel calibration heron field guide measurement camera distance',
    'distilled faint noisy average northern saline shaded stable',
    'measure calibrate sample observe model clean compare estimate',
  ),
  town: topic(
    'council bus street waste collection calendar neighbour parking permit petition newspaper library market playground meeting speech parliament voucher restaurant association',
    'public noisy closed narrow local free annual angry',
    'sign vote collect close announce object park open',
  ),
  family: topic(
    'birthday wedding cake card address grandmother guest candle photo letter summer cottage seating chart cousin gift godchild album party name',
    'surprise old happy tall shy forgotten handmade late',
    'invite visit wrap celebrate call thank photograph surprise',
  ),
};

export const GERMAN = {
  wohnung: topic(
    'Miete Vermieter Nebenkosten Stellplatz Heizung Keller Kaution Schlüssel Treppenhaus Fenster Vertrag Abrechnung Zähler Balkon Dachboden',
    'neue alte feuchte kalte gemeinsame offene kleine',
    'prüfen reparieren kündigen bezahlen streichen ablesen verlegen',
  ),
  verein: topic(
    'Probe Chor Posaune Protokoll Sitzung Kassenwart Beitrag Sommerfest Ausflug Elternabend Schule Klasse Lehrerin Gemeinde Turnhalle',
    'nächste letzte lange jährliche gute kurze laute',
    'verschieben planen absagen besprechen beschließen einladen üben',
  ),
  kueche: topic(
    'Pflaume Kuchen Oma Rezept Butter Mehl Zucker Zimt Hefe Blech Ofen Streusel Sahne Birne Löffel',
    'warme süße frische trockene goldene saure feine',
    'backen rühren kneten probieren schälen kühlen vierteln',
  ),
  amt: topic(
    'Steuererklärung Beleg Finanzamt Antrag Bescheid Frist Formular Ausweis Umleitung Sperrung Straße Baustelle Gebühr Versicherung Unterschrift',
    'fehlende amtliche gesperrte verspätete vollständige rote lange',
    'einreichen beantragen unterschreiben sperren abholen nachreichen kopieren',
  ),
};

export const PEOPLE = words(
  'Petra_Voss Tomasz_Zielinski Aoife_Brennan Luc_Marchand Ines_Okafor Henrik_Dahl Marta_Silva Owen_Pryce Yara_Haddad Gregor_Thiel Noor_Rahman Beatriz_Lima Callum_Reid Sofie_Lindahl Viktor_Hrubec Anja_Kessler',
).map((name) => name.replace('_', ' '));

export const PLACES = words(
  'Aarhus Ghent Porto Kraków Graz Bergen Cork Lyon Turku Bilbao Tartu Verona Bremen Basel Split Leuven',
);

export const MONTHS = words('January February March April May June July August September October November December');
