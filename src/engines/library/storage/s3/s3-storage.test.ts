import { storageContract } from '../testing/contract.ts';
import { openS3 } from '../testing/s3.ts';

storageContract('s3 with conditions', () => openS3({ pageSize: 7 }), 60);
storageContract('s3 without conditions', () => openS3({ conditional: false, pageSize: 50 }), 60);
