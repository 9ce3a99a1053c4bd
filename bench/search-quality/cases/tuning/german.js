/** German files, asked for in German. */
export const german = [
  {
    class: 'german',
    ask: 'Nebenkostenabrechnung 2024',
    file: 'Dokumente/Wohnung/Nebenkostenabrechnung_2024.pdf',
    topic: 'wohnung',
    is: {
      title: 'Abrechnung',
      text: 'Für den Zeitraum vom 1. Januar bis zum 31. Dezember ergibt sich eine Nachzahlung von 112 Euro.',
      days: 390,
    },
    others: {
      'Dokumente/Wohnung/Nebenkostenabrechnung_2023.pdf': {
        title: 'Abrechnung',
        text: 'Die Nebenkostenabrechnung 2024 folgt im Herbst.',
      },
      'Mail/Inbox/1501.eml': {
        from: 'Jürgen Kessler',
        subject: 'Nebenkostenabrechnung 2024 – Rückfrage',
        text: 'Zu Ihrer Nebenkostenabrechnung 2024 habe ich eine Frage.',
        style: 'quoted',
      },
    },
    near: 'Nebenkostenabrechnung',
  },
  {
    class: 'german',
    ask: 'Kündigung Fitnessstudio',
    file: 'Dokumente/Briefe/kuendigung-fitnessstudio.odt',
    topic: 'verein',
    is: {
      title: 'Kündigung meiner Mitgliedschaft im Fitnessstudio',
      text: 'Hiermit kündige ich zum nächstmöglichen Termin.',
      days: 460,
    },
    others: {
      'Dokumente/Briefe/kuendigung-zeitung.odt': {
        title: 'Kündigung meines Abonnements',
        text: 'Hiermit kündige ich zum Jahresende.',
      },
      'Dokumente/Sport/fitnessstudio-vertrag.pdf': {
        title: 'Vertrag',
        text: 'Die Kündigung beim Fitnessstudio muss schriftlich sein.',
      },
    },
    near: 'Kündigung Fitnessstudio',
  },
  {
    class: 'german',
    ask: 'rezept für omas pflaumenkuchen',
    file: 'Dokumente/Rezepte/pflaumen.docx',
    topic: 'kueche',
    is: {
      title: 'Omas Pflaumenkuchen',
      text: 'Ein Blech, anderthalb Kilo Pflaumen, Hefeteig. Das Rezept reicht für acht Personen.',
      days: 1100,
    },
    others: {
      'Dokumente/Rezepte/birnen.docx': {
        title: 'Birnenkuchen',
        text: 'Ein Rezept für Gäste, nicht so süß wie der Pflaumenkuchen.',
      },
      'Notes/journal/2024-09-15.md': { text: 'Bei Oma gewesen, es gab Pflaumenkuchen.' },
    },
    near: 'Pflaumenkuchen Rezept',
  },
  {
    class: 'german',
    ask: 'belege steuererklärungen',
    file: 'Dokumente/Steuer/Belege zur Steuererklärung.ods',
    topic: 'amt',
    is: {
      rows: [
        ['Datum', 'Beleg', 'Betrag'],
        ['3.2.', 'Fachbuch', '48'],
        ['9.5.', 'Fahrkarte', '71'],
      ],
      days: 260,
    },
    others: {
      'Dokumente/Steuer/Frist.txt': { text: 'Die Steuererklärung ist bis Juli fällig. Ein Beleg fehlt.' },
      'Dokumente/Steuer/Bescheid.pdf': {
        title: 'Bescheid',
        text: 'Zu Ihrer Steuererklärung wurden nicht alle Belege anerkannt.',
      },
    },
    near: 'Steuererklärung Beleg',
  },
];
