import { endWithFile } from './end-of-file.ts';

// Node 20 reads these at every start, which takes it twice as long as all the rest of an empty program. Only npm needs them, and gets
// them by scripts/npm-environment.js.
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
if (certificates) {
  process.env.QUARTET_TEST_CERTIFICATES = certificates;
  delete process.env.NODE_EXTRA_CA_CERTS;
}

endWithFile();
