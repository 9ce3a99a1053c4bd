/** What the tools of the library give, as far as this page looks at it. */
export interface BookRow {
  readonly book_id: string;
  readonly storage_backend: string;
}

export interface LessonText {
  readonly content: string;
  readonly file_size: number;
  readonly last_modified: string;
  readonly file_hash_sha256: string;
  readonly source: 'base' | 'overlay';
}

export interface WrittenLesson {
  readonly mode: 'created' | 'updated';
  readonly file_hash: string;
  readonly file_size: number;
}

export interface Asset {
  readonly cdn_url: string;
  readonly file_size: number;
  readonly mime_type: string;
  readonly filename: string;
  readonly asset_type: string;
  readonly upload_timestamp: string;
  readonly uploaded_by_agent_id: string;
  readonly file_hash_sha256: string;
}

export interface GrepMatch {
  readonly file_path: string;
  readonly line_number: number;
  readonly matched_line: string;
}

export interface Finding {
  readonly path: string;
  readonly issue: string;
  readonly line?: number;
}

export interface BookReport {
  readonly valid: boolean;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly summary: {
    readonly total_files: number;
    readonly content_files: number;
    readonly error_count: number;
    readonly warning_count: number;
  };
  readonly hint?: string;
}

export interface BookArchive {
  readonly status: 'success' | 'partial';
  readonly archive_url: string;
  readonly expires_at: string;
  readonly file_count: number;
  readonly total_size_bytes: number;
  readonly archive_size_bytes: number;
  readonly error_manifest?: readonly { readonly path: string; readonly error: string }[];
  readonly total_errors?: number;
  readonly remaining_count?: number;
  readonly resume_token?: string;
}

export interface Page<Item> {
  readonly result: readonly Item[];
  readonly next_cursor?: string;
  readonly hint?: string;
}
