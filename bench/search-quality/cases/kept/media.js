// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

const NIGHT_BUS = { artist: 'The Paper Foxes', album: 'Last Stop Zoo', genre: 'Indie', year: '2017' };
const OLYMPUS = { make: 'OM Digital Solutions', model: 'OM-5' };

/** Photos and music: nothing of what is asked for stands in the name. */
export const media = [
  {
    class: 'photo',
    ask: 'grandmother loom gotland',
    file: 'Pictures/Scans/img20210404_0007.jpg',
    is: {
      caption: 'Grandmother at her loom, summer of 1961',
      city: 'Visby',
      country: 'Gotland',
      keywords: ['scan', 'family'],
    },
    others: {
      'Pictures/Scans/img20210404_0008.jpg': {
        caption: 'Grandmother and the hens',
        city: 'Visby',
        country: 'Gotland',
        keywords: ['scan'],
      },
      'Pictures/2018/IMG_2201.jpg': {
        caption: 'A loom in the museum',
        city: 'Ghent',
        country: 'Belgium',
        make: 'Canon',
        model: 'EOS 90D',
      },
      'Documents/Travel/gotland.odt': { title: 'Gotland', text: 'The island of my grandmother. Sheep and stones.' },
    },
    near: 'grandmother loom',
  },
  {
    class: 'photo',
    ask: 'dragon bridge Ljubljana',
    file: 'Pictures/2024/PXL_0093.jpg',
    is: {
      caption: 'One of the four dragons of the bridge, a green one',
      title: 'Dragon bridge',
      city: 'Ljubljana',
      country: 'Slovenia',
      keywords: ['trip'],
      make: 'Google',
      model: 'Pixel 7',
      latitude: 46.05,
      longitude: 14.51,
    },
    others: {
      'Pictures/2024/PXL_0094.jpg': {
        caption: 'The castle from below',
        city: 'Ljubljana',
        country: 'Slovenia',
        make: 'Google',
        model: 'Pixel 7',
      },
      'Pictures/2020/IMG_3307.jpg': {
        caption: 'Bridge with a stone dragon',
        city: 'Kraków',
        country: 'Poland',
        make: 'Canon',
        model: 'EOS 90D',
      },
      'Notes/journal/2024-05-12.md': { text: 'Ljubljana in the rain. Crossed every bridge.' },
    },
    near: 'dragon bridge',
  },
  {
    class: 'photo',
    ask: 'OM-5 kingfisher',
    file: 'Pictures/Birds/OM_00817.JPG',
    is: { caption: 'Kingfisher before the dive', keywords: ['birds'], ...OLYMPUS },
    others: {
      'Pictures/Birds/OM_00818.JPG': { caption: 'Water, a moment too late', keywords: ['birds'], ...OLYMPUS },
      'Pictures/Birds/IMG_7802.jpg': {
        caption: 'Kingfisher, far away',
        keywords: ['birds'],
        make: 'Canon',
        model: 'EOS 90D',
      },
      'Notes/om5.txt': { text: 'The OM-5 eats batteries. No bird this week.' },
    },
    near: 'kingfisher',
  },
  {
    class: 'photo',
    ask: 'graduation rooftop group picture',
    file: 'Pictures/2019/DSCF3310.JPG',
    is: {
      caption: 'Graduation: the whole group on the rooftop of the institute',
      keywords: ['picture of the year', 'friends'],
      make: 'FUJIFILM',
      model: 'X-T30',
    },
    others: {
      'Pictures/2019/DSCF3311.JPG': {
        caption: 'Hats in the air',
        keywords: ['graduation'],
        make: 'FUJIFILM',
        model: 'X-T30',
      },
      'Pictures/2021/DSCF5120.JPG': {
        caption: 'Rooftop garden with a group of pigeons',
        make: 'FUJIFILM',
        model: 'X-T30',
      },
      'Mail/Inbox/2430.eml': {
        from: 'Viktor Hrubec',
        subject: 'old times',
        text: 'Do you still have the picture of the graduation?',
      },
    },
    near: 'graduation rooftop group',
  },
  {
    class: 'music',
    ask: 'mirela dusk copper rain',
    file: 'Music/mp3/aud0519.mp3',
    is: { title: 'Copper Rain', artist: 'Mirela Dusk', album: 'Ninth House', genre: 'Pop', year: '2021' },
    others: {
      'Music/mp3/aud0518.mp3': {
        title: 'Iron Rain',
        artist: 'Mirela Dusk',
        album: 'Ninth House',
        genre: 'Pop',
        year: '2021',
      },
      'Music/mp3/aud0520.mp3': {
        title: 'Copper Coin',
        artist: 'Mirela Dusk',
        album: 'Ninth House',
        genre: 'Pop',
        year: '2021',
      },
      'Music/mp3/aud0700.mp3': {
        title: 'Copper Rain',
        artist: 'Hollow Pines',
        album: 'Quarry',
        genre: 'Rock',
        year: '2016',
      },
    },
    near: 'dusk copper rain',
  },
  {
    class: 'music',
    ask: 'paper foxes night bus',
    file: 'Music/New Folder/07.mp3',
    is: { title: 'Night Bus', ...NIGHT_BUS },
    others: {
      'Music/New Folder/06.mp3': { title: 'Day Ticket', ...NIGHT_BUS },
      'Music/New Folder/08.mp3': { title: 'Night Window', ...NIGHT_BUS },
      'Music/Various/nb.mp3': {
        title: 'Night Bus',
        artist: 'Signal Grey',
        album: 'Timetable',
        genre: 'Pop',
        year: '2012',
      },
      'Notes/town/bus.md': { text: 'The night bus goes at two. Juna folds paper foxes.' },
    },
    near: 'paper night bus',
  },
  {
    class: 'music',
    ask: 'marble hymn glass orchard album',
    file: 'Music/unsorted/track_31.flac',
    is: {
      title: 'Marble Hymn',
      artist: 'Sten & Vale',
      album: 'Glass Orchard (the album)',
      genre: 'Ambient',
      year: '2018',
    },
    others: {
      'Music/unsorted/track_30.flac': {
        title: 'Orchard Hymn',
        artist: 'Sten & Vale',
        album: 'Glass Orchard (the album)',
        genre: 'Ambient',
        year: '2018',
      },
      'Music/unsorted/track_32.flac': {
        title: 'Marble',
        artist: 'Sten & Vale',
        album: 'Glass Orchard (the album)',
        genre: 'Ambient',
        year: '2018',
      },
    },
    near: 'marble hymn orchard',
  },
  {
    class: 'music',
    ask: 'tante frieda küchenwalzer',
    file: 'Music/Norden/CD3/02.flac',
    is: { title: 'Küchenwalzer', artist: 'Tante Frieda', album: 'Am Herd', genre: 'Kabarett', year: '1999' },
    others: {
      'Music/Norden/CD3/03.flac': {
        title: 'Spülmaschine',
        artist: 'Tante Frieda',
        album: 'Am Herd',
        genre: 'Kabarett',
        year: '1999',
      },
      'Music/Norden/CD1/09.flac': {
        title: 'Küchenwalzer',
        artist: 'Kapelle Ost',
        album: 'Tanzabend',
        genre: 'Volksmusik',
        year: '1974',
      },
      'Notes/journal/2024-12-26.md': { text: 'Bei Tante Frieda gewesen. Im Wohnzimmer getanzt.' },
    },
    near: 'Tante Frieda',
  },
];
