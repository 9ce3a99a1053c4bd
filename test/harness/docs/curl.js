// As much of curl as the pages use, where there is none.
const words = process.argv.slice(2);
const headers = {};
let url;
let body;
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') {
    const [name, value] = words.shift().split(': ');
    headers[name] = value;
  } else if (word === '-d') body = words.shift();
  else if (word !== '-s') url = word;
}
const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
process.stdout.write(`${await answer.text()}\n`);
