// Two writers change one lesson; nobody's words are lost: node library.mjs [FOLDER]
import { BookFailure, openLibrary } from 'quartet-mcp/library';

const [root = './library'] = process.argv.slice(2);
const library = await openLibrary({ root, author: 'example' });
const [book, path] = ['tour', 'content/01-Start/01-First/01-hello.md'];
try {
  const before = await library.read(book, path);
  const { hash } = await library.write(book, path, '# Hello\n\nFirst words.\n', before?.hash);
  await library.write(book, path, '# Hello\n\nSecond words.\n', hash);
  // This writer has not seen the second words, so it may not replace them.
  await library.write(book, path, '# Hello\n\nOther words.\n', hash).catch((error) => {
    if (!(error instanceof BookFailure)) throw error;
    console.log(error.code); // CONFLICT
  });
  console.log(await library.grep(book, '(?i)second'));
} finally {
  await library.close();
}
