// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** German files, asked for in German. */
export const german = [
  {
    class: 'german',
    ask: 'Mietvertrag Stellplatz',
    file: 'Dokumente/Wohnung/Mietvertrag_Stellplatz_14.pdf',
    topic: 'wohnung',
    is: { title: 'Vertrag', text: 'Der Platz im Hof wird unbefristet überlassen.', days: 820 },
    others: {
      'Dokumente/Wohnung/Mietvertrag_Wohnung.pdf': {
        title: 'Mietvertrag',
        text: 'Ein Stellplatz gehört nicht dazu. Für den Stellplatz gilt ein eigener Mietvertrag.',
      },
      'Mail/Inbox/1850.eml': {
        from: 'Jürgen Kessler',
        subject: 'Ihr Stellplatz',
        text: 'Den Mietvertrag für den Stellplatz schicke ich Ihnen zu.',
        style: 'base64',
      },
    },
    near: 'Mietvertrag Stellplatz',
  },
  {
    class: 'german',
    ask: 'protokolle elternabend',
    file: 'Dokumente/Schule/elternabend-protokoll.odt',
    topic: 'verein',
    is: {
      title: 'Protokoll vom Elternabend der 3b',
      text: 'Gewählt wurde Frau Lindner. Die Klassenfahrt geht ans Meer.',
      days: 55,
    },
    others: {
      'Dokumente/Schule/elternabend-einladung.odt': {
        title: 'Einladung',
        text: 'Zum Elternabend laden wir herzlich ein.',
      },
      'Dokumente/Verein/protokoll-2024.odt': { title: 'Protokoll der Sitzung', text: 'Anwesend waren acht.' },
    },
    near: 'Elternabend Protokoll',
  },
  {
    class: 'german',
    ask: 'wann ist die probe vom posaunenchor',
    file: 'Notes/verein/termine.md',
    topic: 'verein',
    is: { text: ['Posaunenchor: Probe immer dienstags um sieben im Gemeindehaus.', 'Turnen: freitags.'], days: 90 },
    others: {
      'Dokumente/Verein/posaunenchor-beitrag.pdf': {
        title: 'Beitrag',
        text: 'Der Posaunenchor kostet 30 Euro im Jahr.',
      },
      'Notes/journal/2025-10-07.md': { text: 'Wann wird es endlich wärmer? Keine Probe heute.' },
    },
    near: 'Posaunenchor Probe',
  },
  {
    class: 'german',
    ask: 'sperrung umleitung hauptstrasse',
    file: 'Downloads/aushang.pdf',
    topic: 'amt',
    is: {
      title: 'Sperrung der Hauptstraße',
      text: 'Eine Umleitung führt über den Friedhofsweg. Die Hauptstraße ist bis Mai gesperrt.',
      days: 240,
    },
    others: {
      'Downloads/aushang-2.pdf': { title: 'Sperrung des Marktes', text: 'Eine Umleitung gibt es nicht.' },
      'Dokumente/Amt/hauptstrasse-parken.txt': { text: 'Parken in der Hauptstraße nur mit Ausweis.' },
    },
    near: 'Sperrung Umleitung',
  },
];
