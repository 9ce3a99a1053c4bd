import { storageContract } from './contract.testing.ts';
import { openS3 } from './s3.testing.ts';

storageContract('s3 with conditions', () => openS3({ pageSize: 7 }), 60);
storageContract('s3 without conditions', () => openS3({ conditional: false, pageSize: 50 }), 60);
