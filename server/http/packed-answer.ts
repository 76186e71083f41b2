/** An answer as it goes out, where making it anew for everybody would cost too much. */
export interface PackedAnswer {
  readonly json: Uint8Array
  readonly gzip: Uint8Array
}
