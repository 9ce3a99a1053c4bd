/** The only makers of storage keys. A key of another user, above a book or with `..` in it cannot be written with these. */
export {
  type AssetPath,
  assetPath,
  type ContentPath,
  chapterFolder,
  contentPath,
  type Folder,
  isLessonPath,
  isReadme,
  isSummary,
  partFolder,
} from './paths/forms.ts';
export {
  ARCHIVES,
  type ArchiveScope,
  archiveKey,
  assetKey,
  BOOKS,
  bookPrefix,
  cdnUrl,
  contentKey,
  contentPrefix,
  folderPrefix,
  isArchiveKey,
  type KeyPrefix,
  type StorageKey,
  staticPrefix,
} from './paths/keys.ts';
export { mimeType } from './paths/mime.ts';
export {
  ASSET_TYPES,
  type AssetType,
  assetType,
  type BookId,
  bookId,
  isBookId,
  isUserId,
  type Owner,
  type UserId,
  userId,
} from './paths/names.ts';
export { keyOf, type Place, placeOf, relativePath } from './paths/places.ts';
export { refuseTraversal } from './paths/traversal.ts';
