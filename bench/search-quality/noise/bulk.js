import { GERMAN, PEOPLE, PLACES, TOPICS } from '../words/topics.js';
import { logLines } from './logs.js';
import { project } from './projects.js';

const CAMERAS = [
  { make: 'Canon', model: 'EOS 90D' },
  { make: 'NIKON CORPORATION', model: 'NIKON D5600' },
  { make: 'Panasonic', model: 'DMC-TZ71' },
  { make: 'FUJIFILM', model: 'X-T30' },
  { make: 'SONY', model: 'ILCE-6000' },
];
const BANDS = [
  'Moth Parade',
  'Elsa Torv',
  'Nils Orre',
  'The Low Meadows',
  'Kassiopeia',
  'Hollow Pines',
  'Ana Belmonte',
  'Signal Grey',
];
const SONGS =
  'river glass ember lantern winter road harbour silver paper fox bell copper orchard night bus rain hymn waltz crow meadow'.split(
    ' ',
  );
const STYLES = ['plain', 'quoted', 'base64', 'html', 'both'];
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The rest of the home: what nobody looks for. */
export function* bulk(random, writer) {
  const topics = [...Object.keys(TOPICS), ...Object.keys(TOPICS), ...Object.keys(GERMAN)];
  const topic = () => random.pick(topics);
  const text = (name, most) => ({
    title: random.below(3) > 0 ? writer.title(name) : undefined,
    paragraphs: writer.paragraphs(name, 1 + random.below(most)),
  });
  const number = (index) => String(index).padStart(4, '0');
  const rows = (name) => [
    ['item', 'amount', 'note'],
    ...Array.from({ length: 4 + random.below(20) }, () => [
      random.pick((GERMAN[name] ?? TOPICS[name]).nouns),
      String(random.below(2000)),
      random.pick(['', 'paid', 'open']),
    ]),
  ];
  for (let index = 0; index < 640; index++) {
    const name = topic();
    const extension = random.pick(['docx', 'docx', 'odt', 'pdf', 'pdf', 'pdf', 'rtf', 'txt', 'pptx', 'xlsx', 'ods']);
    const author = random.below(3) === 0 ? random.pick(PEOPLE) : undefined;
    const folder = name in GERMAN ? 'Dokumente' : 'Documents';
    yield {
      path: `${folder}/${capital(name)}/${2016 + random.below(11)}/${writer.stem(name)}-${index}.${extension}`,
      document: { ...text(name, 8), author, rows: rows(name) },
    };
  }
  for (let index = 0; index < 700; index++) {
    const name = topic();
    yield {
      path: `Notes/${name}/${writer.stem(name)}-${index}.${random.pick(['md', 'md', 'txt'])}`,
      document: text(name, 5),
    };
  }
  for (let index = 0; index < 520; index++) {
    const name = topic();
    const subject = writer.title(name) + (random.below(4) === 0 ? ' – für später' : '');
    const date = new Date(Date.UTC(2021, random.below(66), 1 + random.below(28)));
    const attachments = random.below(5) === 0 ? [[`${writer.stem(name)}.pdf`, random.bytes(300)]] : [];
    yield {
      path: `Mail/${random.pick(['Inbox', 'Sent', 'Archive'])}/${number(3000 + index)}.eml`,
      document: {
        from: random.pick(PEOPLE),
        to: 'Nora Falk',
        subject,
        date,
        paragraphs: writer.paragraphs(name, 3),
        style: random.pick(STYLES),
        attachments,
      },
    };
  }
  for (let index = 0; index < 720; index++) {
    const isTold = random.below(3) > 0;
    const told = isTold
      ? {
          caption: `${capital(random.pick(TOPICS[random.pick(Object.keys(TOPICS))].nouns))} in ${random.pick(PLACES)}`,
          keywords: [random.pick(['family', 'birds', 'sea', 'night', 'trip'])],
          city: random.below(2) ? random.pick(PLACES) : undefined,
        }
      : {};
    const year = 2015 + random.below(12);
    yield {
      path: `Pictures/${year}/${random.pick(['IMG', 'DSC', 'PXL'])}_${year}${number(index)}.jpg`,
      document: { ...random.pick(CAMERAS), ...told, taken: `${year}:07:01 12:00:00` },
    };
  }
  for (let index = 0; index < 420; index++) {
    const artist = random.pick(BANDS);
    const album = `${capital(random.pick(SONGS))} ${random.pick(SONGS)}`;
    const title = `${capital(random.pick(SONGS))} ${capital(random.pick(SONGS))}`;
    const name = random.below(2) ? `${number(index)}` : `${number(index)} ${title}`;
    yield {
      path: `Music/${artist}/${album}/${name}.${random.pick(['mp3', 'mp3', 'flac'])}`,
      document: {
        title,
        artist,
        album,
        genre: random.pick(['Pop', 'Jazz', 'Folk']),
        year: String(1985 + random.below(40)),
      },
    };
  }
  yield* smallSorts({ random, writer, topic, text, rows, number });
  for (const name of ['ledgerkit', 'gardenbot', 'photosort', 'choirtools', 'tilemap', 'mailmerge', 'rowlog', 'kilnctl'])
    yield* project(name, random, writer);
}

