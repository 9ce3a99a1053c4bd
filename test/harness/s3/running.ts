import { S3Server } from './server.ts';

let running: S3Server | undefined;

/** Starts the S3 of this test file. */
export async function startS3(): Promise<S3Server> {
  running = await S3Server.start();
  return running;
}

/** The S3 of this test file, where the run is about one. */
export function runningS3(): S3Server | undefined {
  return running;
}

/** What a server needs to know of an S3. */
export function s3Environment({ endpoint, bucketName, keys }: S3Server): Record<string, string> {
  return {
    PANAVERSITY_STORAGE_BACKEND: 's3',
    PANAVERSITY_S3_ENDPOINT: endpoint,
    PANAVERSITY_S3_BUCKET: bucketName,
    PANAVERSITY_S3_ACCESS_KEY_ID: keys.accessKeyId,
    PANAVERSITY_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}
