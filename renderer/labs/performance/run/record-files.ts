import type { FileType } from "../../../host/host.ts";

/** Records of runs over ranks, as `tessella run --record` writes them. */
export const RECORDS: FileType = { label: "Record of ranks", extensions: [".jsonl", ".json"] };
/** Stands at their beginning. */
export const RECORD_MARK = '"tessella-cluster-record"';
