export interface PageFile {
  readonly host: string
  /** Starts at `/`, decoded. */
  readonly path: string
  readonly contentType: string
  readonly body: Uint8Array
  /** The server waits so long before it answers. */
  readonly thinkMs: number
}
