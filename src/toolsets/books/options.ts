import type { ToolsetOption } from '../../kernel/toolset.ts';

/** What `quartet books` can be told; the names of the environment are those of the original. */
export const BOOKS_OPTIONS: readonly ToolsetOption[] = [
  {
    key: 'root',
    flag: '--root <folder>',
    env: ['QUARTET_BOOKS_ROOT', 'PANAVERSITY_STORAGE_ROOT'],
    description: 'folder that holds the library; one in your data folder unless told',
  },
  {
    key: 'storageBackend',
    flag: '--storage-backend <kind>',
    env: ['PANAVERSITY_STORAGE_BACKEND'],
    description: 'where the files are: fs (the folder), s3 or supabase; fs unless told',
  },
  { key: 's3Bucket', flag: '--s3-bucket <name>', env: ['PANAVERSITY_S3_BUCKET'], description: 'bucket' },
  {
    key: 's3Prefix',
    flag: '--s3-prefix <path>',
    env: ['PANAVERSITY_S3_PREFIX'],
    description: 'path in the bucket below which the library is; the whole bucket unless told',
  },
  {
    key: 's3Region',
    flag: '--s3-region <name>',
    env: ['PANAVERSITY_S3_REGION'],
    description: 'region of the bucket; auto unless told',
  },
  {
    key: 's3Endpoint',
    flag: '--s3-endpoint <url>',
    env: ['PANAVERSITY_S3_ENDPOINT'],
    description: "address of an S3 service, without the bucket; Amazon's unless told",
  },
  {
    key: 's3PathStyle',
    flag: '--s3-path-style <yes|no>',
    env: ['PANAVERSITY_S3_PATH_STYLE'],
    description: 'whether the bucket is in the path of addresses; yes with an endpoint, no without',
  },
  { key: 's3AccessKeyId', env: ['PANAVERSITY_S3_ACCESS_KEY_ID'], description: 'key for the bucket' },
  // Never a flag: every user of a machine can see the arguments of a process.
  { key: 's3SecretAccessKey', env: ['PANAVERSITY_S3_SECRET_ACCESS_KEY'], description: 'secret of the key' },
  {
    key: 'supabaseUrl',
    flag: '--supabase-url <url>',
    env: ['PANAVERSITY_SUPABASE_URL'],
    description: 'address of the project, for supabase',
  },
  {
    key: 'supabaseBucket',
    flag: '--supabase-bucket <name>',
    env: ['PANAVERSITY_SUPABASE_BUCKET'],
    description: 'bucket, for supabase',
  },
  {
    key: 'presignExpiry',
    flag: '--presign-expiry <seconds>',
    env: ['PANAVERSITY_PRESIGN_EXPIRY_SECONDS'],
    description: 'how long the address of an archive works; 3600 unless told',
  },
  {
    key: 'archiveTimeout',
    flag: '--archive-timeout <seconds>',
    env: ['PANAVERSITY_ARCHIVE_TIMEOUT_SECONDS', 'PANAVERSITY_ARCHIVE_TIMEOUT'],
    description: 'how long an archive may take; 60 unless told',
  },
  { key: 'dataHome', env: ['XDG_DATA_HOME', 'APPDATA'], description: 'where programs keep their data' },
  {
    key: 'agentId',
    flag: '--agent-id <name>',
    env: ['QUARTET_AGENT_ID'],
    description: "who writes, for the audit log; the client's name unless told",
  },
  {
    key: 'databaseUrl',
    flag: '--database-url <url>',
    env: ['PANAVERSITY_DATABASE_URL', 'DATABASE_URL'],
    description: 'journal as sqlite:FILE or postgresql://…; a file inside the library unless told',
  },
  {
    key: 'cdnBaseUrl',
    flag: '--cdn-base-url <url>',
    env: ['PANAVERSITY_CDN_BASE_URL'],
    description: 'where assets are served; file: addresses unless told',
  },
  {
    key: 'deleteScope',
    flag: '--delete-scope <scope>',
    env: ['QUARTET_DELETE_SCOPE'],
    description: 'what a token must allow to delete shared lessons over HTTP; fs:write unless told',
  },
];
