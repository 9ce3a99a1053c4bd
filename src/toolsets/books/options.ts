import type { ToolsetOption } from '../../kernel/toolset.ts';

const ADVANCED = 'Books, journal and addresses:';
const BUCKET = 'Books in a bucket:';
const LIMITS = 'Books, limits:';

/** What `quartet books` can be told; the names of the environment are those of the original. */
export const BOOKS_OPTIONS: readonly ToolsetOption[] = [
  {
    key: 'root',
    flag: '--root <folder>',
    env: ['QUARTET_BOOKS_ROOT', 'PANAVERSITY_STORAGE_ROOT'],
    description: 'folder that holds the library (default: quartet/library in your data folder)',
  },
  {
    key: 'storageBackend',
    group: BUCKET,
    choices: ['fs', 's3', 'supabase'],
    flag: '--storage-backend <kind>',
    env: ['PANAVERSITY_STORAGE_BACKEND'],
    description: 'where the files are: fs (the folder), s3 or supabase (default: fs)',
  },
  {
    key: 's3Bucket',
    group: BUCKET,
    flag: '--s3-bucket <name>',
    env: ['PANAVERSITY_S3_BUCKET'],
    description: 'bucket, for s3',
  },
  {
    key: 's3Prefix',
    group: BUCKET,
    flag: '--s3-prefix <path>',
    env: ['PANAVERSITY_S3_PREFIX'],
    description: 'path in the bucket below which the library is (default: the whole bucket)',
  },
  {
    key: 's3Region',
    group: BUCKET,
    flag: '--s3-region <name>',
    env: ['PANAVERSITY_S3_REGION'],
    description: 'region of the bucket, which Amazon needs (default: auto)',
  },
  {
    key: 's3Endpoint',
    group: BUCKET,
    flag: '--s3-endpoint <url>',
    env: ['PANAVERSITY_S3_ENDPOINT'],
    description: "address of an S3 service, without the bucket (default: Amazon's)",
  },
  {
    key: 's3PathStyle',
    group: BUCKET,
    choices: ['yes', 'no'],
    flag: '--s3-path-style <yes|no>',
    env: ['PANAVERSITY_S3_PATH_STYLE'],
    description: 'whether the bucket is in the path of addresses (default: yes with an endpoint, no without)',
  },
  { key: 's3AccessKeyId', env: ['PANAVERSITY_S3_ACCESS_KEY_ID'], description: 'key for the bucket' },
  // Never a flag: every user of a machine can see the arguments of a process.
  { key: 's3SecretAccessKey', env: ['PANAVERSITY_S3_SECRET_ACCESS_KEY'], description: 'secret of the key' },
  {
    key: 'supabaseUrl',
    group: BUCKET,
    flag: '--supabase-url <url>',
    env: ['PANAVERSITY_SUPABASE_URL'],
    description: 'address of the project, for supabase',
  },
  {
    key: 'supabaseBucket',
    group: BUCKET,
    flag: '--supabase-bucket <name>',
    env: ['PANAVERSITY_SUPABASE_BUCKET'],
    description: 'bucket, for supabase',
  },
  {
    key: 'presignExpiry',
    group: LIMITS,
    flag: '--presign-expiry <seconds>',
    env: ['PANAVERSITY_PRESIGN_EXPIRY_SECONDS'],
    description:
      'how long the address of an archive works, at most a week, and that of an upload, at most an hour (default: 3600)',
  },
  {
    key: 'archiveTimeout',
    group: LIMITS,
    flag: '--archive-timeout <seconds>',
    env: ['PANAVERSITY_ARCHIVE_TIMEOUT_SECONDS', 'PANAVERSITY_ARCHIVE_TIMEOUT'],
    description: 'an archive that takes longer is partial; at most 600 (default: 60)',
  },
  {
    key: 'maxDirectUploadMb',
    group: LIMITS,
    flag: '--max-direct-upload-mb <number>',
    env: ['PANAVERSITY_MAX_DIRECT_UPLOAD_MB'],
    description:
      'largest asset in MiB that upload_asset takes as base64 and get_asset returns, at most 95 (default: 10)',
  },
  {
    key: 'maxAssetSizeMb',
    group: LIMITS,
    flag: '--max-asset-size-mb <number>',
    env: ['PANAVERSITY_MAX_ASSET_SIZE_MB'],
    description: 'largest asset in MiB of all, also of those sent to an address (default: 100)',
  },
  { key: 'dataHome', env: ['XDG_DATA_HOME', 'APPDATA'], description: 'where programs keep their data' },
  {
    key: 'agentId',
    flag: '--agent-id <name>',
    env: ['QUARTET_AGENT_ID'],
    description: "who writes, for the audit log (default: the client's name and version)",
  },
  {
    key: 'databaseUrl',
    group: ADVANCED,
    flag: '--database-url <url>',
    env: ['PANAVERSITY_DATABASE_URL', 'DATABASE_URL'],
    description: 'journal as sqlite:FILE or postgresql://… (default: .quartet/journal.db in the library)',
  },
  {
    key: 'auditKeyFile',
    group: ADVANCED,
    flag: '--audit-key-file <file>',
    env: ['QUARTET_AUDIT_KEY_FILE'],
    description:
      'file with the key that seals the audit log, made if need be (default: .quartet/audit.key in the library, none with PostgreSQL)',
  },
  { key: 'auditKey', env: ['QUARTET_AUDIT_KEY'], description: 'that key itself, at least 32 characters; never a flag' },
  {
    key: 'cdnBaseUrl',
    group: ADVANCED,
    flag: '--cdn-base-url <url>',
    env: ['PANAVERSITY_CDN_BASE_URL'],
    description: 'where assets and archives are served (default: file: addresses, or those of the bucket)',
  },
  {
    key: 'deleteScope',
    group: ADVANCED,
    flag: '--delete-scope <scope>',
    env: ['QUARTET_DELETE_SCOPE'],
    description: 'what a token must allow to delete or move shared lessons over HTTP (default: fs:write)',
  },
  {
    key: 'quotaLibraryMb',
    group: LIMITS,
    flag: '--quota-library-mb <number>',
    env: ['QUARTET_QUOTA_LIBRARY_MB'],
    description: 'how much the library may hold, in MB of 1,048,576 bytes (default: 0, no limit; 20480 for serve)',
    served: '20480',
  },
  {
    key: 'quotaLibraryFiles',
    group: LIMITS,
    flag: '--quota-library-files <number>',
    env: ['QUARTET_QUOTA_LIBRARY_FILES'],
    description: 'how many files the library may hold (default: 0, no limit; 500000 for serve)',
    served: '500000',
  },
  {
    key: 'quotaUserMb',
    group: LIMITS,
    flag: '--quota-user-mb <number>',
    env: ['QUARTET_QUOTA_USER_MB'],
    description: 'how much the overlays of one user may hold, in MB (default: 0, no limit; 1024 for serve)',
    served: '1024',
  },
  {
    key: 'quotaUserOverlays',
    group: LIMITS,
    flag: '--quota-user-overlays <number>',
    env: ['QUARTET_QUOTA_USER_OVERLAYS'],
    description: 'how many overlays one user may have (default: 0, no limit; 10000 for serve)',
    served: '10000',
  },
];