function* smallSorts({ random, writer, topic, text, rows, number }) {
  for (let index = 0; index < 160; index++)
    yield { path: `Downloads/${writer.stem(topic())}-${index}.html`, document: text(topic(), 6) };
  for (let index = 0; index < 70; index++)
    yield { path: `Documents/Tables/${writer.stem(topic())}-${index}.csv`, document: { rows: rows(topic()) } };
  for (let index = 0; index < 30; index++)
    yield {
      path: `Books/b${number(index)}.epub`,
      document: { ...text(topic(), 9), title: writer.title(topic()), author: random.pick(PEOPLE) },
    };
  for (let index = 0; index < 40; index++)
    yield { path: `Notes/notebooks/nb-${number(index)}.ipynb`, document: text(topic(), 4) };
  for (let index = 0; index < 60; index++)
    yield {
      path: `Calendar/${number(index)}.ics`,
      document: {
        title: writer.title(topic()),
        paragraphs: writer.paragraphs(topic(), 1),
        place: random.pick(PLACES),
        day: writer.day(),
      },
    };
  for (let index = 0; index < 60; index++) {
    const name = `${random.pick(PEOPLE).split(' ')[0]} ${random.pick(PEOPLE).split(' ')[1]}`;
    yield {
      path: `Contacts/${name.replaceAll(' ', '_')}-${index}.vcf`,
      document: {
        name,
        mail: `${name.split(' ')[0].toLowerCase()}@mail.invalid`,
        phone: `+49 30 ${random.below(1e6)}`,
        company: 'Harrow and Finch',
        note: writer.sentence('work'),
      },
    };
  }
  for (let index = 0; index < 50; index++) {
    const members = Array.from({ length: 2 + random.below(6) }, (_, at) => [
      `${topic()}/${writer.stem(topic())}-${at}.txt`,
      writer.paragraph(topic()),
    ]);
    yield {
      path: `${random.pick(['Archive', 'Backups', 'Downloads'])}/${writer.stem(topic())}-${index}.${random.pick(['zip', 'zip', 'tar', 'tar.gz'])}`,
      document: { members },
    };
  }
  for (let index = 0; index < 50; index++)
    yield { path: `Logs/old/service-${number(index)}.log.gz`, document: { raw: logLines(random, 200) } };
  for (let index = 0; index < 50; index++)
    yield { path: `Logs/service-${number(index)}.log`, document: { raw: logLines(random, 150) } };
  for (let index = 0; index < 3; index++) {
    const mails = Array.from({ length: 40 }, () => ({
      from: random.pick(PEOPLE),
      to: 'Nora Falk',
      subject: writer.title(topic()),
      date: new Date(Date.UTC(2019, random.below(30), 3)),
      paragraphs: writer.paragraphs(topic(), 2),
      style: random.pick(STYLES),
    }));
    yield { path: `Mail/Lists/list-${index}.mbox`, document: { mails } };
  }
  for (let index = 0; index < 120; index++)
    yield {
      path: `Pictures/Screenshots/Screenshot_${writer.day()}_${number(index)}.png`,
      document: { raw: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), random.bytes(900)]) },
    };
}
